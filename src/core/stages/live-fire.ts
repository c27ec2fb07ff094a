// Live fire in evaluation: which shots a change still needs, and what this visit found out with them.
//   STAGE-LIVE-FIRE-1. Only what would go on is fired at: a change whose checks fail is worked on anyway.
//   STAGE-LIVE-FIRE-3. One after the other: each runs what may take all cores, and what is told has one order.
//   STAGE-LIVE-FIRE-2. Nothing is compared before every shot has ended, so that one gate tells all of it.

import { allGood } from '../evidence/evidence.ts';
import type { FireInput, Fired, Shot } from '../evidence/live-fire.ts';
import { shots } from '../evidence/live-fire.ts';
import type { Want } from '../effects.ts';
import type { Plan } from '../plan/plan.ts';
import { liveFireOf } from '../policy.ts';
import type { Repository, Run } from '../run.ts';
import { endedHere, isIn, must } from '../run.ts';
import { checksIn } from '../tasks/task-checks.ts';
import { inRound } from './coverage.ts';
import { visitLine } from './lines.ts';

/** STAGE-LIVE-FIRE-1, STAGE-LIVE-FIRE-3. None where nothing tests. */
export function firing(run: Run, repository: Repository): readonly Want[] {
  const { alias } = repository;
  const checks = checksIn(run, repository);
  const isDue =
    liveFireOf(run.policy).enabled &&
    allGood(run.visit.evidence) &&
    checks.some(({ kind }) => kind === 'test') &&
    repository.head.tree !== repository.base.tree;
  if (!isDue) return [];
  const next = shots.find((shot) => !endedHere(run, { kind: 'fire', subject: shot, repository: alias }));
  return (next === undefined ? [] : [next]).map((shot): Want => ({
    kind: 'fire',
    repository: alias,
    subject: shot,
    line: visitLine(run, `fire/${shot}`, repository),
    input: inputFor(run, repository, shot),
  }));
}

function inputFor(run: Run, repository: Repository, shot: Shot): FireInput {
  const { base, head, baseline } = repository;
  const own = run.tasks.filter(({ task }) => isIn(run, task, repository));
  const isExcused = shot === 'new-tests' && needsNoRedTest(run);
  return {
    from: base.commit,
    to: head.commit,
    tree: must(head.tree, 'the head has a tree once something is integrated'),
    checks: checksIn(run, repository),
    against: must(baseline, 'a change is made on a base that was checked').evidence,
    now: run.visit.evidence.filter((item) => isIn(run, item, repository)),
    grants: [...new Set(own.flatMap((state) => state.grants))],
    announced: acceptedIn(run).announces ?? [],
    ...(isExcused ? { proven: true as const } : {}),
  };
}

/** A test was seen red before the work began, only tests were added, or the plan says that nothing behaves differently. */
function needsNoRedTest(run: Run): boolean {
  return run.proofs.length > 0 || inRound(run) || (acceptedIn(run).kind ?? 'behaviour') !== 'behaviour';
}

function acceptedIn({ accepted }: Run): Plan {
  return must(accepted, 'a change follows an accepted plan');
}

/** What this visit found out about the head. */
export function firedHere({ visit }: Run, { fired = [], head }: Repository): readonly Fired[] {
  return fired.filter((item) => item.visit === visit.n && item.tree === head.tree);
}
