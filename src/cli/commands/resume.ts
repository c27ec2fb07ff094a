// `slipway resume`: takes up what was interrupted or paused.

import type { Exit } from '../../app/exit-codes.ts';
import { hereOf } from '../reading.ts';
import { findRun } from '../../app/reader.ts';
import { UserError } from '../../app/user-error.ts';
import type { Run } from '../../core/run.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import type { CommandSpec } from '../command.ts';
import { endingOf, tellEnding } from '../ending.ts';
import { endWith, followAndAsk, inHome } from '../moving.ts';
import { exitOf } from '../../app/words/rest.ts';
import type { Sitting } from '../sitting.ts';

export const command: CommandSpec = {
  usage: '[RUN]',
  about:
    'Takes up a run that was interrupted, by Ctrl-C or by a crash, or that somebody paused. Without a word every run\n' +
    'that is not at its end is taken up. What agents were doing when they were cut short is begun again; it uses no retry.',
  examples: ['slipway resume', 'slipway resume r-4f8zk2mq'],
  options: {},
  wordsMax: 1,
  run: (context) =>
    inHome(context, async (sitting) => {
      const [word] = context.words;
      return word === undefined
        ? resumeAll(sitting)
        : resumeOne(sitting, await findRun(sitting.journal, word, hereOf(context)));
    }),
};

async function resumeOne(sitting: Sitting, { run }: RunSummary): Promise<Exit> {
  const state = await sitting.stateOf(run);
  mayGoOn(state);
  tellOwner(sitting);
  if (state.paused) await sitting.submit(run, { type: 'run.resume', by: sitting.by });
  else await sitting.home((hand) => hand.recover(run));
  return endWith(sitting, await followAndAsk(sitting, run));
}

function mayGoOn(run: Run): void {
  if (run.ended !== undefined) {
    throw new UserError(`Run ${run.id} is ${run.ended}; there is nothing to take up.`, 'refused');
  }
  if (run.blocked !== undefined) {
    throw new UserError(
      `Run ${run.id} is blocked (${run.blocked}), and only a person's choice moves it: ` +
        `\`slipway explain ${run.id}\` says why, \`slipway retry ${run.id}\` lets it go on.`,
      'refused',
    );
  }
}

function tellOwner(sitting: Sitting): void {
  if (sitting.owner === undefined) {
    sitting.io.err('Another process owns this home and moves its runs; this one looks on.\n');
  }
}

async function resumeAll(sitting: Sitting): Promise<Exit> {
  const found = await sitting.journal.summaries({ open: true });
  const open = found
    .filter((summary) => summary.status === 'running' || summary.status === 'waiting')
    .toSorted((a, b) => a.startedAt - b.startedAt);
  const [first, ...others] = open;
  if (first === undefined) {
    sitting.io.err('No run waits to be taken up.\n');
    if (sitting.context.json) sitting.io.out('{\n  "runs": []\n}\n');
    return 'done';
  }
  if (others.length === 0) return resumeOne(sitting, first);
  tellOwner(sitting);
  for (const { run } of open) await sitting.stateOf(run);
  await sitting.home((hand) => hand.recover());
  const ended: Run[] = [];
  for (const { run } of open) {
    if (sitting.signalled === undefined && !sitting.isTroubled) ended.push(await followAndAsk(sitting, run));
  }
  return tellAll(sitting, ended);
}

function tellAll(sitting: Sitting, runs: readonly Run[]): Exit {
  const { io, context, tools } = sitting;
  const endings = runs.map((run) => endingOf(run, tools.clock.now()));
  if (context.json) {
    const documents = endings.map(({ summary, gates, next }) => ({
      ...summary,
      gates,
      next: next.map((item) => item.command),
    }));
    io.out(`${JSON.stringify({ runs: documents }, undefined, 2)}\n`);
  } else {
    for (const ending of endings) tellEnding(io, false, ending);
  }
  return worst(runs.map(exitOf));
}

const worstFirst: readonly Exit[] = ['ended-badly', 'awaits-person', 'awaits-budget'];

/** One exit for many runs. */
function worst(exits: readonly Exit[]): Exit {
  return worstFirst.find((exit) => exits.includes(exit)) ?? 'done';
}
