// One part of a run replaced, the rest as it was: what `evolve` and its parts are written with.

import type { Repository, Run, TaskState, Visit } from '../run.ts';
import { only } from '../run.ts';

export function inVisit(run: Run, change: Partial<Visit>): Run {
  return { ...run, visit: { ...run.visit, ...change } };
}

export function inRepository(run: Run, change: Partial<Repository>): Run {
  const alias = only(run).alias;
  return {
    ...run,
    repositories: run.repositories.map((item) => (item.alias === alias ? { ...item, ...change } : item)),
  };
}

export function inTask(run: Run, id: string, change: (state: TaskState) => TaskState): Run {
  return {
    ...run,
    tasks: run.tasks.map((state) => (state.task.id === id ? change(state) : state)),
  };
}

export function withFeedback(run: Run, line: string, blob: string | undefined): Run {
  return blob === undefined ? run : { ...run, feedback: { ...run.feedback, [line]: blob } };
}
