// Where a run is: its stage, its tasks, who is at work, and what it used of its caps.

import type { Run } from '../../core/run.ts';
import type { Journal } from '../../journal/journal.ts';
import type { SlotWait } from '../../views/run/slot-wait.ts';
import { whoDrives } from '../home/who-drives.ts';
import { readRun } from '../home/reader.ts';
import { saidOf } from '../words/run-said.ts';
import type { Next } from '../words/next.ts';
import { nextFor, nextLine } from '../words/next.ts';
import type { StatusInput } from '../words/status-text.ts';
import { renderStatus, sentenceOf } from '../words/status-text.ts';
import type { Look } from './verb.ts';
import type { WhichRun } from './which-run.ts';
import { runSeen } from './which-run.ts';

export interface StatusShown extends StatusInput {
  readonly sentence: string;
  readonly next: readonly Next[];
}

export const status: Look<WhichRun, StatusShown> = {
  look: async (context, input) => {
    const { summary, journal } = await runSeen(context, input);
    const [{ detailsOf }, { run, events }, { drives }, inbox] = await Promise.all([
      import('../../views/run/details.ts'),
      readRun(journal, summary.run),
      whoDrives(context.places, context.driven),
      journal.inbox(),
    ]);
    const owned = drives(summary.run);
    const gates = inbox.filter((item) => item.run === summary.run);
    const slot = owned ? await slotOf(journal, run) : undefined;
    const shown: StatusInput = {
      summary,
      details: detailsOf(run, events),
      gates,
      owned,
      now: context.clock.now(),
      ...(slot && { slot }),
    };
    return { ...shown, sentence: sentenceOf(shown), next: nextFor(summary, gates, owned) };
  },
  words: (shown, { style, width }) => ({
    data: renderStatus(shown, { style, width }),
    talk: `\n${nextLine(shown.next)}`,
  }),
};

export function statusDocument({ summary, sentence, owned, details, slot, next }: StatusShown): unknown {
  return { ...saidOf(summary, owned), sentence, owned, ...details, ...(slot && { slot }), next };
}

/** The other runs are read only where this one has an agent to launch and has not. */
async function slotOf(journal: Journal, run: Run): Promise<SlotWait | undefined> {
  const { slotWait, wantsLaunch } = await import('../../views/run/slot-wait.ts');
  if (!wantsLaunch(run)) return undefined;
  const open = (await journal.summaries({ open: true })).map((summary) => readRun(journal, summary.run));
  return slotWait(
    run,
    (await Promise.all(open)).map((item) => item.run),
  );
}
