// How far a run is, in numbers that code computes: percent, tasks, times, and when it will probably be done.
//   PROGRESS-1. Percent stays at 95 or below until the review has passed.

import type { Run } from '../../core/run.ts';
import { isOfKind, orderOf, stagesOf } from '../../core/pipeline/pipeline.ts';
import { statusOf } from '../../core/status.ts';
import type { Artifact } from './artifact.ts';
import { isoOf, isoOrNull, minutesOf, orNull } from './say.ts';
import type { Stay, Story } from './story.ts';
import { planShape } from './waves.ts';
import { yamlOf } from './yaml.ts';

const beforeReviewMax = 95;

export interface Progress {
  readonly percent: number;
  readonly tasksDone: number;
  readonly tasksTotal: number;
  /** Undefined where nothing was observed to tell it from. */
  readonly remainingMs?: number;
  readonly confidence: 'low' | 'medium' | 'high';
}

export function progressOf(story: Story): Progress {
  const { run } = story;
  const counted = run.tasks.filter((state) => state.at !== 'dropped');
  const tasksDone = counted.filter((state) => state.at === 'integrated').length;
  const remainingMs = remainingOf(story, tasksDone, counted.length);
  return {
    percent: percentOf(run, tasksDone, counted.length),
    tasksDone,
    tasksTotal: counted.length,
    confidence: remainingMs === undefined || tasksDone < 2 ? 'low' : tasksDone < 4 ? 'medium' : 'high',
    ...(remainingMs === undefined ? {} : { remainingMs }),
  };
}

function percentOf(run: Run, done: number, total: number): number {
  if (run.ended === 'completed') return 100;
  const { stage } = run.visit;
  const reached = Math.max(floorAt(run, orderOf(run, stage)), workedOf(run, done, total));
  const reviewed = isOfKind(stage, 'delivering', 'following', 'merging');
  return reviewed ? reached : Math.min(beforeReviewMax, reached); // PROGRESS-1
}

/** The way through the stage in which tasks are worked on, up to where the next one begins. */
function workedOf(run: Run, done: number, total: number): number {
  if (total === 0) return 0;
  const working = stagesOf(run).findIndex(({ name }) => isOfKind(name, 'working'));
  const [from, to] = [floorAt(run, working), floorAt(run, working + 1)];
  return from + Math.floor(((to - from) * done) / total);
}

function floorAt(run: Run, order: number): number {
  return stagesOf(run)[order]?.percent ?? 0;
}

/** From the pace of the tasks that are done; what comes after them is taken as long as one more. */
function remainingOf({ run, visits, last }: Story, done: number, total: number): number | undefined {
  if (!isOfKind(run.visit.stage, 'working') || run.ended !== undefined || done === 0) return undefined;
  const worked = visits
    .filter((visit) => isOfKind(visit.stage, 'working'))
    .reduce((sum, visit) => sum + (visit.leftAt ?? last.at) - visit.enteredAt, 0);
  return Math.round((worked / done) * (total - done + 1));
}

export function progressArtifact(story: Story): Artifact {
  const { run, last, firstChangeAt } = story;
  const progress = progressOf(story);
  const { waves, wavesDone } = planShape(run);
  const elapsed = (story.endedAt ?? last.at) - run.startedAt;
  return {
    path: 'progress.yaml',
    text: yamlOf({
      ticket: orNull(run.ticket?.id),
      type: orNull(run.ticket?.workType),
      branch: orNull(run.branch),
      status: statusOf(run),
      current_stage: run.visit.stage,
      created_at: isoOf(run.startedAt),
      last_updated: isoOf(last.at),
      metrics: {
        percent_complete: progress.percent,
        tasks_total: progress.tasksTotal,
        tasks_completed: progress.tasksDone,
        groups_total: waves,
        groups_completed: wavesDone,
        elapsed_minutes: minutesOf(elapsed),
        remaining_minutes_estimate:
          progress.remainingMs === undefined ? null : minutesOf(progress.remainingMs),
        eta_confidence: progress.confidence,
        first_code_change_at: isoOrNull(firstChangeAt),
        lead_time_to_first_code_change_minutes:
          firstChangeAt === undefined ? null : minutesOf(firstChangeAt - run.startedAt),
        launches: run.spend.launches,
        agent_minutes: minutesOf(run.spend.agentMs),
      },
      rounds_used: { ...run.rounds },
      rounds: story.visits.filter(isRound).map((visit) => roundOf(visit, story)),
    }),
  };
}

/** The first way through the planning stage counts as a round too: it is what later ones are compared with. */
function isRound(visit: Stay): boolean {
  return visit.round !== undefined || visit.stage === 'planning';
}

function roundOf(
  visit: Stay,
  { visits, last, endedAt }: Story,
): { readonly [key: string]: string | number | null } {
  const next = visits.find((other) => other.n > visit.n && isRound(other));
  const until = next?.enteredAt ?? endedAt;
  return {
    round: visit.round ?? 'first',
    stage: visit.stage,
    because: visit.because,
    started_at: isoOf(visit.enteredAt),
    ended_at: isoOrNull(until),
    minutes: minutesOf((until ?? last.at) - visit.enteredAt),
  };
}
