// What a task may change, as the scheduler sees it: its files and tests, and what it was granted beyond them.
//   MAY-TOUCH-1. Two tasks that may change the same path are never at work together, whichever way each of them may.
//   MAY-TOUCH-2. A grant goes to the tasks that have to do with it: those that name the path, or the manifest a lock file is
//       written from. Where no task does, every task may need it.

import type { AttemptInput } from '../effects.ts';
import type { Plan, Task } from '../plan/plan.ts';
import { filesOf } from '../plan/plan.ts';
import { overlap } from '../fence/paths.ts';
import type { TaskState } from '../run.ts';

/** MAY-TOUCH-1. */
export function collides(one: TaskState, other: TaskState): boolean {
  return overlap(claimsOf(one), claimsOf(other));
}

/** MAY-TOUCH-1, for an attempt that was begun with these files and this leave. */
export function isTouchedBy(
  state: TaskState,
  { fence, grants }: Pick<AttemptInput, 'fence' | 'grants'>,
): boolean {
  return overlap([...fence, ...grants], claimsOf(state));
}

function claimsOf({ task, grants }: TaskState): readonly string[] {
  return [...filesOf(task), ...grants];
}

/** Lock files, and the manifests that whoever changes them changes too. */
const manifests: Readonly<Record<string, readonly string[]>> = {
  'package-lock.json': ['package.json'],
  'npm-shrinkwrap.json': ['package.json'],
  'pnpm-lock.yaml': ['package.json', 'pnpm-workspace.yaml'],
  'yarn.lock': ['package.json'],
  'bun.lock': ['package.json'],
  'Cargo.lock': ['Cargo.toml'],
  'go.sum': ['go.mod'],
  'poetry.lock': ['pyproject.toml'],
  'uv.lock': ['pyproject.toml'],
  'Pipfile.lock': ['Pipfile'],
  'Gemfile.lock': ['Gemfile'],
  'composer.lock': ['composer.json'],
};

/** MAY-TOUCH-2. */
export function grantsFor(plan: Pick<Plan, 'tasks' | 'grants'>, task: Task): readonly string[] {
  return plan.grants.filter(
    (grant) => concerns(task, grant) || !plan.tasks.some((other) => concerns(other, grant)),
  );
}

function concerns(task: Task, grant: string): boolean {
  const files = filesOf(task);
  const names = manifests[nameOf(grant)] ?? [];
  return overlap(files, [grant]) || files.some((file) => names.includes(nameOf(file)));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
