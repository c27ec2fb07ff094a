// What was said about commits, in the words of GitHub's REST answers: statuses, check runs and suites, runs of Actions.

import type { CommitView } from '../git.ts';
import {
  type CheckRun,
  type CheckState,
  type CheckSuite,
  type Conclusion,
  type Job,
  type Repository,
  type Status,
  type WorkflowRun,
  pullsOf,
} from '../state.ts';
import { simpleCommitJson } from './commits.ts';
import { pullMinimalJson } from './pulls.ts';
import {
  type Json,
  type View,
  appJson,
  instant,
  instantOrNull,
  loginJson,
  minimalRepositoryJson,
  repositoryUrl,
  webUrl,
} from './render.ts';

/** The App of GitHub's own that runs workflows. */
export const actionsApp = 15_368;

export function statusJson(view: View, repository: Repository, status: Status): Json {
  return { ...simpleStatusJson(view, repository, status), creator: loginJson(view, status.by) };
}

export function simpleStatusJson(view: View, repository: Repository, status: Status): Json {
  return {
    url: `${repositoryUrl(view, repository)}/statuses/${status.sha}`,
    avatar_url: `${view.url}/avatars/1`,
    id: status.id,
    node_id: `SC_${status.id}`,
    state: status.state,
    description: status.description ?? null,
    target_url: status.targetUrl ?? null,
    context: status.context,
    created_at: instant(status.at),
    updated_at: instant(status.at),
  };
}

function pullsAt(view: View, repository: Repository, sha: string): readonly Json[] {
  return pullsOf(repository)
    .filter(
      (one) => one.state === 'open' && one.pull.headSha === sha && one.pull.headRepository === repository.id,
    )
    .map((one) => pullMinimalJson(view, repository, one));
}

function appById(view: View, repository: Repository, id: number): Json | null {
  const app = view.world.apps.find((one) => one.id === id);
  if (app !== undefined) return appJson(view, app, repository.at);
  const actions = {
    id,
    clientId: 'Iv1.actions',
    slug: 'github-actions',
    owner: repository.owner,
    publicKey: '',
    permissions: { checks: 'write' as const },
    installations: [],
  };
  return id === actionsApp ? appJson(view, actions, repository.at) : null;
}

export function checkRunJson(view: View, repository: Repository, run: CheckRun): Json {
  const at = `${repositoryUrl(view, repository)}/check-runs/${run.id}`;
  const web = `${webUrl(view, repository)}/runs/${run.id}`;
  return {
    id: run.id,
    name: run.name,
    node_id: `CR_${run.id}`,
    head_sha: run.sha,
    external_id: run.externalId,
    url: at,
    html_url: web,
    details_url: run.detailsUrl ?? web,
    status: run.status,
    conclusion: run.conclusion ?? null,
    started_at: instant(run.startedAt),
    completed_at: instantOrNull(run.completedAt),
    output: {
      title: run.title ?? null,
      summary: run.summary ?? null,
      text: run.text ?? null,
      annotations_count: run.annotations.length,
      annotations_url: `${at}/annotations`,
    },
    check_suite: { id: run.suite },
    app: appById(view, repository, run.app),
    pull_requests: pullsAt(view, repository, run.sha),
  };
}

/** A suite is as far as the last of its runs, and as bad as the worst. */
export function summed(
  runs: readonly { readonly status: CheckState; readonly conclusion: Conclusion | undefined }[],
): {
  readonly status: CheckState;
  readonly conclusion: Conclusion | undefined;
} {
  if (runs.every((run) => run.status === 'queued')) return { status: 'queued', conclusion: undefined };
  if (runs.some((run) => run.status !== 'completed')) return { status: 'in_progress', conclusion: undefined };
  const order = [
    'failure',
    'timed_out',
    'action_required',
    'cancelled',
    'success',
    'neutral',
    'skipped',
  ] as const;
  return { status: 'completed', conclusion: order.find((one) => runs.some((run) => run.conclusion === one)) };
}

