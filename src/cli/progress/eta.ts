// How long a run probably still takes, from what its own attempts, checks and reviews took so far. Nothing is
// said before an attempt and a check were seen to end, or while a person is awaited. Pure.

import { stageDefinitions } from '../../core/pipeline/stage.ts';
import type { Run, TaskState } from '../../core/run.ts';
import { openGates, taskLine } from '../../core/run.ts';
import type { Took, Tracked } from '../../app/watching/track.ts';

interface Means {
  readonly attemptMs: number;
  readonly checkMs: number;
  readonly reviewMs: number;
}

export function etaMs(tracked: Tracked, now: number): number | undefined {
  const { run } = tracked;
  const isResting = run.ended !== undefined || run.blocked !== undefined || run.paused;
  const means = meansOf(tracked.took);
  if (isResting || openGates(run).length > 0 || means === undefined) return undefined;
  const sinceMs = (line: string): number => ageOf(tracked, line, now) ?? 0;
  switch (stageDefinitions[run.visit.stage].kind) {
    case 'working':
      return tasksMs(run, means, sinceMs) + means.checkMs + means.reviewMs;
    case 'checking':
      return left(means.checkMs, now - run.visit.enteredAt) + means.reviewMs;
    case 'judging':
      return left(means.reviewMs, now - run.visit.enteredAt);
    case 'taking-in':
    case 'finding-out':
    case 'drafting':
    case 'delivering':
    case 'following':
    case 'merging':
      return undefined;
  }
}

/** How long what is at work on a line has been at work. */
export function ageOf(tracked: Tracked, line: string, now: number): number | undefined {
  const effect = tracked.run.inFlight.find((item) => item.line === line);
  const begun = effect === undefined ? undefined : tracked.begunAt.get(effect.key);
  return begun === undefined ? undefined : Math.max(0, now - begun);
}

function meansOf(took: readonly Took[]): Means | undefined {
  const attemptMs = mean(took.filter((item) => item.kind === 'attempt'));
  const checkMs = mean(took.filter((item) => item.kind === 'check'));
  if (attemptMs === undefined || checkMs === undefined) return undefined;
  const asks = took.filter((item) => item.kind === 'ask');
  // Before the first review, what the other roles took is the best there is.
  const reviewMs = mean(asks.filter((item) => item.subject.startsWith('reviewer'))) ?? mean(asks);
  return { attemptMs, checkMs, reviewMs: reviewMs ?? attemptMs };
}

function mean(took: readonly Took[]): number | undefined {
  return took.length === 0 ? undefined : took.reduce((sum, item) => sum + item.ms, 0) / took.length;
}

/** Tasks side by side in the slots there are; never less than the longest of them. */
function tasksMs(run: Run, means: Means, sinceMs: (line: string) => number): number {
  const open = run.tasks.map((state) => taskMs(run, state, means, sinceMs)).filter((ms) => ms > 0);
  const total = open.reduce((sum, ms) => sum + ms, 0);
  return Math.max(0, ...open, total / Math.max(1, run.policy.slots));
}

function taskMs(run: Run, state: TaskState, means: Means, sinceMs: (line: string) => number): number {
  const since = sinceMs(taskLine(state.task.id));
  const { attemptMs, checkMs } = means;
  const reviewMs = run.accepted?.tasks.length === 1 ? 0 : means.reviewMs;
  switch (state.at) {
    case 'todo':
      return attemptMs + checkMs + reviewMs;
    case 'working':
      return left(attemptMs, since) + checkMs + reviewMs;
    case 'checking':
      return left(checkMs, since) + reviewMs;
    case 'reviewing':
      return left(reviewMs, since);
    case 'given':
      return checkMs + reviewMs;
    case 'taken':
    case 'accepted':
    case 'integrated':
    case 'failed':
    case 'replan':
    case 'dropped':
      return 0;
  }
}

function left(usuallyMs: number, sinceMs: number): number {
  return Math.max(0, usuallyMs - sinceMs);
}
