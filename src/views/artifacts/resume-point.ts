// Where a run would go on if everything were gone but its journal, stage by stage, under the keys that programs of this
// kind use. What it says is found out in `views/run/resume.ts`.

import type { Checkpoint, ResumePoint } from '../run/resume.ts';
import { resumeOf } from '../run/resume.ts';
import { isoOrNull, orNull } from './say.ts';
import type { FailureSummary } from './patterns.ts';
import type { Story } from './story.ts';
import type { Data } from './yaml.ts';

export interface ResumeParts {
  readonly story: Story;
  readonly summary: FailureSummary;
  /** Artifacts of the stage the run is in. */
  readonly existing: readonly string[];
}

type Keys = { readonly [key: string]: Data };

export function resumePoint({ story, summary, existing }: ResumeParts): Data {
  const point = resumeOf(story.run, story.events);
  if (point === undefined) return null;
  const { stage: state, blocked, recommendation } = point;
  if (blocked !== undefined) {
    return {
      state,
      block_reason: blocked,
      failure_summary: { total_failures: summary.total, by_type: summary.byReason },
      recommendation,
    };
  }
  return { state, ...placeOf(point, existing) };
}

const statusBy = { nothing: 'fresh', something: 'partial', 'asked-about': 'review_pending' } as const;

function placeOf(
  { tasks, written, checks, step, recommendation }: ResumePoint,
  existing: readonly string[],
): Keys {
  if (written !== undefined) {
    return { sub_status: statusBy[written], existing_artifacts: existing, recommendation };
  }
  if (checks !== undefined) {
    return { last_stage_completed: orNull(checks.last), next_stage: orNull(checks.next) };
  }
  const next = tasks?.[0];
  if (next === undefined) return { step: orNull(step), checkpoint: null };
  return {
    step: { step_id: next.id, description: next.title, status: next.status },
    checkpoint: checkpointKeys(next.checkpoint),
  };
}

/** The keys of a checkpoint; null where nothing is saved. */
export function checkpointKeys(checkpoint: Checkpoint | undefined): Data {
  if (checkpoint === undefined) return null;
  const { at, why, workInProgress, files, left, commit } = checkpoint;
  return {
    at: isoOrNull(at),
    reason: orNull(why?.replaceAll('-', '_')),
    work_in_progress: workInProgress,
    uncommitted_files: files,
    untouched_files: left,
    commit,
  };
}
