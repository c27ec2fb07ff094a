// What happens to one task: the part of `evolve` that is about tasks alone.

import type { RunEvent } from '../events.ts';
import { withoutIntegrated } from '../tasks/queue.ts';
import type { Run, TaskState } from '../run.ts';
import { redone, withStep } from '../tasks/replay.ts';
import { changed, inTask, withFeedback } from './within.ts';

type TaskEvent = Extract<RunEvent, { type: `task.${string}` }>;

export const isTaskEvent = (event: RunEvent): event is TaskEvent => event.type.startsWith('task.');

export function evolveTask(run: Run, event: TaskEvent): Run {
  switch (event.type) {
    case 'task.delivered': {
      const { commit, tree, parent, touched, undelivered } = event;
      return inTask(
        changed(run, { replay: redone(run, event.task) }),
        event.task,
        ({ saved: _saved, workspace: _workspace, handedOut: _handedOut, collided: _collided, ...state }) => ({
          ...state,
          at: 'checking',
          delivered: {
            commit,
            tree,
            parent,
            ...(touched === undefined ? {} : { touched }),
            ...(undelivered === undefined ? {} : { undelivered }),
          },
          evidence: [],
        }),
      );
    }
    case 'task.taken':
      return inTask(run, event.task, ({ author: _author, ...state }) => ({
        ...state,
        at: 'taken',
        takenBy: event.by.who,
      }));
    case 'task.handed-out':
      return inTask(run, event.task, (state) => ({
        ...state,
        workspace: event.workspace,
        ...(event.parent === undefined ? {} : { handedOut: event.parent }),
      }));
    case 'task.given':
      return inTask(run, event.task, (state) =>
        event.work === 'keep' ? { ...state, at: 'given' } : handedBack(state),
      );
    case 'task.returned':
      return inTask(run, event.task, (state) => ({ ...state, at: 'taken' }));
    case 'task.saved':
      return inTask(run, event.task, (state) => ({ ...state, saved: event.commit }));
    case 'task.accepted':
      return inTask(run, event.task, (state) => ({ ...state, at: 'accepted' }));
    case 'task.integrated':
      return withStep(withoutIntegrated(run, event.head.commit), event.task, event.head);
    case 'task.failed':
      return inTask(run, event.task, (state) => ({ ...state, at: endOf(event), failed: event.reason }));
    case 'task.reopened':
      return inTask(withFeedback(run, `task/${event.task}`, event.feedback), event.task, (state) => ({
        ...state,
        ...(event.collision === undefined ? {} : { collided: event.collision }),
        at: 'todo',
      }));
    case 'task.granted':
      return inTask(run, event.task, (state) => ({
        ...withoutBreach(state),
        grants: [...state.grants, ...event.paths],
      }));
    case 'task.strayed': {
      const { type: _type, task, ...stray } = event;
      return inTask(run, task, (state) => ({ ...state, breach: stray.paths, stray }));
    }
    case 'task.widened':
      return inTask(run, event.task, (state) => widened(withoutBreach(state), event));
  }
}

function endOf({ replan, dropped }: Extract<TaskEvent, { type: 'task.failed' }>): TaskState['at'] {
  if (dropped === true) return 'dropped';
  return replan ? 'replan' : 'failed';
}

/** The person wants nothing of what they did to be kept. */
function handedBack({ workspace: _workspace, handedOut: _handedOut, ...state }: TaskState): TaskState {
  return { ...state, at: 'todo' };
}

export function withoutBreach(state: TaskState): TaskState {
  const { breach: _breach, stray: _stray, ...rest } = state;
  return rest;
}

/** Among its files, so that whoever asks what the task may touch is told of them; the plan stays as it was approved. */
function widened(state: TaskState, { paths, by }: Extract<TaskEvent, { type: 'task.widened' }>): TaskState {
  return {
    ...state,
    task: { ...state.task, files: [...state.task.files, ...paths] },
    widened: [...(state.widened ?? []), { paths, ...(by === undefined ? {} : { by }) }],
  };
}
