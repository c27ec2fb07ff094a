// Reviews of pull requests, and what is said on their lines.

import { hasRole } from '../access.ts';
import { Refusal, invalid, notFound } from '../refusal.ts';
import { pullJson, reviewCommentJson, reviewJson } from '../render/pulls.ts';
import { type Json, loginJson, teamJson } from '../render/render.ts';
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
  proseIn,
  pullOf,
  recordsIn,
  route,
  someone,
  textIn,
  textsIn,
} from '../route.ts';
import {
  type PullIssue,
  type Review,
  type ReviewComment,
  type ReviewState,
  type Thread,
  findAccount,
  fullName,
  newId,
  pullsOf,
} from '../state.ts';

const reads = ['pull_requests', 'read'] as const;
const writes = ['pull_requests', 'write'] as const;

export const reviewRoutes: readonly Route[] = [
  route('GET', '/pulls/{pull_number}/reviews', reads, (ask) => {
    const issue = pullOf(ask);
    return paged(ask, visible(ask, issue), (review) => reviewJson(ask, ask.repository, issue, review));
  }),
  route('POST', '/pulls/{pull_number}/reviews', writes, create),
  route('GET', '/pulls/{pull_number}/reviews/{review_id}', reads, (ask) => {
    const issue = pullOf(ask);
    return ok(reviewJson(ask, ask.repository, issue, reviewOf(ask, issue)));
  }),
  route('GET', '/pulls/{pull_number}/reviews/{review_id}/comments', reads, ofReview),
  route('GET', '/pulls/{pull_number}/comments', reads, comments),
  route('POST', '/pulls/{pull_number}/comments', writes, comment),
  route('POST', '/pulls/{pull_number}/comments/{comment_id}/replies', writes, reply),
  route('GET', '/pulls/comments/{comment_id}', reads, (ask) => ok(told(ask, commentOf(ask)))),
  route('PATCH', '/pulls/comments/{comment_id}', writes, edit),
  route('GET', '/pulls/{pull_number}/requested_reviewers', reads, (ask) => {
    const { pull } = pullOf(ask);
    return ok({
      users: pull.requested.map((login) => loginJson(ask, login)),
      teams: pull.requestedTeams.map((slug) => teamJson(ask, slug, ask.repository.owner)),
    });
  }),
  route('POST', '/pulls/{pull_number}/requested_reviewers', ['pull_requests', 'write', 'triage'], request),
];

/** A review that is not submitted is seen by who writes it. */
function visible(ask: Ask, issue: PullIssue): readonly Review[] {
  const me = ask.actor.kind === 'account' ? ask.actor.account.login : undefined;
  return issue.pull.reviews.filter((review) => review.state !== 'PENDING' || review.by === me);
}

function reviewOf(ask: Ask, issue: PullIssue): Review {
  const id = numbered(ask, 'review_id');
  const review = visible(ask, issue).find((one) => one.id === id);
  if (review === undefined) throw notFound();
  return review;
}

function stateOf(event: string | undefined): ReviewState {
  switch (event) {
    case 'APPROVE':
      return 'APPROVED';
    case 'REQUEST_CHANGES':
      return 'CHANGES_REQUESTED';
    case 'COMMENT':
      return 'COMMENTED';
    case undefined:
    default:
      return 'PENDING';
  }
}

function refuse(message: string): Refusal {
  return new Refusal(422, 'Unprocessable Entity', { errors: [message] });
}

async function create(ask: Ask): Promise<Reply> {
  const { hub, world, repository, body } = ask;
  const issue = pullOf(ask);
  const by = someone(ask.actor).login;
  const state = stateOf(textIn(body, 'event'));
  const text = proseIn(body, 'body', 'PullRequestReview') ?? '';
  const lines = recordsIn(body, 'comments');
  if (by === issue.by && state === 'APPROVED') throw refuse('Can not approve your own pull request');
  if (by === issue.by && state === 'CHANGES_REQUESTED')
    throw refuse('Can not request changes on your own pull request');
  if ((state === 'COMMENTED' || state === 'CHANGES_REQUESTED') && text === '' && lines.length === 0)
    throw refuse('You need to leave a comment indicating the requested changes.');
  if (visible(ask, issue).some((one) => one.state === 'PENDING' && one.by === by) && state === 'PENDING')
    throw refuse('User can only have one pending review per pull request');
  const commit = textIn(body, 'commit_id') ?? issue.pull.headSha;
  const review: Review = { id: newId(world), by, state, body: text, commit, at: hub.now() };
  const threads: Thread[] = [];
  for (const line of lines) threads.push(await newThread(ask, issue, review, line));
  issue.pull.reviews.push(review);
  issue.pull.threads.push(...threads);
  issue.pull.requested = issue.pull.requested.filter((login) => login !== by);
  issue.updatedAt = hub.now();
  return ok(reviewJson(ask, repository, issue, review));
}

/** Only lines of files that the pull request changes can be spoken of. */
async function newThread(ask: Ask, issue: PullIssue, review: Review, said: Json): Promise<Thread> {
  const { hub, world, repository } = ask;
  const path = neededIn(said, 'path', 'PullRequestReviewComment');
  const { pull } = issue;
  const base = (await hub.git.mergeBase(repository.id, pull.baseSha, pull.headSha)) ?? pull.baseSha;
  const changed = await hub.git.files(repository.id, base, pull.headSha);
  if (!changed.some((file) => file.path === path))
    throw invalid({
      resource: 'PullRequestReviewComment',
      code: 'custom',
      field: 'pull_request_review_thread.path',
      message: 'pull_request_review_thread.path is invalid',
    });
  const at = hub.now();
  const body = neededIn(said, 'body', 'PullRequestReviewComment');
  const first: ReviewComment = {
    id: newId(world),
    by: review.by,
    body,
    at,
    updatedAt: at,
    review: review.id,
    commit: review.commit,
    replyTo: undefined,
  };
  const side = textIn(said, 'side') === 'LEFT' ? 'LEFT' : 'RIGHT';
  return {
    id: newId(world),
    path,
    line: numberIn(said, 'line'),
    side,
    resolvedBy: undefined,
    outdated: false,
    comments: [first],
  };
}

