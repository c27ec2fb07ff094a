// What an append costs: the journal with everything it promises (chain, views, epoch, anchor) against an insert of
// the same event into a plain table, with the same driver, settings and number of events a transaction. They take
// turns transaction by transaction, because a disk's speed drifts within a second.

import type { Journal } from '../src/journal/journal.ts';
import type { BareInserts } from './support/bare-inserts.ts';
import { openBare } from './support/bare-inserts.ts';
import type { Measurement } from './support/bench.ts';
import type { Turn } from './support/compare.ts';
import { compare, timed } from './support/compare.ts';
import { openJournal } from './support/open-journal.ts';
import type { SampleStep } from './support/sample-run.ts';
import { sampleSteps, viewFor } from './support/sample-run.ts';

const limit = 2;
const at = Date.UTC(2026, 0, 1);

/** `runs` move on together, an event of each in every transaction. */
export function appendOf(runs: number): Measurement {
  return async (setting) => {
    const steps = sampleSteps();
    const journal = await openJournal(setting.dir);
    const bare = await openBare(setting.dir);
    try {
      const ratio = await compare(
        {
          ours: appending(journal, steps, runs),
          against: inserting(bare, steps, runs),
          rounds: setting.size.appendRounds,
          warmUps: setting.size.appendRounds / 10,
          say: setting.say,
        },
        limit,
      );
      return { ...ratio, eventsPerTransaction: runs };
    } finally {
      await journal.close();
      bare.close();
    }
  };
}

/** The turn of a transaction: the next event of each of its runs. A run that is at its end gives way to a new one. */
function position(
  steps: readonly SampleStep[],
  round: number,
): { readonly run: number; readonly step: number } {
  return { run: Math.floor(round / steps.length), step: round % steps.length };
}

function appending(journal: Journal, steps: readonly SampleStep[], runs: number): Turn {
  return (round) => {
    const { run, step } = position(steps, round);
    const { event, view } = stepAt(steps, step);
    const batch = Array.from({ length: runs }, (_, n) => {
      const id = `r-${run}-${n}`;
      const own = viewFor(view, id);
      return { stream: `run/${id}`, after: step, at, events: [event], view: () => own };
    });
    return timed(async () => {
      const answers = await Promise.all(batch.map((append) => journal.append(append)));
      if (!answers.every((answer) => answer.ok)) throw new Error('An append of the bench was refused.');
    });
  };
}

function stepAt(steps: readonly SampleStep[], index: number): SampleStep {
  const step = steps[index];
  if (step === undefined) throw new Error(`invariant: the sample has a step ${index}`);
  return step;
}

function inserting(bare: BareInserts, steps: readonly SampleStep[], runs: number): Turn {
  return (round) => {
    const { run, step } = position(steps, round);
    const { event } = stepAt(steps, step);
    const rows = Array.from({ length: runs }, (_, n) => ({
      stream: `run/r-${run}-${n}`,
      seq: step + 1,
      at,
      event,
    }));
    return timed(async () => bare.insert(rows));
  };
}
