// `slipway status`: where a run is.

import { ownerAlive } from '../../app/owner-alive.ts';
import { findRun, readRun } from '../../app/reader.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import type { Run } from '../../core/run.ts';
import type { Journal } from '../../journal/journal.ts';
import type { SlotWait } from '../../views/run/slot-wait.ts';
import type { CommandSpec } from '../command.ts';
import { nextFor, nextLine } from '../../app/words/next.ts';
import { hereOf, journalOf, json, reading } from '../reading.ts';
import type { StatusInput } from '../../app/words/status-text.ts';
import { renderStatus, sentenceOf } from '../../app/words/status-text.ts';
import { styleOf } from '../../app/words/style.ts';

export const command: CommandSpec = {
  usage: '[RUN]',
  about:
    'Says where a run is: its stage, its tasks and waves, which agents are at work, the last act and the next, ' +
    'failures by class, and what it used of its caps. Without RUN it is the newest run of the repository you are in.',
  examples: ['slipway status', 'slipway status r-4f8zk2 --json'],
  options: {},
  wordsMax: 1,
  run: (context) =>
    reading(context, async (home) => {
      const { io } = context;
      const summary = await findRun(home.journal, context.words[0], hereOf(context));
      const [{ detailsOf }, { run, events }, owned, inbox] = await Promise.all([
        import('../../views/run/details.ts'),
        readRun(journalOf(home), summary.run),
        ownerAlive(home.places),
        journalOf(home).inbox(),
      ]);
      const gates = inbox.filter((item) => item.run === summary.run);
      const details = detailsOf(run, events);
      const slot = owned ? await slotOf(journalOf(home), run) : undefined;
      const now = systemClock().now();
      const input: StatusInput = { summary, details, gates, owned, now, ...(slot && { slot }) };
      const next = nextFor(summary, gates);
      if (context.json) {
        io.out(
          json({ ...summary, sentence: sentenceOf(input), owned, ...details, ...(slot && { slot }), next }),
        );
        return 'done';
      }
      io.out(renderStatus(input, { style: styleOf(io.outColors), width: io.outWidth() }));
      io.err(`\n${nextLine(next)}`);
      return 'done';
    }),
};

/** The other runs are read only where this one has an agent to launch and has not. */
async function slotOf(journal: Journal, run: Run): Promise<SlotWait | undefined> {
  const { slotWait, wantsLaunch } = await import('../../views/run/slot-wait.ts');
  if (!wantsLaunch(run)) return undefined;
  const open = await journal.summaries({ open: true });
  const read = await Promise.all(open.map((summary) => readRun(journal, summary.run)));
  return slotWait(
    run,
    read.map((item) => item.run),
  );
}
