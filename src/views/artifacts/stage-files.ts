// What the artifacts have of single stages: which files tell of which, and what only that one has in the state file. The
// other views know stages by their kind; here they are named, because these files and keys are theirs alone.

import type { StageName } from '../../core/pipeline/stage.ts';
import type { TaskState } from '../../core/run.ts';
import { checkpointOf } from '../run/resume.ts';
import { pullRequestKeys } from './pull-request-keys.ts';
import { checkpointKeys } from './resume-point.ts';
import { isoOrNull, orNull } from './say.ts';
import type { Story } from './story.ts';
import { taskStatus } from './waves.ts';
import type { Data } from './yaml.ts';

const placeOf: readonly (readonly [RegExp, StageName])[] = [
  [/^(?:ticket\.json|prompt\.yaml)$/, 'intake'],
  [/^(?:analysis\.md|related-code\.json)$/, 'analysis'],
  [/^(?:round-\d+\/(?:plan\.md|tasks\.yaml)|plan-fix-\d+\.md)$/, 'planning'],
  [/^design-v\d+\.md$/, 'design'],
  [/^round-\d+\/review_report\.yaml$/, 'plan-review'],
  [/^test-report\.md$/, 'evaluation'],
  [/^(?:final_review\.md|review\.sarif)$/, 'review'],
  [/^review-feedback-\d+\.md$/, 'triage'],
];

export function stageOfPath(path: string): StageName | undefined {
  return placeOf.find(([pattern]) => pattern.test(path))?.[1];
}

type OwnKeys = { readonly [key: string]: Data };

const keysOf: Readonly<Partial<Record<StageName, (story: Story) => OwnKeys>>> = {
  intake: ({ run }) => ({ sensitive_check: orNull(run.ticket?.screening) }),
  analysis: ({ run }) => ({ reproduction_confirmed: run.analysis?.reproduced ?? false }),
  design: ({ designs }) => ({ revision: designs.length }),
  implementation: (story) => ({
    branch: orNull(story.run.branch),
    plan_progress: planProgress(story),
    commits: story.commits.map((item) => item.commit),
  }),
  evaluation: ({ run }) => ({
    cycle: run.rounds.bug + run.rounds.simplify + 1,
    results: Object.fromEntries(run.evidence.map((item) => [item.check, item.verdict])),
    report_path: run.evidence.length === 0 ? null : 'test-report.md',
  }),
  completion: ({ run, mergedAt }) => {
    const { merge_commit: commit, ...rest } = pullRequestKeys(run);
    return {
      ...rest,
      pr_url: null,
      merged_at: isoOrNull(mergedAt),
      ...(commit === undefined ? {} : { merge_commit: commit }),
    };
  },
};

/** What the state file says of this stage and of no other. */
export function ownKeys(story: Story, stage: StageName): OwnKeys {
  return keysOf[stage]?.(story) ?? {};
}

function planProgress(story: Story): Data {
  const tasks = story.run.tasks.filter((state) => state.at !== 'dropped');
  if (tasks.length === 0) return null;
  return { total_steps: tasks.length, steps: tasks.map((state) => stepOf(state, story)) };
}

function stepOf(state: TaskState, { spans, commits, integrated, events }: Story): Data {
  const { id, title } = state.task;
  const own = spans.filter((span) => span.effect.line === `task/${id}`);
  const last = integrated.findLast((item) => item.task === id);
  return {
    step_id: id,
    description: title,
    status: taskStatus(state),
    commits: commits.filter((item) => item.task === id).map((item) => item.commit),
    started_at: isoOrNull(own[0]?.begunAt),
    completed_at: isoOrNull(state.at === 'integrated' ? last?.at : undefined),
    last_checkpoint: checkpointKeys(checkpointOf(state, events)),
  };
}
