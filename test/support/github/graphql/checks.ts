// Check runs and statuses as GraphQL sees them. What is required is asked for a pull request.

import { type Json, instant, instantOrNull, webUrl } from '../render/render.ts';
import { summed } from '../render/checks.ts';
import { type CheckRun, type Repository, type Status, pullsOf, rulesFor } from '../state.ts';
import { connection } from './connection.ts';
import type { Graph } from './graph.ts';

/** What a check hangs on, told by who knows how. */
export interface Around {
  readonly actor: (login: string) => Json | null;
  readonly commit: (sha: string) => Json;
  readonly repository: () => Json;
}

function isRequired(repository: Repository, sha: string, name: string, args: Json): boolean {
  const { pullRequestNumber, pullRequestId } = args;
  const pull = pullsOf(repository).find(
    (one) =>
      one.number === pullRequestNumber ||
      `PR_${one.id}` === pullRequestId ||
      (pullRequestId === undefined && one.pull.headSha === sha),
  );
  if (pull === undefined) return false;
  return rulesFor(repository, pull.pull.baseRef).some((rule) =>
    rule.checks.some(({ context }) => context === name),
  );
}

export function statusNode(repository: Repository, status: Status, around: Around): Json {
  return {
    __typename: 'StatusContext',
    id: `SC_${status.id}`,
    context: status.context,
    state: status.state.toUpperCase(),
    description: status.description ?? null,
    targetUrl: status.targetUrl ?? null,
    createdAt: instant(status.at),
    creator: () => around.actor(status.by),
    commit: () => around.commit(status.sha),
    isRequired: (args: Json) => isRequired(repository, status.sha, status.context, args),
  };
}

export function checkNode(graph: Graph, repository: Repository, run: CheckRun, around: Around): Json {
  const url = `${webUrl(graph, repository)}/runs/${run.id}`;
  return {
    __typename: 'CheckRun',
    id: `CR_${run.id}`,
    databaseId: run.id,
    name: run.name,
    status: run.status.toUpperCase(),
    conclusion: run.conclusion?.toUpperCase() ?? null,
    startedAt: instant(run.startedAt),
    completedAt: instantOrNull(run.completedAt),
    detailsUrl: run.detailsUrl ?? url,
    url,
    permalink: url,
    externalId: run.externalId,
    title: run.title ?? null,
    summary: run.summary ?? null,
    text: run.text ?? null,
    repository: around.repository,
    isRequired: (args: Json) => isRequired(repository, run.sha, run.name, args),
    checkSuite: () => suiteNode(graph, repository, run, around),
    steps: (args: Json) => {
      const job = repository.workflowRuns.flatMap((one) => one.jobs).find((one) => one.id === run.job);
      return connection('steps', job?.steps ?? [], args, (step) => ({
        name: step.name,
        number: (job?.steps.indexOf(step) ?? 0) + 1,
        status: 'COMPLETED',
        conclusion: step.conclusion.toUpperCase(),
      }));
    },
  };
}

function suiteNode(graph: Graph, repository: Repository, run: CheckRun, around: Around): Json {
  const { status, conclusion } = summed(repository.checkRuns.filter((one) => one.suite === run.suite));
  const workflow = repository.workflowRuns.find((one) => one.suite === run.suite);
  const app = graph.world.apps.find((one) => one.id === run.app);
  return {
    __typename: 'CheckSuite',
    id: `CS_${run.suite}`,
    databaseId: run.suite,
    status: status.toUpperCase(),
    conclusion: conclusion?.toUpperCase() ?? null,
    commit: () => around.commit(run.sha),
    repository: around.repository,
    app: {
      id: `A_${run.app}`,
      databaseId: run.app,
      slug: app?.slug ?? (workflow === undefined ? 'other-ci' : 'github-actions'),
      name: app?.slug ?? (workflow === undefined ? 'Other CI' : 'GitHub Actions'),
    },
    workflowRun:
      workflow === undefined
        ? null
        : {
            id: `WFR_${workflow.id}`,
            databaseId: workflow.id,
            event: workflow.event,
            runNumber: 1,
            url: `${webUrl(graph, repository)}/actions/runs/${workflow.id}`,
            workflow: { id: 'W_1', databaseId: 1, name: workflow.name },
          },
  };
}
