// A pull request that waits: for a person's word at the merge gate, or for others on the forge. It is looked at from time to time,
// and only what a rule asks about is news.
//   WATCHED-1. A run that waits for a review, a check that does not begin or a queue has no end of its own to that: it is not stuck,
//       and nothing of it is written down until the forge says something else.

import type { Seen } from '../remarks/seen.ts';
import { unheard } from '../remarks/remark.ts';
import type { Repository, Run } from '../run.ts';
import { openGates } from '../run.ts';
import { isMerged, lackingFor } from './merge.ts';
import { heardOf, seenHere } from './triage.ts';

/** A person is asked about the merge or the forge is waited for; meanwhile somebody may merge, close, push or say something. */
export function isWatched(run: Run): boolean {
  if (run.ended !== undefined || run.blocked !== undefined || run.paused) return false;
  return openGates(run).some(({ kind }) => kind === 'merge') || awaitsForge(run);
}

/** WATCHED-1. */
export function awaitsForge(run: Run): boolean {
  return awaitedOf(run).length > 0;
}

/** What others on the forge have to do before the merge, in words. */
export function awaitedOf(run: Run): readonly string[] {
  if (run.visit.stage !== 'merge') return [];
  const open = run.repositories.filter((repository) => !isMerged(repository));
  return open.flatMap((repository) => {
    const seen = seenHere(run, repository);
    return seen?.state === 'open' ? lackingFor(seen) : [];
  });
}

/** Whether a look at a watched pull request tells anything that a rule asks about. */
export function isNews(run: Run, repository: Repository, found: Seen): boolean {
  const known = repository.pullRequest?.seen;
  if (known === undefined || !isWatched(run)) return false;
  return told(known) !== told(found) || unheard(heardOf(repository), found.remarks ?? []).length > 0;
}

/** What rules ask about; the rest may change without anybody hearing of it. */
function told({
  state,
  head,
  mergeable,
  checks,
  approval,
  target,
  isQueued,
  missing,
  lacking,
}: Seen): string {
  return JSON.stringify([state, head, mergeable, checks, approval, target, isQueued, missing, lacking]);
}