interface Place {
  readonly issue: PullIssue;
  readonly thread: Thread;
  readonly comment: ReviewComment;
}

function placesIn(issue: PullIssue): readonly Place[] {
  const pending = new Set(issue.pull.reviews.filter((one) => one.state === 'PENDING').map((one) => one.id));
  return issue.pull.threads
    .flatMap((thread) => thread.comments.map((comment) => ({ issue, thread, comment })))
    .filter(({ comment }) => !pending.has(comment.review))
    .toSorted((one, other) => one.comment.id - other.comment.id);
}

function told(ask: Ask, { issue, thread, comment }: Place): Json {
  return reviewCommentJson(ask, ask.repository, issue, thread, comment);
}

function commentOf(ask: Ask): Place {
  const id = numbered(ask, 'comment_id');
  const place = pullsOf(ask.repository)
    .flatMap(placesIn)
    .find(({ comment }) => comment.id === id);
  if (place === undefined) throw notFound();
  return place;
}

function comments(ask: Ask): Reply {
  const since = ask.query.get('since');
  const found = placesIn(pullOf(ask)).filter(
    ({ comment }) => since === null || comment.updatedAt >= Date.parse(since),
  );
  return paged(ask, found, (place) => told(ask, place));
}

function ofReview(ask: Ask): Reply {
  const issue = pullOf(ask);
  const { id } = reviewOf(ask, issue);
  const found = placesIn(issue).filter(({ comment }) => comment.review === id);
  // This list has an older form than the others.
  return paged(ask, found, (place) => ({ position: null, ...told(ask, place) }));
}

async function comment(ask: Ask): Promise<Reply> {
  const { hub, world, body } = ask;
  const issue = pullOf(ask);
  const to = numberIn(body, 'in_reply_to');
  if (to !== undefined) return replied(ask, issue, to);
  const by = someone(ask.actor).login;
  const commit = textIn(body, 'commit_id') ?? issue.pull.headSha;
  const review: Review = { id: newId(world), by, state: 'COMMENTED', body: '', commit, at: hub.now() };
  const thread = await newThread(ask, issue, review, body);
  issue.pull.reviews.push(review);
  issue.pull.threads.push(thread);
  issue.updatedAt = hub.now();
  const [first] = thread.comments;
  if (first === undefined) throw notFound();
  return created(told(ask, { issue, thread, comment: first }));
}

function reply(ask: Ask): Reply {
  return replied(ask, pullOf(ask), numbered(ask, 'comment_id'));
}

function replied(ask: Ask, issue: PullIssue, to: number): Reply {
  const { hub, world } = ask;
  const place = placesIn(issue).find(({ comment }) => comment.id === to);
  const first = place?.thread.comments[0];
  if (place === undefined || first === undefined) throw notFound();
  const by = someone(ask.actor).login;
  const at = hub.now();
  const body = neededIn(ask.body, 'body', 'PullRequestReviewComment');
  // A reply is a review of its own, which says nothing else.
  const review: Review = {
    id: newId(world),
    by,
    state: 'COMMENTED',
    body: '',
    commit: issue.pull.headSha,
    at,
  };
  issue.pull.reviews.push(review);
  const made: ReviewComment = {
    id: newId(world),
    by,
    body,
    at,
    updatedAt: at,
    review: review.id,
    commit: issue.pull.headSha,
    replyTo: first.id,
  };
  place.thread.comments.push(made);
  issue.updatedAt = at;
  return created(told(ask, { issue, thread: place.thread, comment: made }));
}

function edit(ask: Ask): Reply {
  const place = commentOf(ask);
  const by = someone(ask.actor).login;
  if (place.comment.by !== by && !hasRole(ask.world, ask.repository, by, 'write'))
    throw new Refusal(403, 'Must have push access to the repository.');
  place.comment.body = neededIn(ask.body, 'body', 'PullRequestReviewComment');
  place.comment.updatedAt = ask.hub.now();
  return ok(told(ask, place));
}

function request(ask: Ask): Reply {
  const { hub, world, repository, body } = ask;
  const issue = pullOf(ask);
  const by = someone(ask.actor).login;
  const logins = textsIn(body, 'reviewers');
  if (logins.includes(issue.by))
    throw new Refusal(422, 'Review cannot be requested from pull request author.');
  for (const login of logins)
    if (
      findAccount(world, login) === undefined ||
      !(
        login in repository.collaborators ||
        login === repository.owner ||
        (world.members[repository.owner] ?? []).includes(login)
      )
    )
      throw new Refusal(
        422,
        `Reviews may only be requested from collaborators. One or more of the users or teams you specified is not a collaborator of the ${fullName(repository)} repository.`,
      );
  for (const login of logins) hub.event(issue, 'review_requested', by, login);
  issue.pull.requested = [...new Set([...issue.pull.requested, ...logins])];
  issue.pull.requestedTeams = [
    ...new Set([...issue.pull.requestedTeams, ...textsIn(body, 'team_reviewers')]),
  ];
  return created(pullJson(ask, repository, issue));
}
