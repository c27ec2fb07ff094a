// Where a run would go on, as data, and what unfinished work is saved there [M8]: for whoever starts it again, or wants to know
// what a crash left. Slipway itself needs none of it: it goes on from the journal. Pure.

import { blockedWords } from '../words/blocked-words.ts';
import type { EventOf, RunEvent } from '../../core/events.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import { stageDefinitions } from '../../core/pipeline/stage.ts';
import type { Run, TaskState } from '../../core/run.ts';
import { openGates } from '../../core/run.ts';
import type { SavedWhy, SavedWork } from '../../core/tasks/saved-work.ts';
import type { TaskStatus } from '../artifacts/waves.ts';
import { taskStatus } from '../artifacts/waves.ts';
import { savedWords } from '../words/saved-words.ts';
import { list } from '../words/words.ts';

export interface ResumePoint {
  readonly stage: StageName;
  readonly blocked?: string;
  /** Where tasks are worked on: those that are not on the run branch, in the order of the plan. */
  readonly tasks?: readonly UnfinishedTask[];
  /** Where a role writes something. */
  readonly written?: 'nothing' | 'something' | 'asked-about';
  /** Where checks run: the last that reported, and the first that has not. */
  readonly checks?: { readonly last?: string; readonly next?: string };
  /** Anywhere else: what is under way, or who is asked. */
  readonly step?: string;
  readonly recommendation: string;
}

interface UnfinishedTask {
  readonly id: string;
  readonly title: string;
  readonly status: TaskStatus;
  readonly checkpoint?: Checkpoint;
}

/** Saved work, and what is known of it. */
export interface Checkpoint {
  readonly commit: string;
  /** What follows is not known of work that journals of before speak of. */
  readonly at?: number;
  readonly why?: SavedWhy;
  readonly workInProgress: string;
  /** Files that are other than where the attempt began. */
  readonly files: readonly string[];
  /** Files of the task that nobody has touched. */
  readonly left: readonly string[];
}

/** As much of a recorded event as is looked at. */
type Told = { readonly event: RunEvent; readonly at: number };

type Saved = Told & { readonly event: EventOf<'task.saved'> };

/** Undefined where the run is over. */
export function resumeOf(run: Run, events: readonly Told[]): ResumePoint | undefined {
  const { stage } = run.visit;
  if (run.ended !== undefined) return undefined;
  if (run.blocked !== undefined) {
    const recommendation = 'a person has to decide: retry with a hint, or cancel';
    return { stage, blocked: blockedWords(run), ...workIn(run, events), recommendation };
  }
  return { stage, ...placeIn(run, events) };
}

function placeIn(run: Run, events: readonly Told[]): Omit<ResumePoint, 'stage'> {
  switch (stageDefinitions[run.visit.stage].kind) {
    case 'working':
      return { ...workIn(run, events), recommendation: 'go on with the first of these tasks' };
    case 'finding-out':
    case 'drafting':
      return writing(run);
    case 'checking':
      return unrunCheck(run);
    case 'taking-in':
    case 'judging':
    case 'delivering':
    case 'following':
    case 'merging': {
      const step = run.inFlight[0]?.subject ?? openGates(run)[0]?.kind;
      return { ...(step === undefined ? {} : { step }), recommendation: 'go on with what is under way' };
    }
  }
}

function workIn(run: Run, events: readonly Told[]): Pick<ResumePoint, 'tasks'> {
  const open = run.tasks.filter(({ at }) => at !== 'integrated' && at !== 'dropped');
  if (open.length === 0) return {};
  return {
    tasks: open.map((state) => {
      const checkpoint = checkpointOf(state, events);
      const { id, title } = state.task;
      return { id, title, status: taskStatus(state), ...(checkpoint === undefined ? {} : { checkpoint }) };
    }),
  };
}

/** What is saved of a task, if anything is. */
export function checkpointOf({ task, saved }: TaskState, events: readonly Told[]): Checkpoint | undefined {
  if (saved === undefined) return undefined;
  const told = events.findLast(
    (item): item is Saved =>
      item.event.type === 'task.saved' && item.event.task === task.id && item.event.commit === saved,
  );
  const work: Partial<SavedWork> = told?.event ?? {};
  const files = work.files ?? [];
  const left = [...task.files, ...task.tests].filter((file) => !files.includes(file));
  return {
    commit: saved,
    ...(told === undefined ? {} : { at: told.at }),
    ...(work.why === undefined ? {} : { why: work.why }),
    workInProgress: progressWords(savedWords(work), files.length === 0 ? [] : left),
    files,
    left,
  };
}

function progressWords(saved: string | undefined, left: readonly string[]): string {
  const what = saved === undefined ? 'what an attempt left' : `changed so far: ${saved}`;
  return left.length === 0 ? what : `${what}; untouched: ${list(left)}`;
}

/** Whether there is something to go on from, or only somebody to wait for. */
function writing(run: Run): Omit<ResumePoint, 'stage'> {
  if (openGates(run).length > 0) return { written: 'asked-about', recommendation: 'answer the gate' };
  return Object.keys(run.visit.ended).length > 0
    ? { written: 'something', recommendation: 'go on with what is there' }
    : { written: 'nothing', recommendation: 'ask the role of this stage from the beginning' };
}

function unrunCheck({ checks, visit }: Run): Omit<ResumePoint, 'stage'> {
  const done = new Set(visit.evidence.map(({ check }) => check));
  const last = visit.evidence.at(-1)?.check;
  const next = checks.find(({ name }) => !done.has(name))?.name;
  return {
    checks: { ...(last === undefined ? {} : { last }), ...(next === undefined ? {} : { next }) },
    recommendation: next === undefined ? 'go on with the verdict' : 'run the checks that did not report',
  };
}
