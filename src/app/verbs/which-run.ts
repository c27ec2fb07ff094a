// How a run is named in the input of a verb.

import type { Run } from '../../core/run.ts';
import type { Journal } from '../../journal/journal.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import type { Here } from '../starting/which-repository.ts';
import type { Places } from '../home/home-places.ts';
import { findRun } from '../home/reader.ts';
import { UserError } from '../ending/user-error.ts';
import type { LookContext } from './verb.ts';

export interface WhichRun {
  /** Its id, the beginning of it, or the id of its ticket; without one, the newest run at `dir`. */
  readonly run?: string | undefined;
  /** The folder whoever asks stands in: the newest run of the repository there is meant, and of no other. */
  readonly dir?: string | undefined;
}

/** Who stands nowhere has to name the run. */
export function hereOf({ home }: Pick<Places, 'home'>, dir: string | undefined): Here {
  return { home, dir };
}

/** Something can still be asked of it: nobody who names no run means one that was cancelled, or one that has landed. */
export function isLeft({ status, landed }: RunSummary): boolean {
  return status !== 'cancelled' && status !== 'failed' && !(status === 'completed' && landed !== undefined);
}

/** The run that is meant, for looking at. */
export async function runSeen(
  { journal, places }: LookContext,
  { run, dir }: WhichRun,
  prefers?: (summary: RunSummary) => boolean,
): Promise<{ readonly summary: RunSummary; readonly journal: Journal }> {
  const summary = await findRun(journal, run, hereOf(places, dir), prefers);
  if (journal === undefined) throw new Error('invariant: a run that was found has a journal');
  return { summary, journal };
}

export function noTask(run: Run, task: string): UserError {
  const ids = run.tasks.map((item) => item.task.id);
  const known = ids.length === 0 ? 'It has no tasks yet.' : `Its tasks are ${ids.join(', ')}.`;
  return new UserError(`Run ${run.id} has no task '${task}'. ${known}`, 'refused');
}
