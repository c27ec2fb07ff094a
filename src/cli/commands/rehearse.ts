// `slipway rehearse`: the policy of a repository, played by scripts, with faults by name; in a home and a clone that are thrown away.

import path from 'node:path';
import { spawn } from 'node:child_process';
import type { Exit } from '../../app/ending/exit-codes.ts';
import { UserError } from '../../app/ending/user-error.ts';
import type { Stage } from '../../app/rehearsing/lay-out.ts';
import type { Rehearsal } from '../../app/rehearsing/rehearsal-file.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { json } from '../reading.ts';

export const command: CommandSpec = {
  usage: 'SCRIPT [--config FILE] [--trust] [--keep]',
  about:
    'Plays a run by the policy of the repository you are in (or of FILE), with scripted agents and the faults that SCRIPT names, and ' +
    'tells what the policy did at each of them. It happens in a home and a clone of their own, which are thrown away: nothing of yours ' +
    'is written, no account is used, and waits take no time. Ends with 0 where the run ended as SCRIPT expects, and else with 6. ' +
    'The checks of the repository run as in any run, so it asks for --trust once you have read them.',
  examples: [
    'slipway rehearse slipway-script.yaml --trust',
    'slipway rehearse quota.yaml --config strict.yaml --json',
  ],
  options: {
    config: { type: 'string', value: 'FILE', describe: 'rehearse this policy instead of slipway.yaml' },
    trust: { type: 'boolean', describe: 'the commands may run on this machine' },
    keep: { type: 'boolean', describe: 'leave the home and the clone, and say where they are' },
    stage: {
      type: 'string',
      value: 'DIR',
      describe: 'play what is laid out there; rehearse calls itself so',
    },
  },
  wordsMax: 1,
  run: (context) => {
    const stage = context.value('stage');
    return stage === undefined ? rehearse(context) : play(context, stage);
  },
};

async function rehearse(context: CommandContext): Promise<Exit> {
  const { surroundings, dir, words } = context;
  const [script] = words;
  if (script === undefined) {
    throw new UserError(
      'Say which script to rehearse: slipway rehearse slipway-script.yaml. `slipway init --scripted` writes one to start from.',
      'usage',
    );
  }
  const [{ readRehearsal }, { layOut, takeDown }] = await Promise.all([
    import('../../app/rehearsing/rehearsal-file.ts'),
    import('../../app/rehearsing/lay-out.ts'),
  ]);
  const rehearsal = await readRehearsal(path.resolve(dir, script));
  const config = await configGiven(context);
  const stage = await layOut(surroundings, { dir, rehearsal, ...(config === undefined ? {} : { config }) });
  try {
    return await onStage(context, stage, rehearsal);
  } finally {
    if (context.flag('keep')) context.io.err(`Everything it did is in ${stage.dir}.\n`);
    else await takeDown(stage);
  }
}

async function configGiven({ dir, value }: CommandContext): Promise<string | undefined> {
  const name = value('config');
  if (name === undefined) return undefined;
  const { readFile } = await import('node:fs/promises');
  return readFile(path.resolve(dir, name), 'utf8').catch(() => {
    throw new UserError(`There is no file ${name} that can be read. Name a slipway.yaml.`, 'usage');
  });
}

async function onStage(context: CommandContext, stage: Stage, rehearsal: Rehearsal): Promise<Exit> {
  const { io } = context;
  if (!context.flag('trust')) {
    io.err(await untrusted(stage));
    return 'awaits-person';
  }
  const stopped = await interruptible(io, async ({ signal, exit }) => {
    // Every crash ends the player once; after that somebody starts it again, as a person would.
    for (let starts = 0; starts <= rehearsal.crashes.length; starts += 1) {
      if ((await played(context, stage, signal)) === 'ended' || signal.aborted) break;
    }
    return exit();
  });
  if (stopped !== undefined) return stopped;
  const [{ rehearsedOn }, { rehearsedText }] = await Promise.all([
    import('../../app/rehearsing/rehearsed.ts'),
    import('../../app/words/rehearsed-text.ts'),
  ]);
  const result = await rehearsedOn(stage, rehearsal);
  if (context.json) io.out(json(result));
  else io.out(rehearsedText(result, io.outWidth()));
  return result.unmet.length === 0 ? 'done' : 'refused';
}

async function untrusted(stage: Stage): Promise<string> {
  const [{ commandsOn }, { commandsText }] = await Promise.all([
    import('../../app/rehearsing/commands-on.ts'),
    import('../../app/words/opening.ts'),
  ]);
  return (
    `${commandsText(await commandsOn(stage))}Nothing was run: a rehearsal runs the checks of the repository, in a clone of it. ` +
    'Read them, then try again with --trust; it holds for this rehearsal.\n'
  );
}

/** Plays in a process of its own, which may be killed: that is what some rehearsals are about. */
function played(
  { io, json: isJson }: CommandContext,
  { dir, surroundings }: Stage,
  signal: AbortSignal,
): Promise<'ended' | 'killed'> {
  const [, program = ''] = process.argv;
  const child = spawn(
    process.execPath,
    [program, 'rehearse', '--stage', dir, ...(isJson ? ['--json'] : [])],
    {
      env: surroundings.env,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const stop = (): void => void child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  let said = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (piece: string) => {
    said += piece;
    if (!isJson) io.err(piece);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, by) => {
      signal.removeEventListener('abort', stop);
      if (by === 'SIGKILL') resolve('killed');
      else if (code === 0 || signal.aborted) resolve('ended');
      else
        reject(new UserError(`The rehearsal could not be played. ${said.trim().slice(-saidMax)}`, 'missing'));
    });
  });
}

const saidMax = 2_000;

async function play({ io, surroundings, json: isJson }: CommandContext, dir: string): Promise<Exit> {
  const [{ playStage }, { eventWords, isTold }, { forTerminal }] = await Promise.all([
    import('../../app/rehearsing/play-stage.ts'),
    import('../../views/events/event-words.ts'),
    import('../../screening/terminal.ts'),
  ]);
  const exit = await interruptible(io, async ({ signal, exit: bySignal }) => {
    await playStage({
      dir,
      surroundings,
      signal,
      onEvent: (event, run) => {
        if (!isJson && isTold(event, run)) io.err(`  ${forTerminal(eventWords(event, run))}\n`);
      },
    });
    return bySignal();
  });
  return exit ?? 'done';
}
