// What runs on pushed commits, as a test orders it: Actions with steps and logs, other Apps with checks only, old services with a status.

import { actionsApp } from './render/checks.ts';
import type { Hub } from './hub.ts';
import { suiteOf } from './routes/checks.ts';
import { type Conclusion, type Job, type Repository, type StatusState, newId } from './state.ts';

export interface JobSaid {
  readonly name: string;
  /** A commit, or a branch. */
  readonly head: string;
  /** Absent: it is still running. */
  readonly conclusion?: Conclusion;
  readonly steps?: readonly { readonly name: string; readonly conclusion: Conclusion }[];
  /** Absent: this job gives no logs. */
  readonly log?: string;
  readonly workflow?: string;
}

export interface Ci {
  /** A job of Actions, begun or ended; the same name on the same commit is the same job. Answers its number. */
  readonly runs: (job: JobSaid) => number;
  /** A check of another App, which gives no logs. */
  readonly checks: (check: {
    readonly name: string;
    readonly head: string;
    readonly app?: number;
    readonly conclusion?: Conclusion;
    readonly summary?: string;
  }) => number;
  /** As services do that know no checks. */
  readonly says: (status: {
    readonly context: string;
    readonly head: string;
    readonly state: StatusState;
    readonly by?: string;
    readonly targetUrl?: string;
  }) => void;
}

export function ciOf(hub: Hub, repository: () => Repository): Ci {
  const shaOf = (head: string): string => repository().refs[`refs/heads/${head}`] ?? head;
  return {
    runs: (said) => runsJob(hub, repository(), said, shaOf(said.head)),
    checks: ({ name, head, app = 77, conclusion, summary }) =>
      checked(hub, repository(), { name, sha: shaOf(head), app, conclusion, summary, job: undefined }),
    says: ({ context, head, state, by = 'ci', targetUrl }) => {
      repository().statuses.push({
        id: newId(hub.world),
        sha: shaOf(head),
        context,
        state,
        description: undefined,
        targetUrl,
        by,
        at: hub.now(),
      });
    },
  };
}

function runsJob(hub: Hub, repository: Repository, said: JobSaid, sha: string): number {
  const workflow = said.workflow ?? 'CI';
  let run = repository.workflowRuns.find((one) => one.sha === sha && one.name === workflow);
  if (run === undefined) {
    const suite = suiteOf(hub.world, repository, sha, actionsApp, hub.now());
    run = {
      id: newId(hub.world),
      name: workflow,
      event: 'pull_request',
      sha,
      branch: suite.branch,
      suite: suite.id,
      attempt: 1,
      at: hub.now(),
      jobs: [],
    };
    repository.workflowRuns.push(run);
  }
  let job = run.jobs.find((one) => one.name === said.name);
  if (job === undefined) {
    job = newJob(newId(hub.world), said.name, hub.now());
    run.jobs.push(job);
  }
  job.status = said.conclusion === undefined ? 'in_progress' : 'completed';
  job.conclusion = said.conclusion;
  job.completedAt = said.conclusion === undefined ? undefined : hub.now();
  job.steps = [...(said.steps ?? [])];
  job.log = said.log;
  checked(hub, repository, {
    name: said.name,
    sha,
    app: actionsApp,
    conclusion: said.conclusion,
    summary: undefined,
    job: job.id,
  });
  return job.id;
}

function newJob(id: number, name: string, at: number): Job {
  return {
    id,
    name,
    status: 'queued',
    conclusion: undefined,
    steps: [],
    log: undefined,
    at,
    completedAt: undefined,
  };
}

interface Checked {
  readonly name: string;
  readonly sha: string;
  readonly app: number;
  readonly conclusion: Conclusion | undefined;
  readonly summary: string | undefined;
  readonly job: number | undefined;
}

function checked(hub: Hub, repository: Repository, said: Checked): number {
  const { name, sha, app, conclusion, summary, job } = said;
  const now = {
    status: conclusion === undefined ? ('in_progress' as const) : ('completed' as const),
    conclusion,
    completedAt: conclusion === undefined ? undefined : hub.now(),
    title: name,
    summary,
  };
  const known = repository.checkRuns.find((one) => one.sha === sha && one.app === app && one.name === name);
  if (known !== undefined) {
    Object.assign(known, now);
    return known.id;
  }
  // The check of a job has the number of the job.
  const id = job ?? newId(hub.world);
  const suite = suiteOf(hub.world, repository, sha, app, hub.now()).id;
  const fixed = {
    id,
    suite,
    name,
    sha,
    app,
    externalId: '',
    detailsUrl: undefined,
    startedAt: hub.now(),
    text: undefined,
    annotations: [],
    job,
  };
  repository.checkRuns.push({ ...fixed, ...now });
  return id;
}
