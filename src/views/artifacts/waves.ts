// Tasks by wave: the set at the same depth of the plan, which may run at the same time.

import type { Plan, Task } from '../../core/plan/plan.ts';
import { waves } from '../../core/plan/plan.ts';
import type { Run, TaskState } from '../../core/run.ts';

export interface Wave {
  /** A letter, as the task table calls it. */
  readonly name: string;
  readonly tasks: readonly string[];
}

/** A plan may build on tasks that were integrated before it; those stand in no wave of it. */
export function wavesOf(plan: Pick<Plan, 'tasks'>): readonly Wave[] {
  const own = new Set(plan.tasks.map((task) => task.id));
  const before = plan.tasks.flatMap((task) => task.dependsOn.filter((id) => !own.has(id)));
  return waves(plan.tasks, before).waves.map((tasks, index) => ({ name: letterOf(index), tasks }));
}

const letterA = 65;

function letterOf(index: number): string {
  return String.fromCodePoint(letterA + (index % 26));
}

export function waveOf(all: readonly Wave[], task: Task): string | undefined {
  return all.find((wave) => wave.tasks.includes(task.id))?.name;
}

/** How many waves the accepted plan has, and how many of them are integrated. */
export function planShape(run: Run): { readonly waves: number; readonly wavesDone: number } {
  if (run.accepted === undefined) return { waves: 0, wavesDone: 0 };
  const all = wavesOf(run.accepted);
  const done = new Set(run.tasks.flatMap((state) => (state.at === 'integrated' ? [state.task.id] : [])));
  const wavesDone = all.filter((wave) => wave.tasks.every((id) => done.has(id))).length;
  return { waves: all.length, wavesDone };
}

/** The words of SPEC [M10] for where a task is. */
export type TaskStatus = 'pending' | 'running' | 'waiting' | 'accepted' | 'integrated' | 'failed' | 'dropped';

export function taskStatus(state: TaskState): TaskStatus {
  if (state.breach !== undefined) return 'waiting';
  switch (state.at) {
    case 'todo':
      return 'pending';
    case 'taken':
      return 'waiting';
    case 'given':
    case 'working':
    case 'checking':
    case 'reviewing':
      return 'running';
    case 'accepted':
    case 'integrated':
    case 'dropped':
      return state.at;
    case 'failed':
    case 'replan':
      return 'failed';
  }
}
