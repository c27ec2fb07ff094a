// Which checks decide about a task [P2][M10]: those that are configured for every task, and those its plan names beside them.
//   TASK-CHECKS-1. A plan adds checks, and never takes one away: build, tests and lint run for every task whatever it says.
//   TASK-CHECKS-2. A plan names checks that are configured; what is run is the configured command and nothing else.
//   TASK-CHECKS-3. A check with `paths` is left out where a task may change none of them; where that leaves nothing that judges, nothing is
//       left out. The whole change is held against every check, whatever its paths.

import type { CheckSpec, Evidence } from '../evidence/evidence.ts';
import type { Plan } from '../plan/plan.ts';
import { filesOf } from '../plan/plan.ts';
import { overlap } from '../fence/paths.ts';
import type { Repository, Run, TaskState } from '../run.ts';
import { isIn, repositoryOf } from '../run.ts';

/** All that were found in a repository. */
export function checksIn(run: Run, repository: Repository): readonly CheckSpec[] {
  return run.checks.filter((check) => isIn(run, check, repository));
}

/** For one task, or for several of a repository that are checked together. */
export function checksFor(
  run: Run,
  states: readonly Pick<TaskState, 'task' | 'grants'>[],
): readonly CheckSpec[] {
  const named = new Set([
    ...(run.accepted?.validation?.checksPerTask ?? []),
    ...states.flatMap(({ task }) => task.verification),
  ]);
  const own = run.checks.filter((check) =>
    states.every(({ task }) => isIn(run, check, repositoryOf(run, task))),
  );
  const all = own.filter((check) => check.when === 'task' || named.has(check.name)); // TASK-CHECKS-1, TASK-CHECKS-2
  const files = states.flatMap(({ task, grants }) => [...filesOf(task), ...grants]);
  const about = all.filter(
    ({ name, paths }) => paths === undefined || named.has(name) || overlap(paths, files),
  );
  return about.some(({ kind }) => kind !== 'setup' && kind !== 'build') ? about : all; // TASK-CHECKS-3
}

/** Checks of which a plan says that they fail at the base commit, and that did not. */
export function falselyKnown(
  { validation }: Pick<Plan, 'validation'>,
  baseline: readonly Evidence[],
): readonly Evidence[] {
  const claimed = validation?.knownFailures ?? [];
  return baseline.filter(({ check, verdict }) => claimed.includes(check) && verdict !== 'FAIL');
}
