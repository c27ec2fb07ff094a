// Statuses, check runs and what Actions ran. Check runs are written by Apps alone, statuses by anybody who may push.

import { Refusal, invalid, notFound } from '../refusal.ts';
import {
  checkRunJson,
  checkSuiteJson,
  jobJson,
  simpleStatusJson,
  statusJson,
  summed,
  workflowRunJson,
} from '../render/checks.ts';
import { type Json, minimalRepositoryJson, repositoryUrl, webUrl } from '../render/render.ts';
import {
  type Ask,
  type Reply,
  type Route,
  created,
  neededIn,
  numberIn,
  numbered,
  ok,
  paged,
  recordIn,
  recordsIn,
  route,
  someone,
  textIn,
} from '../route.ts';
import {
  type Annotation,
  type CheckRun,
  type CheckSuite,
  type Repository,
  type StatusState,
  type WorkflowRun,
  type World,
  checkStates,
  conclusions,
  newId,
} from '../state.ts';

const checksRead = ['checks', 'read'] as const;
const checksWrite = ['checks', 'write'] as const;
const actionsRead = ['actions', 'read'] as const;

export const checkRoutes: readonly Route[] = [
  route('POST', '/statuses/{sha}', ['statuses', 'write', 'write'], createStatus),
  route('GET', '/commits/{ref}/status', ['statuses', 'read'], combined),
  route('GET', '/commits/{ref}/check-runs', checksRead, runsOf),
  route('GET', '/commits/{ref}/check-suites', checksRead, suitesOf),
  route('POST', '/check-runs', checksWrite, createRun),
  route('GET', '/check-runs/{check_run_id}', checksRead, (ask) =>
    ok(checkRunJson(ask, ask.repository, runOf(ask))),
  ),
  route('PATCH', '/check-runs/{check_run_id}', checksWrite, updateRun),
  route('GET', '/check-runs/{check_run_id}/annotations', checksRead, annotations),
  route('GET', '/actions/runs', actionsRead, workflowRuns),
  route('GET', '/actions/runs/{run_id}', actionsRead, async (ask) =>
    ok(await toldRun(ask, workflowRunOf(ask))),
  ),
  route('GET', '/actions/runs/{run_id}/jobs', actionsRead, (ask) => {
    const run = workflowRunOf(ask);
    return paged(ask, run.jobs, (job) => jobJson(ask, ask.repository, run, job), 'jobs');
  }),
  route('POST', '/actions/runs/{run_id}/rerun-failed-jobs', ['actions', 'write', 'write'], rerun),
  route('GET', '/actions/jobs/{job_id}/logs', actionsRead, logs),
];

async function shaOf(ask: Ask): Promise<string> {
  const ref = ask.params['ref'] ?? '';
  const commit = await ask.hub.git.commit(ask.repository.id, ask.repository.refs[`refs/heads/${ref}`] ?? ref);
  if (commit === undefined) throw new Refusal(422, `No commit found for SHA: ${ref}`);
  return commit.sha;
}

const states: readonly StatusState[] = ['error', 'failure', 'pending', 'success'];

async function createStatus(ask: Ask): Promise<Reply> {
  const { hub, world, repository, body } = ask;
  const sha = ask.params['sha'] ?? '';
  if ((await hub.git.commit(repository.id, sha)) === undefined)
    throw new Refusal(422, `No commit found for SHA: ${sha}`);
  const state = states.find((one) => one === body['state']);
  if (state === undefined) throw invalid({ resource: 'Status', code: 'invalid', field: 'state' });
  const description = textIn(body, 'description');
  if (description !== undefined && description.length > 140)
    throw invalid({
      resource: 'Status',
      code: 'custom',
      field: 'description',
      message: 'description is too long (maximum is 140 characters)',
    });
  const status = {
    id: newId(world),
    sha,
    context: textIn(body, 'context') ?? 'default',
    state,
    description,
    targetUrl: textIn(body, 'target_url'),
    by: someone(ask.actor).login,
    at: hub.now(),
  };
  repository.statuses.push(status);
  return created(statusJson(ask, repository, status));
}