export function checkSuiteJson(
  view: View,
  repository: Repository,
  suite: CheckSuite,
  commit: CommitView,
): Json {
  const runs = repository.checkRuns.filter((run) => run.suite === suite.id);
  const { status, conclusion } = summed(runs);
  const at = `${repositoryUrl(view, repository)}/check-suites/${suite.id}`;
  return {
    id: suite.id,
    node_id: `CS_${suite.id}`,
    head_branch: suite.branch ?? null,
    head_sha: suite.sha,
    status,
    conclusion: conclusion ?? null,
    url: at,
    before: null,
    after: suite.sha,
    pull_requests: pullsAt(view, repository, suite.sha),
    app: appById(view, repository, suite.app),
    repository: minimalRepositoryJson(view, repository),
    created_at: instant(suite.at),
    updated_at: instant(suite.at),
    head_commit: simpleCommitJson(commit),
    latest_check_runs_count: runs.length,
    check_runs_url: `${at}/check-runs`,
  };
}

export function workflowRunJson(
  view: View,
  repository: Repository,
  run: WorkflowRun,
  commit: CommitView,
): Json {
  const { status, conclusion } = summed(run.jobs);
  const at = `${repositoryUrl(view, repository)}/actions/runs/${run.id}`;
  const workflow = `${repositoryUrl(view, repository)}/actions/workflows/1`;
  return {
    id: run.id,
    name: run.name,
    node_id: `WFR_${run.id}`,
    head_branch: run.branch ?? null,
    head_sha: run.sha,
    path: '.github/workflows/ci.yml',
    display_title: run.name,
    run_number: 1,
    run_attempt: run.attempt,
    event: run.event,
    status,
    conclusion: conclusion ?? null,
    workflow_id: 1,
    check_suite_id: run.suite,
    check_suite_node_id: `CS_${run.suite}`,
    url: at,
    html_url: `${webUrl(view, repository)}/actions/runs/${run.id}`,
    pull_requests: pullsAt(view, repository, run.sha),
    created_at: instant(run.at),
    updated_at: instant(run.at),
    run_started_at: instant(run.at),
    jobs_url: `${at}/jobs`,
    logs_url: `${at}/logs`,
    check_suite_url: `${repositoryUrl(view, repository)}/check-suites/${run.suite}`,
    artifacts_url: `${at}/artifacts`,
    cancel_url: `${at}/cancel`,
    rerun_url: `${at}/rerun`,
    previous_attempt_url: null,
    workflow_url: workflow,
    head_commit: simpleCommitJson(commit),
    repository: minimalRepositoryJson(view, repository),
    head_repository: minimalRepositoryJson(view, repository),
  };
}

export function jobJson(view: View, repository: Repository, run: WorkflowRun, job: Job): Json {
  const at = `${repositoryUrl(view, repository)}/actions`;
  return {
    id: job.id,
    run_id: run.id,
    run_url: `${at}/runs/${run.id}`,
    run_attempt: run.attempt,
    node_id: `CR_${job.id}`,
    head_sha: run.sha,
    url: `${at}/jobs/${job.id}`,
    html_url: `${webUrl(view, repository)}/actions/runs/${run.id}/job/${job.id}`,
    status: job.status,
    conclusion: job.conclusion ?? null,
    created_at: instant(job.at),
    started_at: instant(job.at),
    completed_at: instantOrNull(job.completedAt),
    name: job.name,
    steps: job.steps.map((step, index) => ({
      name: step.name,
      status: 'completed',
      conclusion: step.conclusion,
      number: index + 1,
      started_at: instant(job.at),
      completed_at: instantOrNull(job.completedAt),
    })),
    // The number of a job is the number of its check run.
    check_run_url: `${repositoryUrl(view, repository)}/check-runs/${job.id}`,
    labels: ['ubuntu-latest'],
    runner_id: 1,
    runner_name: 'runner',
    runner_group_id: 1,
    runner_group_name: 'Default',
    workflow_name: run.name,
    head_branch: run.branch ?? null,
  };
}
