// Which tasks may start now. Scheduling is data flow, not barriers:
//   SCHEDULE-1. A task starts when everything it depends on is integrated.
//   SCHEDULE-2. No two active tasks may change the same path: files, folders, tests and grants. An attempt that the run has left
//       behind in an earlier visit is at work until it has ended.
//   SCHEDULE-3. At most `slots` tasks are at work. Two transient failures in a wave halve them for the next one, rounded up.
//   SCHEDULE-4. Nothing startable idles while a slot is free; the longest chain of dependants goes first.
//   SCHEDULE-5. A task that waits for an answer, for a time or for its turn takes no slot; nor does one a person has.

import { collides, isTouchedBy } from './may-touch.ts';
import type { Task } from '../plan/plan.ts';
import { waves } from '../plan/plan.ts';
import type { Run, TaskState } from '../run.ts';
import { isUnderWay } from './replay.ts';
import { isActive, must, taskLine } from '../run.ts';

const takesNoSlot: readonly TaskState['at'][] = ['accepted', 'taken', 'given'];

export function startable(run: Run): readonly TaskState[] {
  const integrated = new Set(
    run.tasks.filter((state) => state.at === 'integrated').map((state) => state.task.id),
  );
  const ready = run.tasks.filter(
    (state) =>
      state.at === 'todo' &&
      state.breach === undefined &&
      state.task.dependsOn.every((id) => integrated.has(id)) &&
      !awaitsLeave(run, state) &&
      !awaitsAnswer(run, state),
  );
  const held = ready.filter((state) => isHeld(run, state)); // SCHEDULE-5: these ask for their wait only
  const able = ready.filter((state) => !isHeld(run, state) && !isLeftBehind(run, state));
  // Who waits in the queue for somebody else is not in that one's way.
  const active = run.tasks.filter((state) => isUnderWay(run, state));
  return [...held, ...pickDisjoint(run, longestChainFirst(able, run.tasks), active)];
}

/** Tasks a person may take: what an agent could start or is at work on now, waits and slots aside. */
export function takeable(run: Run): readonly TaskState[] {
  const others = (state: TaskState): readonly TaskState[] =>
    run.tasks.filter((item) => isActive(item) && item !== state);
  return run.tasks.filter((state) => {
    const free = state.at === 'working' || (state.at === 'todo' && dependenciesIn(run, state));
    return free && !others(state).some((item) => collides(item, state));
  });
}

function dependenciesIn(run: Run, state: TaskState): boolean {
  return state.task.dependsOn.every((id) =>
    run.tasks.some((item) => item.task.id === id && item.at === 'integrated'),
  );
}

/** SCHEDULE-2: somebody who is being stopped is still at work on its files. */
function isLeftBehind(run: Run, state: TaskState): boolean {
  return run.inFlight.some(
    (effect) => effect.kind === 'attempt' && effect.visit !== run.visit.n && isTouchedBy(state, effect.input),
  );
}

function isHeld(run: Run, state: TaskState): boolean {
  return run.holds.some((hold) => hold.line === taskLine(state.task.id));
}

function awaitsAnswer(run: Run, state: TaskState): boolean {
  const line = taskLine(state.task.id);
  return run.questions.some((question) => question.line === line && question.answer === undefined);
}

/** A task of a wave, or a destructive one, starts only after a person approved that. */
export function awaitsLeave(run: Run, state: TaskState): boolean {
  return awaitsDestruction(run, state) || awaitsWave(run, state);
}

export function awaitsDestruction(run: Run, state: TaskState): boolean {
  if (!state.task.destructive || !run.policy.gates.destructive) return false;
  return !run.gates.some(
    (gate) =>
      gate.kind === 'destructive' &&
      gate.subject === state.task.id &&
      gate.decision?.answer === 'approve' &&
      gate.digest === destructiveDigest(run, state),
  );
}

function awaitsWave(run: Run, state: TaskState): boolean {
  return awaitedWave(run, state) !== undefined;
}