async function combined(ask: Ask): Promise<Reply> {
  const { repository } = ask;
  const sha = await shaOf(ask);
  const last = new Map(repository.statuses.filter((one) => one.sha === sha).map((one) => [one.context, one]));
  const said = [...last.values()];
  const bad = said.some(({ state }) => state === 'failure' || state === 'error');
  const good = said.length > 0 && said.every(({ state }) => state === 'success');
  const at = `${repositoryUrl(ask, repository)}/commits/${sha}`;
  return ok({
    state: bad ? 'failure' : good ? 'success' : 'pending',
    statuses: said.map((one) => simpleStatusJson(ask, repository, one)),
    sha,
    total_count: said.length,
    repository: minimalRepositoryJson(ask, repository),
    commit_url: at,
    url: `${at}/status`,
  });
}

async function runsOf(ask: Ask): Promise<Reply> {
  const sha = await shaOf(ask);
  const { query, repository } = ask;
  const name = query.get('check_name');
  const status = query.get('status');
  const app = query.get('app_id');
  const all = repository.checkRuns
    .filter((run) => run.sha === sha)
    .filter((run) => name === null || run.name === name)
    .filter((run) => status === null || run.status === status)
    .filter((run) => app === null || String(run.app) === app)
    .toReversed();
  const seen = new Set<string>();
  const latest = all.filter((run) => {
    const key = `${run.app} ${run.name}`;
    return seen.has(key) ? false : seen.add(key);
  });
  const shown = query.get('filter') === 'all' ? all : latest;
  return paged(ask, shown, (run) => checkRunJson(ask, repository, run), 'check_runs');
}

async function suitesOf(ask: Ask): Promise<Reply> {
  const sha = await shaOf(ask);
  const commit = await ask.hub.git.commit(ask.repository.id, sha);
  if (commit === undefined) throw notFound();
  const found = ask.repository.suites.filter((suite) => suite.sha === sha);
  return paged(ask, found, (suite) => checkSuiteJson(ask, ask.repository, suite, commit), 'check_suites');
}

/** An App has one suite for each commit. */
export function suiteOf(
  world: World,
  repository: Repository,
  sha: string,
  app: number,
  at: number,
): CheckSuite {
  const known = repository.suites.find((suite) => suite.sha === sha && suite.app === app);
  if (known !== undefined) return known;
  const branch = Object.entries(repository.refs).find(
    ([ref, tip]) => tip === sha && ref.startsWith('refs/heads/'),
  );
  const made = { id: newId(world), sha, app, at, branch: branch?.[0].slice('refs/heads/'.length) };
  repository.suites.push(made);
  return made;
}

function appOf(ask: Ask): number {
  const { actor } = ask;
  const app = actor.kind === 'account' ? actor.token.app : undefined;
  if (app === undefined) throw new Refusal(403, 'You must authenticate via a GitHub App.');
  return app;
}

async function createRun(ask: Ask): Promise<Reply> {
  const { hub, world, repository, body } = ask;
  const app = appOf(ask);
  const sha = neededIn(body, 'head_sha', 'CheckRun');
  const name = neededIn(body, 'name', 'CheckRun');
  if ((await hub.git.commit(repository.id, sha)) === undefined)
    throw new Refusal(422, `No commit found for SHA: ${sha}`);
  const run: CheckRun = {
    id: newId(world),
    suite: suiteOf(world, repository, sha, app, hub.now()).id,
    name,
    sha,
    app,
    status: 'queued',
    conclusion: undefined,
    externalId: '',
    detailsUrl: undefined,
    startedAt: hub.now(),
    completedAt: undefined,
    title: undefined,
    summary: undefined,
    text: undefined,
    annotations: [],
    job: undefined,
  };
  apply(ask, run);
  repository.checkRuns.push(run);
  return created(checkRunJson(ask, repository, run));
}

function runOf(ask: Ask): CheckRun {
  const id = numbered(ask, 'check_run_id');
  const run = ask.repository.checkRuns.find((one) => one.id === id);
  if (run === undefined) throw notFound();
  return run;
}

function updateRun(ask: Ask): Reply {
  const run = runOf(ask);
  if (run.app !== appOf(ask))
    throw new Refusal(
      403,
      'Invalid app_id `#{app_id}` - check run can only be modified by the GitHub App that created it.',
    );
  apply(ask, run);
  return ok(checkRunJson(ask, ask.repository, run));
}

