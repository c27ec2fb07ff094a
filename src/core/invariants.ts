// What must hold after every event. A violation is our own bug: it stops that run, with its journal
// intact, and leaves the others going.

import { capsOf } from './budget/budget.ts';
import { filesOf } from './plan/plan.ts';
import { overlap } from './fence/paths.ts';
import type { Run } from './run.ts';
import { comesAgain } from './tasks/replay.ts';
import { isActive, taskLine } from './run.ts';

/** Names of the rules a state breaks; none, for every state that `decide` and `evolve` can make. */
export function violations(run: Run): readonly string[] {
  return rules.filter((rule) => !rule.holds(run)).map((rule) => rule.name);
}

export function assertInvariants(run: Run): void {
  const broken = violations(run);
  if (broken.length > 0) throw new Error(`invariant: ${broken.join('; ')} (run ${run.id})`);
}

const rules: readonly { readonly name: string; readonly holds: (run: Run) => boolean }[] = [
  {
    name: 'I1: an effect is in flight once',
    holds: (run) => isUnique(run.inFlight.map((effect) => effect.key)),
  },
  {
    name: 'I2: a gate is open once for the same thing',
    holds: (run) =>
      isUnique(
        run.gates
          .filter((gate) => gate.decision === undefined)
          .map((gate) => `${gate.visit}/${gate.kind}/${gate.subject}/${gate.digest}`),
      ),
  },
  {
    name: 'I3: launches stay within their cap',
    holds: (run) =>
      run.spend.launches <= run.budget.launches &&
      run.spend.ended <= run.spend.launches &&
      run.tasks.every(({ task }) => {
        const scope = taskLine(task.id);
        return (run.spends[scope]?.launches ?? 0) <= (capsOf(run.budget, scope).launches ?? Infinity);
      }),
  },
  {
    name: 'I4: active tasks share no file',
    holds: (run) => {
      const active = run.tasks.filter((state) => isActive(state) && !comesAgain(run, state));
      return active.every((one, index) =>
        active.slice(index + 1).every((other) => !overlap(filesOf(one.task), filesOf(other.task))),
      );
    },
  },
  {
    name: 'I5: an active task has all it depends on',
    holds: (run) => {
      const integrated = new Set(
        run.tasks.filter((state) => state.at === 'integrated').map((state) => state.task.id),
      );
      return run.tasks
        .filter((state) => isActive(state) && !comesAgain(run, state))
        .every((state) => state.task.dependsOn.every((id) => integrated.has(id)));
    },
  },
  {
    name: 'I6: a task that is past its attempt has delivered',
    holds: (run) =>
      run.tasks.every(
        (state) =>
          !['checking', 'reviewing', 'accepted', 'integrated'].includes(state.at) ||
          state.delivered !== undefined,
      ),
  },
  {
    name: 'I10: what is in the queue is accepted',
    holds: (run) =>
      (run.queue ?? []).every(({ task }) =>
        run.tasks.some((state) => state.task.id === task && state.at === 'accepted'),
      ),
  },
  {
    name: 'I7: task ids are unique',
    holds: (run) =>
      isUnique(run.tasks.filter((state) => state.at !== 'dropped').map((state) => state.task.id)),
  },
  {
    name: 'I8: work follows an accepted plan',
    holds: (run) => run.tasks.length === 0 || run.accepted !== undefined,
  },
  {
    name: 'I9: a merge follows its order, and a landing its merge',
    holds: (run) =>
      run.landed === undefined || run.repositories.every((item) => item.pullRequest?.merged !== undefined),
  },
];

function isUnique(items: readonly string[]): boolean {
  return new Set(items).size === items.length;
}
