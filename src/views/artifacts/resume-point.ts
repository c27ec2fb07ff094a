// Where a run would go on if everything were gone but its journal, stage by stage, under the keys that programs of this
// kind use. Slipway itself needs none of it: it goes on from the journal.

import type { Run } from '../../core/run.ts';
import { openGates } from '../../core/run.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import { stageDefinitions } from '../../core/pipeline/stage.ts';
import { orNull } from './say.ts';
import type { FailureSummary } from './patterns.ts';
import type { Story } from './story.ts';
import { taskStatus } from './waves.ts';
import type { Data } from './yaml.ts';

export interface ResumeParts {
  readonly story: Story;
  readonly summary: FailureSummary;
  /** Artifacts of the stage the run is in. */
  readonly existing: readonly string[];
}

export function resumePoint({ story, summary, existing }: ResumeParts): Data {
  const { run } = story;
  const state = run.visit.stage;
  if (run.ended !== undefined) return null;
  if (run.blocked !== undefined) {
    return {
      state,
      block_reason: run.blocked,
      failure_summary: { total_failures: summary.total, by_type: summary.byReason },
      recommendation: 'a person has to decide: retry with a hint, or cancel',
    };
  }
  return { state, ...placeIn(run, state, existing) };
}

function placeIn(run: Run, stage: StageName, existing: readonly string[]): { readonly [key: string]: Data } {
  switch (stageDefinitions[stage].kind) {
    case 'working':
      return unfinishedTask(run);
    case 'finding-out':
    case 'drafting':
      return writing(run, existing);
    case 'checking':
      return unrunCheck(run);
    case 'taking-in':
    case 'judging':
    case 'delivering':
    case 'following':
    case 'merging':
      return { step: orNull(run.inFlight[0]?.subject ?? openGates(run)[0]?.kind), checkpoint: null };
  }
}

/** The first task that is not on the run branch, with the work an attempt left behind. */
function unfinishedTask({ tasks }: Run): { readonly [key: string]: Data } {
  const next = tasks.find(({ at }) => at !== 'integrated' && at !== 'dropped');
  if (next === undefined) return { step: null, checkpoint: null };
  return {
    step: { step_id: next.task.id, description: next.task.title, status: taskStatus(next) },
    checkpoint: next.saved === undefined ? null : { commit: next.saved, uncommitted_files: [] },
  };
}

/** Whether there is something to go on from, or only somebody to wait for. */
function writing(run: Run, existing: readonly string[]): { readonly [key: string]: Data } {
  const waits = openGates(run).length > 0;
  const begun = Object.keys(run.visit.ended).length > 0;
  return {
    sub_status: waits ? 'review_pending' : begun ? 'partial' : 'fresh',
    existing_artifacts: existing,
    recommendation: waits
      ? 'answer the gate'
      : begun
        ? 'go on with what is there'
        : 'ask the role of this stage from the beginning',
  };
}

function unrunCheck({ checks, visit }: Run): { readonly [key: string]: Data } {
  const done = new Set(visit.evidence.map(({ check }) => check));
  return {
    last_stage_completed: orNull(visit.evidence.at(-1)?.check),
    next_stage: orNull(checks.find(({ name }) => !done.has(name))?.name),
  };
}
