// Runs whose time has come while no process looks after them: a quota that is back, a retry that is due. Whoever looks is told.

import type { Journal } from '../../journal/journal.ts';
import type { InboxItem, RunSummary } from '../../views/run/summary.ts';
import { readRun } from './reader.ts';

export interface Overdue {
  readonly run: string;
  /** When its time came. */
  readonly since: number;
}

interface Looked {
  readonly runs: readonly RunSummary[];
  readonly inbox: readonly InboxItem[];
  readonly drives: (run: string) => boolean;
  readonly now: number;
}

/** Only runs that wait, for no person and with nobody, are read: mostly there are none. */
export async function overdueIn(
  journal: Journal | undefined,
  { runs, inbox, drives, now }: Looked,
): Promise<readonly Overdue[]> {
  const asked = new Set(inbox.map((item) => item.run));
  const left = runs.filter(({ run, status }) => status === 'waiting' && !asked.has(run) && !drives(run));
  if (journal === undefined || left.length === 0) return [];
  const { noteWait, noWaitFacts, timeWaits } = await import('../../views/run/waits.ts');
  const found = await Promise.all(
    left.map(async ({ run }): Promise<readonly Overdue[]> => {
      const read = await readRun(journal, run).catch(() => undefined); // whose journal is damaged is told elsewhere
      if (read === undefined) return [];
      const [first] = timeWaits(read.run, read.events.reduce(noteWait, noWaitFacts));
      return first?.until === undefined || first.until > now ? [] : [{ run, since: first.until }];
    }),
  );
  return found.flat();
}
