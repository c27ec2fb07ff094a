// What a forge is told of a head: the evidence that is for its tree and the verdict that is on it, and nothing else. Where
// there is none, nothing is said: a forge that waits for a check goes on waiting.

import type { Evidence } from '../../core/evidence/evidence.ts';
import type { Conclusion } from '../../core/roles/verdict.ts';
import { effective } from '../../core/roles/verdict.ts';
import type { Repository, Run } from '../../core/run.ts';
import { headsOf } from '../../core/run.ts';
import type { ForgeCheck } from '../../forges/forge.ts';

const ofEvidence: Readonly<Record<Evidence['verdict'], ForgeCheck['conclusion']>> = {
  PASS: 'success',
  WARN: 'neutral',
  FAIL: 'failure',
};

const ofVerdict: Readonly<Record<Conclusion, ForgeCheck['conclusion']>> = {
  pass: 'success',
  revise: 'failure',
  reject: 'failure',
  abstain: 'neutral',
};

export function publishedChecks(run: Run, repository: Repository, head: string): readonly ForgeCheck[] {
  const { commit, tree } = repository.head;
  const evidence = commit === head ? run.evidence.filter((item) => item.tree === tree) : [];
  const { review } = run;
  // A review is of the change as a whole: of this head where it is the only one, else of all of them.
  const reviewed = commit === head ? [head, headsOf(run)] : [head];
  return [
    ...evidence.map((item) => ({
      name: `slipway / ${item.check}`,
      head,
      conclusion: ofEvidence[item.verdict],
    })),
    ...(review !== undefined && reviewed.includes(review.head)
      ? [{ name: 'slipway / review', head, conclusion: ofVerdict[effective(review)] }]
      : []),
  ];
}