/** The wave a task waits for leave with. [M7] A plan of one task has no wave worth a gate. */
function awaitedWave(run: Run, state: TaskState): number | undefined {
  const wave = run.policy.gates.wave ? waveOf(run, state) : undefined;
  const { tasks } = must(run.accepted, 'work follows an accepted plan');
  if (wave === undefined || tasks.length === 1) return undefined;
  const approved = run.gates.some(
    (gate) =>
      gate.kind === 'wave' && gate.digest === waveDigest(run, wave) && gate.decision?.answer === 'approve',
  );
  return approved ? undefined : wave;
}

/** Tasks at the same depth of the accepted plan, counted from 1; undefined for a task of an earlier plan. */
export function waveOf(run: Run, { task }: TaskState): number | undefined {
  const { tasks } = must(run.accepted, 'work follows an accepted plan');
  const index = wavesOf(run, tasks).findIndex((ids) => ids.includes(task.id));
  return index < 0 ? undefined : index + 1;
}

function wavesOf(run: Run, tasks: readonly Task[]): readonly (readonly string[])[] {
  const planned = new Set(tasks.map((item) => item.id));
  const before = run.tasks.map((item) => item.task.id).filter((id) => !planned.has(id));
  return waves(tasks, before).waves;
}

export function waveDigest(run: Run, wave: number): string {
  return `wave-${wave}.${must(run.accepted, 'work follows an accepted plan').hash}`;
}

/** Waves whose first task could start and that nobody gave leave for yet. */
export function wavesDue(run: Run): readonly number[] {
  const ready = run.tasks.filter((state) => state.at === 'todo' && dependenciesIn(run, state));
  return [...new Set(ready.map((state) => awaitedWave(run, state)))].filter((wave) => wave !== undefined);
}

export function destructiveDigest(run: Run, state: TaskState): string {
  return `${state.task.id}.${must(run.accepted, 'work follows an accepted plan').hash}`;
}

function pickDisjoint(
  run: Run,
  ready: readonly TaskState[],
  active: readonly TaskState[],
): readonly TaskState[] {
  if (ready.length === 0) return [];
  const slotsOf = slotsByWave(run);
  const atWork = active.filter((state) => !takesNoSlot.includes(state.at)).length;
  const picked: TaskState[] = [];
  for (const state of ready) {
    if (atWork + picked.length >= slotsOf(state)) continue; // SCHEDULE-3
    if ([...active, ...picked].some((other) => collides(other, state))) continue; // SCHEDULE-2
    picked.push(state);
  }
  return picked;
}

/** SCHEDULE-3: derived from the failures that are recorded; a wave without trouble gives the next one all slots again. */
function slotsByWave(run: Run): (state: TaskState) => number {
  const { tasks } = must(run.accepted, 'work follows an accepted plan');
  const slots = new Map<string, number>();
  let now = run.policy.slots;
  for (const ids of wavesOf(run, tasks)) {
    for (const id of ids) slots.set(id, now);
    const troubles = ids.reduce((sum, id) => sum + (run.failures[taskLine(id)]?.transient ?? 0), 0);
    now = troubles < troublesMax ? run.policy.slots : Math.ceil(now / 2);
  }
  return ({ task }) => slots.get(task.id) ?? run.policy.slots;
}

const troublesMax = 2;

/** SCHEDULE-4: by the number of tasks on the longest path that waits behind each. */
function longestChainFirst(ready: readonly TaskState[], all: readonly TaskState[]): readonly TaskState[] {
  const depth = new Map<string, number>();
  const depthOf = (id: string): number => {
    const known = depth.get(id);
    if (known !== undefined) return known;
    const behind = all.filter((state) => state.task.dependsOn.includes(id));
    const found = 1 + Math.max(0, ...behind.map((state) => depthOf(state.task.id)));
    depth.set(id, found);
    return found;
  };
  return ready.toSorted((a, b) => depthOf(b.task.id) - depthOf(a.task.id));
}
