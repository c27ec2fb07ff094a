// The state file: where the run is and what each stage came to, under the keys other programs of this kind use.

import { asksForMerge } from '../../core/autonomy.ts';
import type { Run } from '../../core/run.ts';
import { orderOf, stagesOf } from '../../core/pipeline/pipeline.ts';
import { roundsOf } from '../../core/pipeline/rounds.ts';
import type { StageName } from '../../core/pipeline/stage.ts';
import { statusOf } from '../../core/status.ts';
import type { Artifact } from './artifact.ts';
import { jsonOf } from './artifact.ts';
import type { Failure } from './failures.ts';
import { reasonWords } from './failure-words.ts';
import type { FailureSummary } from './patterns.ts';
import { resumePoint } from './resume-point.ts';
import { isoOf, isoOrNull, orNull } from './say.ts';
import { ownKeys, stageOfPath } from './stage-files.ts';
import type { Story } from './story.ts';
import type { Data } from './yaml.ts';

export interface StateParts {
  readonly story: Story;
  readonly failures: readonly Failure[];
  readonly summary: FailureSummary;
  /** Names of the artifacts, which each stage lists its own of. */
  readonly paths: readonly string[];
}

export function stateArtifact(parts: StateParts): Artifact {
  const { story, failures, summary } = parts;
  const { run } = story;
  const working = run.inFlight.find((effect) => effect.kind === 'ask' || effect.kind === 'attempt');
  return {
    path: 'state.json',
    text: jsonOf({
      ticket_id: orNull(run.ticket?.id),
      run_id: run.id,
      created_at: isoOf(run.startedAt),
      updated_at: isoOf(story.last.at),
      workspace_dir: `runs/${run.id}`,
      ticket_type: orNull(run.ticket?.type),
      pipeline_variant: run.pipeline,
      requirement_source: run.source.tracker,
      current_state: run.visit.stage,
      status: statusOf(run),
      current_agent:
        working === undefined ? null : working.kind === 'ask' ? working.input.role : 'implementer',
      states: Object.fromEntries(stagesOf(run).map(({ name }) => [name, stageState(parts, name)])),
      resume_point: resumePoint({
        story,
        summary,
        existing: parts.paths.filter((path) => stageOfPath(path) === run.visit.stage),
      }),
      failure_log: failureLog(failures),
      failure_summary: {
        total_failures: summary.total,
        by_state: summary.byStage,
        by_type: summary.byReason,
        recurring_patterns: summary.recurring.map(({ pattern, ids }) => ({
          pattern,
          occurrences: ids.length,
          failure_ids: ids,
        })),
      },
      config: configOf(run),
    }),
  };
}

function stageState({ story, paths }: StateParts, stage: StageName): Data {
  const visits = story.visits.filter((visit) => visit.stage === stage);
  const last = visits.at(-1);
  return {
    status: stageStatus(story, stage),
    started_at: isoOrNull(visits[0]?.enteredAt),
    completed_at: isoOrNull(last?.leftAt),
    visits: visits.length,
    artifacts: paths.filter((path) => stageOfPath(path) === stage),
    ...(last?.skipped === undefined ? {} : { skipped_because: last.skipped }),
    ...ownKeys(story, stage),
  };
}

export type StageStatus = 'pending' | 'in_progress' | 'blocked' | 'completed' | 'skipped';

/** A stage the run went past without a visit was skipped, like one that was left undone on purpose. */
export function stageStatus({ run, visits }: Story, stage: StageName): StageStatus {
  const last = visits.findLast((visit) => visit.stage === stage);
  if (last === undefined) {
    const place = orderOf(run, stage);
    return visits.some((visit) => orderOf(run, visit.stage) > place) ? 'skipped' : 'pending';
  }
  if (last.n === run.visit.n && run.ended !== 'completed') {
    return run.blocked === undefined ? 'in_progress' : 'blocked';
  }
  return last.skipped === undefined ? 'completed' : 'skipped';
}

function failureLog(failures: readonly Failure[]): readonly Data[] {
  const seen = new Map<string, number>();
  return failures.map((failure) => {
    const place = `${failure.stage}/${failure.step}`;
    const count = (seen.get(place) ?? 0) + 1;
    seen.set(place, count);
    return failureEntry(failure, count);
  });
}

/** `count` says the how-manieth failure this is at its place. */
function failureEntry(failure: Failure, count: number): Data {
  return {
    id: failure.id,
    occurred_at: isoOf(failure.at),
    state: failure.stage,
    agent: failure.actor,
    step: failure.step,
    attempted_action: {
      description: failure.expected,
      command: orNull(failure.command),
      related_plan_step: orNull(failure.task),
      related_design: orNull(failure.describedIn),
      modified_files: failure.paths,
    },
    expected_outcome: failure.expected,
    actual_outcome: {
      type: failure.reason,
      class: failure.class,
      summary: failure.summary,
      details: failure.details === '' ? reasonWords[failure.reason] : failure.details,
      exit_code: orNull(failure.exit),
      log_file: orNull(failure.log),
    },
    agent_analysis: analysisOf(failure),
    resolution: {
      action: failure.action,
      transitioned_to: orNull(failure.movedTo),
      retry_count: count,
    },
  };
}

/** Null where no check failed: nothing was diagnosed then. */
function analysisOf({ hypothesis }: Failure): Data {
  if (hypothesis === undefined) return null;
  return {
    root_cause_hypothesis: hypothesis.cause,
    confidence: hypothesis.confidence,
    suggested_fix: orNull(hypothesis.fix),
  };
}

function configOf({ policy, budget }: Run): Data {
  return {
    max_design_revisions: roundsOf(policy, 'design'),
    max_eval_cycles: roundsOf(policy, 'bug'),
    autonomy: {
      mode: policy.gates.plan ? 'interactive' : 'auto',
      on_blocked: policy.onBlocked,
      auto_merge: !asksForMerge(policy),
    },
    rounds: { ...policy.rounds, plan: { ...policy.rounds.plan } },
    budget: {
      usd: budget.usd,
      launches: budget.launches,
      agent_ms: budget.agentMs,
      wall_ms: orNull(budget.wallMs),
    },
    slots: policy.slots,
  };
}
