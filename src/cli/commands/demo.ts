// `slipway demo`: a whole run on a sample repository, with scripted agents. It needs no configuration and no account,
// and touches nothing outside its own folder.

import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../app/user-error.ts';
import { randomIds, systemClock } from '../../telemetry/system-clock.ts';
import type { CommandContext, CommandSpec, Io } from '../command.ts';
import type { Told } from '../demo/narrate.ts';
import { narrate } from '../demo/narrate.ts';
import { runDemo } from '../demo/run-demo.ts';
import { summaryText } from '../demo/summary.ts';
import type { Style } from '../style.ts';
import { styleOf } from '../style.ts';

export const command: CommandSpec = {
  usage: '[--dir DIR] [--json]',
  about:
    'Makes a small sample repository and a home for it in a temporary folder (or in DIR) and takes a ticket through\n' +
    'the whole way: analysis, plan, audit, tasks in parallel, checks, reviews, pull request, merge, landing. The agents\n' +
    'are scripted, so it costs nothing; some of them misbehave, so that there is something to see. The folder is kept.',
  examples: ['slipway demo', 'slipway demo --dir ./try-slipway'],
  options: {},
  wordsMax: 0,
  run: (context) => demo(context),
};

async function demo(context: CommandContext): Promise<number> {
  const { io, surroundings } = context;
  const clock = systemClock();
  const dir = await folderFor(context);
  const style = styleOf(io.colors);
  const startedMs = clock.monotonic();
  io.err(`A rehearsal in ${dir}: a real run on a sample, with scripted agents. It takes a few seconds.\n`);
  const stopped = new AbortController();
  let exit = 0;
  const deaf = io.onSignal((signal) => {
    exit = signal === 'SIGINT' ? 130 : 143;
    stopped.abort();
  });
  try {
    const result = await runDemo({
      dir,
      surroundings,
      clock,
      ids: randomIds(),
      signal: stopped.signal,
      onEvent: (event, run) => {
        const told = narrate(event, run);
        if (told !== undefined) io.err(`${line(told, clock.monotonic() - startedMs, style)}\n`);
      },
    });
    if (exit !== 0) return exit;
    io.err('\n');
    if (context.json) io.out(`${JSON.stringify(result)}\n`);
    else if (result.landed) io.out(summaryText(result));
    else say(io, dir, result.testsPassed);
    return result.landed ? 0 : 5;
  } catch (error) {
    if (exit !== 0) return exit;
    throw error;
  } finally {
    deaf();
  }
}

function say(io: Io, dir: string, testsPassed: number): void {
  io.err(
    `The demo's change did not land, or its tests do not pass (${testsPassed} passed), which should not happen. ` +
      `Everything it did is in ${dir}. \`slipway doctor\` says what works on this machine.\n`,
  );
}

async function folderFor(context: CommandContext): Promise<string> {
  const given = context.value('dir');
  if (given === undefined) return mkdtemp(path.join(context.surroundings.tmp, 'slipway-demo-'));
  const dir = path.resolve(context.io.cwd, given);
  await mkdir(dir, { recursive: true });
  if ((await readdir(dir)).length === 0) return dir;
  throw new UserError(
    `${dir} is not empty, and the demo only works in a folder of its own. Name another one, or leave --dir out.`,
    6,
  );
}

const marks: Readonly<Record<Told['tone'], string>> = {
  stage: '▸',
  plain: '·',
  good: '✓',
  trouble: '✗',
  person: '?',
};

function line({ tone, text }: Told, ms: number, style: Style): string {
  const time = style.dim(`${(ms / 1000).toFixed(1).padStart(5)} s`);
  const indent = tone === 'stage' ? '' : '  ';
  return `${time}  ${indent}${painted(tone, `${marks[tone]} ${text}`, style)}`;
}

function painted(tone: Told['tone'], text: string, style: Style): string {
  switch (tone) {
    case 'stage':
      return style.bold(text);
    case 'plain':
      return text;
    case 'good':
      return style.green(text);
    case 'trouble':
      return style.red(text);
    case 'person':
      return style.yellow(text);
  }
}
