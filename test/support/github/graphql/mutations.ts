// What can be changed by GraphQL and not, or not as safely, by REST: threads, drafts, the merge queue.

import { isRecord, mayOrRefuse, type Needs } from '../access.ts';
import { unmet } from '../policy.ts';
import { Refusal } from '../refusal.ts';
import type { Json } from '../render/render.ts';
import {
  type PullIssue,
  type Repository,
  type Review,
  type ReviewComment,
  type Thread,
  isPull,
  newId,
  rulesFor,
} from '../state.ts';
import { failed } from './connection.ts';
import type { Graph } from './graph.ts';
import { commentNode, entryNode, foundById, lineCommentNode, pullNode, threadNode } from './objects.ts';

type Mutation = (graph: Graph, input: Json) => Promise<Json> | Json;

const writesPull: Needs = { permission: 'pull_requests', level: 'write', role: 'read' };
const maintains: Needs = { permission: 'pull_requests', level: 'write', role: 'triage' };
const merges: Needs = { permission: 'contents', level: 'write', role: 'write' };
const comments: Needs = { permission: 'issues', level: 'write', role: 'read' };

const mutations: Readonly<Record<string, Mutation>> = {
  resolveReviewThread: (graph, input) => resolve(graph, input, true),
  unresolveReviewThread: (graph, input) => resolve(graph, input, false),
  addPullRequestReviewThreadReply: reply,
  convertPullRequestToDraft: (graph, input) => draft(graph, input, true),
  markPullRequestReadyForReview: (graph, input) => draft(graph, input, false),
  enqueuePullRequest: enqueue,
  dequeuePullRequest: dequeue,
  addComment,
  closePullRequest: (graph, input) => {
    const { repository, issue } = pullIn(graph, input['pullRequestId'], maintains);
    graph.hub.close(issue, loginOf(graph));
    return { pullRequest: pullNode(graph, repository, issue) };
  },
};

/** Refusals of the other interface, as this one words them. */
export async function mutate(graph: Graph, name: string, args: Json): Promise<Json> {
  const mutation = mutations[name];
  const { input } = args;
  if (mutation === undefined || !isRecord(input))
    throw failed('INTERNAL', `The test server does not simulate ${name}.`);
  try {
    const { clientMutationId } = input;
    return { clientMutationId: clientMutationId ?? null, ...(await mutation(graph, input)) };
  } catch (problem) {
    if (!(problem instanceof Refusal)) throw problem;
    throw failed(
      problem.status === 404 ? 'NOT_FOUND' : problem.status === 422 ? 'UNPROCESSABLE' : 'FORBIDDEN',
      problem.message,
    );
  }
}

function loginOf({ actor }: Graph): string {
  if (actor.kind !== 'account') throw new Refusal(401, 'Requires authentication');
  return actor.account.login;
}

interface PullFound {
  readonly repository: Repository;
  readonly issue: PullIssue;
  readonly thread: Thread | undefined;
}

function pullIn(graph: Graph, id: unknown, needs: Needs): PullFound {
  const found = foundById(graph, String(id));
  if (found?.issue === undefined || !isPull(found.issue))
    throw failed('NOT_FOUND', `Could not resolve to a node with the global id of '${String(id)}'`);
  mayOrRefuse(graph.world, found.repository, graph.actor, needs);
  return { repository: found.repository, issue: found.issue, thread: found.thread };
}

function threadIn(graph: Graph, id: unknown, needs: Needs): PullFound & { readonly thread: Thread } {
  const { thread, ...found } = pullIn(graph, id, needs);
  if (thread === undefined)
    throw failed('NOT_FOUND', `Could not resolve to a node with the global id of '${String(id)}'`);
  return { ...found, thread };
}

function resolve(graph: Graph, input: Json, resolved: boolean): Json {
  const { repository, issue, thread } = threadIn(graph, input['threadId'], writesPull);
  thread.resolvedBy = resolved ? (thread.resolvedBy ?? loginOf(graph)) : undefined;
  issue.updatedAt = graph.hub.now();
  return { thread: threadNode(graph, repository, issue, thread) };
}

