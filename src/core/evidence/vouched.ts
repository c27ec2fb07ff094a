// What Slipway itself can say of the head of a run, whatever a forge says of it: evidence and a verdict of its own.
//   E4. A head is vouched for when every check has reported, on its very tree, nothing failed, and the reviewer passed
//       this very head. Evidence or a verdict of any other head says nothing.

import type { Run } from '../run.ts';
import { only } from '../run.ts';
import { effective } from '../roles/verdict.ts';
import { allGood, haveReported, validFor } from './evidence.ts';

export function isVouched(run: Run): boolean {
  return hasReports(run) && isAboutHead(run) && isGood(run) && isPassed(run);
}

/** A change without any check was evaluated all the same. */
export function hasReports({ evaluated, checks, evidence }: Run): boolean {
  return evaluated !== undefined && haveReported(checks, evidence);
}

export function isAboutHead(run: Run): boolean {
  const { tree } = only(run).head;
  return tree !== undefined && run.evaluated === tree && validFor(tree, run.evidence);
}

export function isGood({ evidence }: Run): boolean {
  return allGood(evidence);
}

export function isPassed(run: Run): boolean {
  const { review } = run;
  return review?.head === only(run).head.commit && effective(review) === 'pass';
}
