// What Slipway itself can say of the head of a run, whatever a forge says of it: evidence and a verdict of its own.
//   VOUCHED-1. A head is vouched for when every check has reported, on its very tree, nothing failed, and the reviewer passed
//       this very head, or abstained and a person took this very head. Evidence or a verdict of any other head says nothing.

import type { Repository, Run } from '../run.ts';
import { headsOf, isIn, repositoryOf, treesOf } from '../run.ts';
import { checksIn } from '../tasks/task-checks.ts';
import { effective } from '../roles/verdict.ts';
import { isTakenUnjudged } from '../stages/reviewing.ts';
import type { Evidence } from './evidence.ts';
import { allGood, haveReported } from './evidence.ts';

export function isVouched(run: Run): boolean {
  return hasReports(run) && isAboutHead(run) && isGood(run) && isPassed(run);
}

/** A change without any check was evaluated all the same. */
export function hasReports(run: Run): boolean {
  if (run.evaluated === undefined) return false;
  return run.repositories.every((repository) =>
    haveReported(checksIn(run, repository), evidenceIn(run, repository)),
  );
}

export function isAboutHead(run: Run): boolean {
  if (run.evaluated === undefined || run.evaluated !== treesOf(run)) return false;
  return run.evidence.every((item) => item.tree === repositoryOf(run, item).head.tree);
}

function evidenceIn(run: Run, repository: Repository): readonly Evidence[] {
  return run.evidence.filter((item) => isIn(run, item, repository));
}

export function isGood({ evidence }: Run): boolean {
  return allGood(evidence);
}

export function isPassed(run: Run): boolean {
  const { review } = run;
  return review?.head === headsOf(run) && (effective(review) === 'pass' || isTakenUnjudged(run));
}
