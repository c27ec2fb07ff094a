// `slipway demo`: a whole run on a sample repository, with scripted agents. It needs no configuration and no account,
// and touches nothing outside its own folder.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { exitBySignal } from '../../app/ending/exit-codes.ts';
import { mkdir, mkdtemp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../app/ending/user-error.ts';
import { randomIds, systemClock } from '../../telemetry/system-clock.ts';
import type { Clock } from '../../telemetry/clock.ts';
import type { CommandContext, CommandSpec, Io } from '../command.ts';
import { personHere } from '../person-here.ts';
import { portIn } from '../port-in.ts';
import { commitSample, filesOfSample } from '../demo/repository.ts';
import { sampleName } from '../demo/sample.ts';
import type { DemoResult } from '../demo/summary.ts';

export const command: CommandSpec = {
  usage: '[--serve [--port N]] [--dir DIR] [--json]',
  makesFolder: true,
  about:
    'Makes a small sample repository and a home for it in a temporary folder (or in DIR) and takes a ticket through\n' +
    'the whole way: analysis, plan, audit, tasks in parallel, checks, reviews, pull request, merge, landing. The agents\n' +
    'are scripted, so it costs nothing; some of them misbehave, so that there is something to see. The folder is kept.\n' +
    'With --serve three such runs are shown in your browser, and you decide; Ctrl-C ends it.',
  examples: ['slipway demo', 'slipway demo --serve', 'slipway demo --dir ./try-slipway'],
  options: {
    serve: { type: 'boolean', describe: 'show it on a page, and leave decisions to you' },
    port: { type: 'string', value: 'N', describe: 'with --serve: the port; without it, one that is free' },
  },
  wordsMax: 0,
  run: (context) => demo(context),
};

async function demo(context: CommandContext): Promise<Exit> {
  const { io, surroundings } = context;
  const clock = systemClock();
  const dir = await folderFor(context);
  io.err(`A rehearsal in ${dir}: a real run on a sample, with scripted agents. It takes a few seconds.\n`);
  const repository = path.join(dir, sampleName);
  await filesOfSample(repository, surroundings.env);
  // Git commits the sample while Node loads the rest of Slipway.
  const sample = commitSample(repository, surroundings.env, clock.now());
  sample.catch(() => undefined); // heard of where it is awaited, which may be later
  if (context.flag('serve')) return served(context, { dir, sample, clock });
  const [{ runDemo }, { DemoShow }, { summaryText }] = await Promise.all([
    import('../demo/run-demo.ts'),
    import('../demo/show.ts'),
    import('../demo/summary.ts'),
  ]);
  const show = new DemoShow(io, clock);
  const stopped = new AbortController();
  let signalled: Exit | undefined;
  const deaf = io.onSignal((signal) => {
    signalled = exitBySignal(signal);
    stopped.abort();
  });
  try {
    const result = await runDemo({
      dir,
      sample,
      surroundings,
      clock,
      ids: randomIds(),
      signal: stopped.signal,
      onEvent: (event, run) => show.tell(event, run),
    });
    show.close();
    if (signalled !== undefined) return signalled;
    tell(context, result, summaryText);
    return result.landed ? 'done' : 'ended-badly';
  } catch (error) {
    if (signalled !== undefined) return signalled;
    throw error;
  } finally {
    show.close();
    deaf();
  }
}

/** Until somebody ends it, which is how it is meant to end. */
async function served(
  context: CommandContext,
  { dir, sample, clock }: { readonly dir: string; readonly sample: Promise<void>; readonly clock: Clock },
): Promise<Exit> {
  const { io, surroundings, json } = context;
  const { serveDemo } = await import('../demo/serve-demo.ts');
  const stopped = new AbortController();
  const deaf = io.onSignal(() => stopped.abort());
  try {
    await serveDemo({
      dir,
      sample,
      surroundings,
      clock,
      ids: randomIds(),
      port: portIn(context.value('port') ?? '0'),
      signal: stopped.signal,
      by: personHere(surroundings.uid),
      onLink: (link) => {
        io.out(json ? `${JSON.stringify({ link, dir })}\n` : `${link}\n`);
        io.err('Open the link: in a few seconds a plan waits there for you. Ctrl-C ends the demo.\n');
      },
    });
    return 'done';
  } finally {
    deaf();
  }
}

function tell(
  { io, json }: { readonly io: Io; readonly json: boolean },
  result: DemoResult,
  summaryText: (result: DemoResult) => string,
): void {
  io.err('\n');
  if (json) io.out(`${JSON.stringify(result)}\n`);
  else if (result.landed) io.out(summaryText(result));
  if (result.landed) return;
  io.err(
    `The demo's change did not land, or its tests do not pass (${result.testsPassed} passed), which should not happen. ` +
      `Everything it did is in ${result.dir}. \`slipway doctor\` says what works on this machine.\n`,
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
    'refused',
  );
}
