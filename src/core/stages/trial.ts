// A target that moved on, about other files than the change. Taking that in would make another head, which everybody had to look at
// again, and on a busy repository no change would ever be merged. So what the merge would give is made and checked beside the branch.
//   TRIAL-1. What is merged is what was checked: no merge onto a target that moved, before the checks passed on what it gives.
//   TRIAL-2. A trial whose checks fail brings the target into the branch, where it is mended like anything else.
//   TRIAL-3. A target that moves on while each of so many trials is checked will do so during the next one: what came last is merged
//       onto, as long as it is about other files than the change.

import { allGood } from '../evidence/evidence.ts';
import type { Evidence } from '../evidence/evidence.ts';
import type { MergeInput, Want } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import type { Trial } from '../remarks/seen.ts';
import type { Repository, Run, Tried } from '../run.ts';
import { must, naming } from '../run.ts';
import { checksIn } from '../tasks/task-checks.ts';
import { againstBaseline } from './baseline.ts';
import { visitLine } from './lines.ts';
import { seenHere } from './triage.ts';

export const trialsMax = 3;

/** Of this very head. */
function trialOf({ pullRequest, head }: Repository): Tried | undefined {
  const trial = pullRequest?.trial;
  return trial?.head === head.commit ? trial : undefined;
}

export function tried(repository: Repository, trial: Trial): Tried {
  const count = (trialOf(repository)?.count ?? 0) + 1;
  return { ...trial, head: repository.head.commit, count };
}

/** TRIAL-2. Whatever the target becomes: this head does not stand beside it. */
export function hasFailedTrial(repository: Repository): boolean {
  const evidence = trialOf(repository)?.evidence;
  return evidence !== undefined && !allGood(evidence);
}

/** TRIAL-1. */
export function isTrialGood(repository: Repository): boolean {
  const trial = trialOf(repository);
  return trial === undefined || (trial.evidence !== undefined && allGood(trial.evidence));
}

export function trying(run: Run, repository: Repository): readonly Want[] {
  const trial = trialOf(repository);
  if (trial === undefined || isTrialGood(repository)) return [];
  const { commit, tree } = trial;
  return [
    {
      kind: 'check',
      repository: repository.alias,
      subject: 'trial',
      line: visitLine(run, 'check/trial', repository),
      input: { commit, tree, checks: checksIn(run, repository), ...againstBaseline(repository) },
    },
  ];
}

export function trialChecked(
  run: Run,
  repository: Repository,
  evidence: readonly Evidence[],
): readonly RunEvent[] {
  const where = naming(run, repository);
  const checked: RunEvent = { type: 'base.checked', ...where, evidence };
  if (allGood(evidence)) return [checked];
  const { base } = must(trialOf(repository), 'what was checked was made for this head');
  const seen = must(seenHere(run, repository), 'what is to be merged was looked at');
  return [checked, { type: 'pull-request.seen', ...where, seen: { ...seen, base } }];
}

/** Where the target may be for the merge, beside the base of the run. */
export function ontoTried(repository: Repository): Pick<MergeInput, 'onto' | 'isLast'> {
  const trial = trialOf(repository);
  if (trial === undefined) return {};
  const isLast = trial.count >= trialsMax ? { isLast: true as const } : {}; // TRIAL-3
  return { onto: trial.base.commit, ...isLast };
}
