// Which checks decide about a task [P2][M10]: those that are configured for every task, and those its plan names beside them.
//   V1. A plan adds checks, and never takes one away: build, tests and lint run for every task whatever it says.
//   V2. A plan names checks that are configured; what is run is the configured command and nothing else.

import type { CheckSpec, Evidence } from './evidence.ts';
import type { Plan, Task } from './plan.ts';
import type { Run } from './run.ts';

/** For one task, or for several that are checked together. */
export function checksFor(run: Run, tasks: readonly Task[]): readonly CheckSpec[] {
  const named = new Set([
    ...(run.accepted?.validation?.checksPerTask ?? []),
    ...tasks.flatMap((task) => task.verification),
  ]);
  return run.checks.filter((check) => check.when === 'task' || named.has(check.name)); // V1, V2
}

/** Checks of which a plan says that they fail at the base commit, and that did not. */
export function falselyKnown(
  { validation }: Pick<Plan, 'validation'>,
  baseline: readonly Evidence[],
): readonly Evidence[] {
  const claimed = validation?.knownFailures ?? [];
  return baseline.filter(({ check, verdict }) => claimed.includes(check) && verdict !== 'FAIL');
}
