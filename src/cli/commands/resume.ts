// `slipway resume`: takes up what was interrupted or paused.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { verbs } from '../../app/verbs/table.ts';
import { endingDocument } from '../../app/words/ending.ts';
import { exitOf, isAtRest } from '../../app/words/rest.ts';
import type { Run } from '../../core/run.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { callAsking, consentGiven, levelOption } from '../consent-asking.ts';
import type { Followed } from '../follow.ts';
import { tellStopped } from '../follow.ts';
import { endingIn, endWith, followAndAsk, inHome } from '../moving.ts';
import { paperOf, tellNotes, tellWords } from '../print.ts';
import { json } from '../reading.ts';
import type { Sitting } from '../sitting.ts';
import { foregroundOption } from '../sitting.ts';
import { tellEnding } from '../tell-ending.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--level LEVEL] [--without] [--foreground]',
  about:
    'Takes up a run that was interrupted, by Ctrl-C or by a crash, or that somebody paused. Without RUN every\n' +
    'run of the repository you are in that is not at its end is taken up. What agents were doing when they were cut short is\n' +
    'begun again; it uses no retry.',
  examples: ['slipway resume', 'slipway resume r-4f8zk2mq'],
  options: {
    level: levelOption,
    without: {
      type: 'boolean',
      describe: 'go on without variables it was given before, and that are not set here',
    },
    foreground: foregroundOption,
  },
  wordsMax: 1,
  run: (context) => inHome(context, (sitting) => resume(context, sitting)),
};

async function resume(context: CommandContext, sitting: Sitting): Promise<Exit> {
  const { io } = context;
  await consentGiven(sitting, context);
  const resumed = await callAsking(sitting, verbs.resume, {
    run: context.words[0],
    dir: context.dir,
    without: context.flag('without') ? true : undefined,
  });
  const [first, ...others] = resumed.runs;
  if (first === undefined) {
    tellWords(io, (await verbs.resume.load()).words(resumed, paperOf(io)));
    if (context.json) io.out(json({ runs: [] }));
    return 'done';
  }
  if (sitting.owner === undefined && !(await sitting.attached())) {
    io.err('Another process owns this home and moves its runs; this one looks on.\n');
  }
  for (const ordered of resumed.runs) tellNotes(io, ordered);
  if (others.length === 0) return endWith(sitting, await followAndAsk(sitting, first));
  return tellAll(sitting, await followAll(sitting, resumed.runs));
}

/** One after the other; a signal in one of them is meant for all, and all are told where they are. */
async function followAll(sitting: Sitting, all: readonly Followed[]): Promise<readonly Run[]> {
  for (const { run } of all) sitting.watch(run);
  const ended: Run[] = [];
  for (const ordered of all) {
    if (sitting.isTroubled) break;
    if (sitting.signalled === undefined) ended.push(await followAndAsk(sitting, ordered));
    else {
      await sitting.stopped();
      const run = await sitting.stateOf(ordered.run);
      if (!isAtRest(run)) tellStopped(sitting, run.id);
      ended.push(run);
    }
  }
  return ended;
}

function tellAll(sitting: Sitting, runs: readonly Run[]): Exit {
  const { io, context, signalled } = sitting;
  const endings = runs.map((run) => endingIn(sitting, run));
  if (context.json) io.out(json({ runs: endings.map(endingDocument) }));
  // A stop was told already, with what takes the run up again.
  const told = signalled === undefined ? endings : endings.filter((_, index) => isResting(runs[index]));
  if (!context.json) for (const ending of told) tellEnding(io, false, ending);
  return worst(runs.map(exitOf));
}

function isResting(run: Run | undefined): boolean {
  return run !== undefined && isAtRest(run);
}

const worstFirst: readonly Exit[] = ['ended-badly', 'awaits-person', 'awaits-budget'];

/** One exit for many runs. */
function worst(exits: readonly Exit[]): Exit {
  return worstFirst.find((exit) => exits.includes(exit)) ?? 'done';
}
