// What must hold after every event. A violation is our own bug: it stops that run, with its journal
// intact, and leaves the others going.

import type { Scope } from './budget/budget.ts';
import { capsOf } from './budget/budget.ts';
import { filesOf } from './plan/plan.ts';
import { overlap } from './fence/paths.ts';
import type { Run, TaskState } from './run.ts';
import { isVouched } from './evidence/vouched.ts';
import { isOrdered } from './stages/merge.ts';
import { comesAgain } from './tasks/replay.ts';
import { isActive, taskLine } from './run.ts';

/**
 * Names of the rules a state breaks; none, for every state that `decide` and `evolve` can make. Where the state before is
 * given and broke none, only rules about what is not the same since are looked at: the answer is the same.
 */
export function violations(run: Run, before?: Run): readonly string[] {
  const broken: string[] = [];
  for (const { name, about, holds } of rules) {
    const isSame = before !== undefined && about.every((part) => run[part] === before[part]);
    if (!isSame && !holds(run, before)) broken.push(name);
  }
  return broken;
}

export function assertInvariants(run: Run, before?: Run): void {
  const broken = violations(run, before);
  if (broken.length > 0) throw new Error(`invariant: ${broken.join('; ')} (run ${run.id})`);
}

interface Rule {
  readonly name: string;
  /** All parts of a run that it reads. */
  readonly about: readonly (keyof Run)[];
  readonly holds: (run: Run, before: Run | undefined) => boolean;
}

const rules: readonly Rule[] = [
  {
    name: 'I1: an effect is in flight once',
    about: ['inFlight'],
    holds: (run) => isUnique(run.inFlight.map((effect) => effect.key)),
  },
  {
    name: 'I2: a gate is open once for the same thing',
    about: ['gates'],
    holds: (run) =>
      isUnique(
        run.gates
          .filter((gate) => gate.decision === undefined)
          .map((gate) => `${gate.visit}/${gate.kind}/${gate.subject}/${gate.digest}`),
      ),
  },
  {
    name: 'I3: launches stay within their cap',
    about: ['spend', 'spends', 'budget', 'tasks'],
    holds: (run) =>
      run.spend.launches <= run.budget.launches &&
      run.spend.ended <= run.spend.launches &&
      (!limitsTasks(run) || run.tasks.every(({ task }) => isWithinCap(run, taskLine(task.id)))),
  },
  {
    name: 'I4: active tasks share no file',
    about: ['tasks', 'replay'],
    holds: (run) => {
      const active = run.tasks.filter((state) => isActive(state) && !comesAgain(run, state));
      return active.every((one, index) =>
        active.slice(index + 1).every((other) => !overlap(filesOf(one.task), filesOf(other.task))),
      );
    },
  },
  {
    name: 'I5: an active task has all it depends on',
    about: ['tasks', 'replay'],
    holds: (run) =>
      run.tasks.every(
        (state) =>
          state.task.dependsOn.length === 0 ||
          !isActive(state) ||
          comesAgain(run, state) ||
          state.task.dependsOn.every((id) => isIntegrated(run, id)),
      ),
  },
  {
    name: 'I6: a task that is past its attempt has delivered',
    about: ['tasks'],
    holds: (run) => run.tasks.every((state) => !pastAttempt.has(state.at) || state.delivered !== undefined),
  },
  {
    name: 'I10: what is in the queue is accepted',
    about: ['queue', 'tasks'],
    holds: (run) =>
      (run.queue ?? []).every(({ task }) =>
        run.tasks.some((state) => state.task.id === task && state.at === 'accepted'),
      ),
  },
  {
    name: 'I7: task ids are unique',
    about: ['tasks'],
    holds: (run, before) =>
      (before !== undefined && haveSameIds(run, before)) ||
      isUnique(run.tasks.filter((state) => state.at !== 'dropped').map((state) => state.task.id)),
  },
  {
    name: 'I8: work follows an accepted plan',
    about: ['tasks', 'accepted'],
    holds: (run) => run.tasks.length === 0 || run.accepted !== undefined,
  },
  {
    // What was found merged is a fact that was seen: whoever did that asked nobody here.
    name: 'I9: a merge of ours follows its order, our evidence and our review, and a landing its merge',
    about: [
      'landed',
      'repositories',
      'policy',
      'mergeOrder',
      'gates',
      'checks',
      'evidence',
      'evaluated',
      'review',
    ],
    holds: (run) =>
      run.repositories.every(({ pullRequest }) => {
        if (pullRequest?.merged === undefined) return run.landed === undefined;
        return pullRequest.found === true || (isOrdered(run) && isVouched(run));
      }),
  },
];

/** Most runs have no cap for a task, and then there is nothing to look for in each. */
function limitsTasks({ budget }: Run): boolean {
  return budget.task?.launches !== undefined || budget.raised !== undefined;
}

function isWithinCap(run: Run, scope: Scope): boolean {
  return (run.spends[scope]?.launches ?? 0) <= (capsOf(run.budget, scope).launches ?? Infinity);
}

function isIntegrated({ tasks }: Run, id: string): boolean {
  return tasks.some((state) => state.at === 'integrated' && state.task.id === id);
}

const pastAttempt: ReadonlySet<TaskState['at']> = new Set([
  'checking',
  'reviewing',
  'accepted',
  'integrated',
] as const);

/** Task by task as before, whatever became of each, but for being dropped. */
function haveSameIds({ tasks }: Run, before: Run): boolean {
  if (tasks.length !== before.tasks.length) return false;
  return tasks.every((state, at) => {
    const other = before.tasks[at];
    if (state === other) return true;
    return other?.task.id === state.task.id && (other.at === 'dropped') === (state.at === 'dropped');
  });
}

function isUnique(items: readonly string[]): boolean {
  return new Set(items).size === items.length;
}