function reply(graph: Graph, input: Json): Json {
  const { repository, issue, thread } = threadIn(graph, input['pullRequestReviewThreadId'], writesPull);
  const { hub, world } = graph;
  const by = loginOf(graph);
  const at = hub.now();
  const commit = issue.pull.headSha;
  const review: Review = { id: newId(world), by, state: 'COMMENTED', body: '', commit, at };
  const said: ReviewComment = {
    id: newId(world),
    by,
    body: String(input['body']),
    at,
    updatedAt: at,
    review: review.id,
    commit,
    replyTo: thread.comments[0]?.id,
  };
  issue.pull.reviews.push(review);
  thread.comments.push(said);
  issue.updatedAt = at;
  return { comment: lineCommentNode(graph, repository, issue, thread, said) };
}

function draft(graph: Graph, input: Json, isDraft: boolean): Json {
  const { repository, issue } = pullIn(graph, input['pullRequestId'], writesPull);
  const by = loginOf(graph);
  if (issue.by !== by) mayOrRefuse(graph.world, repository, graph.actor, { ...writesPull, role: 'write' });
  if (issue.pull.draft !== isDraft)
    graph.hub.event(issue, isDraft ? 'convert_to_draft' : 'ready_for_review', by);
  issue.pull.draft = isDraft;
  return { pullRequest: pullNode(graph, repository, issue) };
}

async function enqueue(graph: Graph, input: Json): Promise<Json> {
  const { repository, issue } = pullIn(graph, input['pullRequestId'], merges);
  const { hub, world } = graph;
  const { pull } = issue;
  const { expectedHeadOid } = input;
  if (!rulesFor(repository, pull.baseRef).some((rule) => rule.queue !== undefined))
    throw failed(
      'UNPROCESSABLE',
      'Pull request cannot be added to the merge queue: no merge queue found for branch',
    );
  if (typeof expectedHeadOid === 'string' && expectedHeadOid !== pull.headSha)
    throw failed('STALE_DATA', 'Head sha was modified since the last review');
  if (pull.queued !== undefined) throw failed('UNPROCESSABLE', 'Pull request is already in the queue');
  const missing = await unmet(hub, world, repository, issue);
  if (
    issue.state === 'closed' ||
    pull.draft ||
    (await hub.mergeable(repository, issue, false)) !== true ||
    missing.length > 0
  )
    throw failed(
      'UNPROCESSABLE',
      `Pull request is not in a mergeable state${missing.length === 0 ? '' : `: ${missing.join(' ')}`}`,
    );
  const by = loginOf(graph);
  pull.queued = { id: newId(world), at: hub.now(), headSha: pull.headSha, by };
  hub.event(issue, 'added_to_merge_queue', by);
  return { mergeQueueEntry: entryNode(graph, repository, issue) };
}

function dequeue(graph: Graph, input: Json): Json {
  const { repository, issue } = pullIn(graph, input['id'], merges);
  const entry = entryNode(graph, repository, issue);
  if (entry === null) throw failed('UNPROCESSABLE', 'Pull request is not in the merge queue');
  issue.pull.queued = undefined;
  graph.hub.event(issue, 'removed_from_merge_queue', loginOf(graph));
  return { mergeQueueEntry: entry };
}

function addComment(graph: Graph, input: Json): Json {
  const found = foundById(graph, String(input['subjectId']));
  if (found?.issue === undefined)
    throw failed(
      'NOT_FOUND',
      `Could not resolve to a node with the global id of '${String(input['subjectId'])}'`,
    );
  const { repository, issue } = found;
  mayOrRefuse(graph.world, repository, graph.actor, comments);
  const at = graph.hub.now();
  const made = { id: newId(graph.world), by: loginOf(graph), body: String(input['body']), at, updatedAt: at };
  issue.comments.push(made);
  issue.updatedAt = at;
  return {
    commentEdge: { cursor: '', node: commentNode(graph, repository, issue, made) },
    subject: found.node(),
  };
}