/** A conclusion completes, whatever the status said. */
function apply({ hub, body }: Ask, run: CheckRun): void {
  const conclusion = conclusions.find((one) => one === body['conclusion']);
  const status = checkStates.find((one) => one === body['status']);
  if (status === 'completed' && conclusion === undefined && run.conclusion === undefined)
    throw new Refusal(422, 'Invalid request.\n\n"conclusion" wasn\'t supplied.');
  run.name = textIn(body, 'name') ?? run.name;
  run.status = conclusion === undefined ? (status ?? run.status) : 'completed';
  run.conclusion = conclusion ?? (run.status === 'completed' ? run.conclusion : undefined);
  run.completedAt = run.status === 'completed' ? (run.completedAt ?? hub.now()) : undefined;
  run.externalId = textIn(body, 'external_id') ?? run.externalId;
  run.detailsUrl = textIn(body, 'details_url') ?? run.detailsUrl;
  const output = recordIn(body, 'output');
  if (output === undefined) return;
  run.title = textIn(output, 'title') ?? run.title;
  run.summary = textIn(output, 'summary') ?? run.summary;
  run.text = textIn(output, 'text') ?? run.text;
  run.annotations.push(...recordsIn(output, 'annotations').map(annotationOf));
}

function annotationOf(said: Json): Annotation {
  const level = (['notice', 'warning', 'failure'] as const).find((one) => one === said['annotation_level']);
  return {
    path: neededIn(said, 'path', 'CheckRun'),
    line: numberIn(said, 'start_line') ?? 1,
    level: level ?? 'notice',
    message: neededIn(said, 'message', 'CheckRun'),
    title: textIn(said, 'title'),
  };
}

function annotations(ask: Ask): Reply {
  const run = runOf(ask);
  return paged(ask, run.annotations, (one) => ({
    path: one.path,
    blob_href: `${webUrl(ask, ask.repository)}/blob/${run.sha}/${one.path}`,
    start_line: one.line,
    start_column: null,
    end_line: one.line,
    end_column: null,
    annotation_level: one.level,
    title: one.title ?? null,
    message: one.message,
    raw_details: null,
  }));
}

async function workflowRuns(ask: Ask): Promise<Reply> {
  const { query, repository } = ask;
  const sha = query.get('head_sha');
  const branch = query.get('branch');
  const event = query.get('event');
  const status = query.get('status');
  const found = repository.workflowRuns
    .filter((run) => sha === null || run.sha === sha)
    .filter((run) => branch === null || run.branch === branch)
    .filter((run) => event === null || run.event === event)
    .filter(
      (run) =>
        status === null || summed(run.jobs).status === status || summed(run.jobs).conclusion === status,
    )
    .toReversed();
  const told = await Promise.all(found.map((run) => toldRun(ask, run)));
  return paged(ask, told, (run) => run, 'workflow_runs');
}

function workflowRunOf(ask: Ask): WorkflowRun {
  const id = numbered(ask, 'run_id');
  const run = ask.repository.workflowRuns.find((one) => one.id === id);
  if (run === undefined) throw notFound();
  return run;
}

async function toldRun(ask: Ask, run: WorkflowRun): Promise<Json> {
  const commit = await ask.hub.git.commit(ask.repository.id, run.sha);
  if (commit === undefined) throw notFound();
  return workflowRunJson(ask, ask.repository, run, commit);
}

function rerun(ask: Ask): Reply {
  const run = workflowRunOf(ask);
  if (summed(run.jobs).status !== 'completed') throw new Refusal(403, 'This workflow is already running');
  run.attempt += 1;
  for (const job of run.jobs) {
    if (job.conclusion === 'success') continue;
    job.status = 'queued';
    job.conclusion = undefined;
    job.completedAt = undefined;
    const check = ask.repository.checkRuns.find((one) => one.job === job.id);
    if (check !== undefined)
      Object.assign(check, { status: 'queued', conclusion: undefined, completedAt: undefined });
  }
  return { status: 201, body: {} };
}

/** Lies with another host, which knows nothing of our token and refuses whoever shows one. */
function logs(ask: Ask): Reply {
  const id = numbered(ask, 'job_id');
  const job = ask.repository.workflowRuns.flatMap((run) => run.jobs).find((one) => one.id === id);
  if (job === undefined) throw notFound();
  if (job.log === undefined) throw new Refusal(410, 'Server Error');
  return { status: 302, headers: { location: `${ask.logsUrl}/logs/${ask.repository.id}/${id}?sig=signed` } };
}
