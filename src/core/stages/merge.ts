// Merge: only on an order for this very head, only when we vouch for it and the forge says it can be done.
//   X1. The order is a person's approval of the merge gate, or policy that asks for no gate; either
//       names the head, and a head that moved since voids it.
//   X2. While a person is asked, the pull request is watched: what was merged, closed or pushed to elsewhere is not
//       asked about any more.
//   X3. What is merged is what was checked: where the target moved on, everything comes onto it again first.
//   X4. The forge's word is never enough: evidence and review of our own are for this head, or nobody is even asked.

import type { Seen } from '../effects.ts';
import { isVouched } from '../evidence/vouched.ts';
import type { RunEvent } from '../events.ts';
import type { Run } from '../run.ts';
import { must, only } from '../run.ts';
import type { Stage } from '../pipeline/stage.ts';
import { settledCourtesy } from './completion.ts';
import { visitLine } from './lines.ts';
import { inspection, seenHere } from './triage.ts';

export const merge: Stage = {
  wanted: (run) => {
    const pullRequest = must(only(run).pullRequest, 'a pull request exists once completion is left');
    if (pullRequest.merged !== undefined) return closing(run);
    const look = inspection(run);
    if (look.length > 0) return look;
    return mergeReady(run)
      ? [
          {
            kind: 'merge',
            subject: 'pull-request',
            line: visitLine(run, 'merge'),
            input: { number: pullRequest.number, head: only(run).head.commit },
          },
        ]
      : [];
  },

  interpret: (run, _effect, outcome) => {
    if (outcome.kind === 'inspect') return seenEvents(outcome.result);
    if (outcome.kind !== 'merge') return [];
    if ('commit' in outcome.result) return [{ type: 'pull-request.merged', commit: outcome.result.commit }];
    const seen = must(seenHere(run), 'what is merged was looked at');
    return [{ type: 'pull-request.seen', seen: { ...seen, base: outcome.result.moved } }]; // X3
  },

  gates: (run) => {
    const asks = run.policy.gates.merge && isMergeable(run) && isVouched(run) && !isOrdered(run);
    return asks ? [{ kind: 'merge', subject: 'merge', digest: only(run).head.commit }] : [];
  },
};

export function seenEvents(seen: Seen): readonly RunEvent[] {
  const { state, head, mergeCommit } = seen;
  const noted: RunEvent = { type: 'pull-request.seen', seen };
  // Forges also name the commit of a merge they only tried out, and do not always name that of a real one.
  return state === 'merged'
    ? [noted, { type: 'pull-request.merged', commit: mergeCommit ?? head, found: true }]
    : [noted];
}

/** After the merge only the tracker is left to be told. */
export function closing(run: Run): ReturnType<Stage['wanted']> {
  const ticket = must(run.ticket, 'a run has a ticket once intake is left').id;
  const done = {
    kind: 'transition-ticket' as const,
    subject: 'done',
    line: visitLine(run, 'transition-ticket/done'),
    input: { ticket, to: 'done' as const },
  };
  return settledCourtesy(run, done) ? [] : [done];
}

/** As far as the forge is concerned. */
export function isMergeable(run: Run): boolean {
  const seen = seenHere(run);
  return (
    seen?.state === 'open' &&
    seen.base === undefined &&
    seen.mergeable &&
    seen.checks === 'success' &&
    seen.head === only(run).head.commit
  );
}

/** X1. */
export function isOrdered(run: Run): boolean {
  const head = only(run).head.commit;
  if (!run.policy.gates.merge || run.mergeOrder?.head === head) return true;
  return run.gates.some(
    (gate) => gate.kind === 'merge' && gate.digest === head && gate.decision?.answer === 'approve',
  );
}

function mergeReady(run: Run): boolean {
  return isMergeable(run) && isVouched(run) && isOrdered(run); // X4
}
