// The bounded loops of a run [E5][E8]: how far each may go, and whether the last try before a block is under way.

import type { Tier } from '../plan/plan.ts';
import type { Policy } from '../policy.ts';
import type { RoundName, Run } from '../run.ts';
import type { StageName } from './stage.ts';

/** How often a loop may turn: the one place that knows where policy says it. `tier` is that of the plan. */
export function roundsOf(policy: Policy, round: RoundName, tier: Tier = 'TRIVIAL'): number {
  switch (round) {
    case 'simplify':
      return policy.onBlocked === 'simplify' ? 1 : 0;
    case 'plan':
      return policy.rounds.plan[tier];
    case 'coverage':
      return policy.coverage?.rounds ?? 0;
    case 'design':
    case 'bug':
    case 'review':
    case 'fix':
    case 'replan':
    case 'triage':
    case 'rebase':
      return policy.rounds[round];
    case 'pushes':
      return policy.rounds.pushes ?? 0;
  }
}

/** How often it may turn now: each time a person asked to go on, once more. One simplification is all there is. */
export function limitOf(run: Run, round: RoundName): number {
  const more = round === 'simplify' ? 0 : run.extraRounds;
  return roundsOf(run.policy, round, run.plan?.tier) + more;
}

export function isRoundLeft(run: Run, round: RoundName): boolean {
  return run.rounds[round] < limitOf(run, round);
}

const endings: readonly (RoundName | undefined)[] = [
  'bug',
  'review',
  'fix',
  'coverage',
  'triage',
  'rebase',
  'pushes',
];

/** The pass goes on through plan revisions and planning again; a review, another loop, or a person's retry ends it. */
export function simplifyingAfter(
  { simplifying }: Run,
  { stage, round }: { readonly stage: StageName; readonly round?: RoundName },
): boolean {
  if (round === 'simplify') return true;
  return simplifying && stage !== 'review' && !endings.includes(round);
}
