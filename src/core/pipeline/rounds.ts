// The bounded loops of a run [E5][E8]: how far each may go, and whether the last try before a block is under way.

import type { RoundName, Run } from '../run.ts';
import type { StageName } from './stage.ts';

/** How often a loop may turn now: each time a person asked to go on, once more. One simplification is all there is. */
export function limitOf(run: Run, round: RoundName): number {
  const { rounds, onBlocked } = run.policy;
  switch (round) {
    case 'simplify':
      return onBlocked === 'simplify' ? 1 : 0;
    case 'plan':
      return rounds.plan[run.plan?.tier ?? 'TRIVIAL'] + run.extraRounds;
    case 'coverage':
      return (run.policy.coverage?.rounds ?? 0) + run.extraRounds;
    case 'design':
    case 'bug':
    case 'review':
    case 'fix':
    case 'replan':
    case 'triage':
    case 'rebase':
      return rounds[round] + run.extraRounds;
  }
}

const endings: readonly (RoundName | undefined)[] = ['bug', 'review', 'fix', 'coverage', 'triage', 'rebase'];

/** The pass goes on through plan revisions and planning again; a review, another loop, or a person's retry ends it. */
export function simplifyingAfter(
  { simplifying }: Run,
  { stage, round }: { readonly stage: StageName; readonly round?: RoundName },
): boolean {
  if (round === 'simplify') return true;
  return simplifying && stage !== 'review' && !endings.includes(round);
}
