import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RepositoryHandle } from '../repository.ts';
import { type GitHubServer, startGitHub } from '../server.ts';
import { type Told, at, callerOf } from '../talk.ts';

let github: GitHubServer;
let repository: RepositoryHandle;
let token: string;

beforeEach(async () => {
  github = await startGitHub();
  github.organization('acme', []);
  repository = await github.repository('acme/shop', {
    files: { 'a.txt': 'one\n' },
    collaborators: { ann: 'write', ben: 'write' },
  });
  token = github.token('ann');
  await github.person('ann').pushes('acme/shop', 'fix', { 'a.txt': 'two\n' });
  await github.person('ann').opens('acme/shop', { head: 'fix', title: 'Fix', body: 'Closes #9' });
});

afterEach(async () => {
  await github.close();
  expect(github.violations).toEqual([]);
});

const ask = (query: string, variables: Readonly<Record<string, unknown>> = {}): Promise<Told> =>
  callerOf(github.url, token).post('/graphql', { query, variables });

const pull = async (fields: string): Promise<unknown> => {
  const { json } = await ask(
    `query One { repository(owner: "acme", name: "shop") { pullRequest(number: 1) { ${fields} } } }`,
  );
  expect(at(json, 'errors')).toBe(undefined);
  return at(json, 'data', 'repository', 'pullRequest');
};

test('one query tells a pull request with its reviews, threads and checks, and what it cost', async () => {
  repository.rule({ approvals: 1, checks: [{ context: 'test' }] });
  repository.ci.runs({ name: 'test', head: 'fix', conclusion: 'failure' });
  repository.ci.says({ context: 'lint', head: 'fix', state: 'success' });
  const comments = [{ path: 'a.txt', line: 1, body: 'Why?' }];
  await github.person('ben').reviews('acme/shop', 1, { state: 'CHANGES_REQUESTED', body: 'No.', comments });
  const { json } = await ask(`query Watch {
    rateLimit { cost remaining }
    repository(owner: "acme", name: "shop") {
      first: pullRequest(number: 1) {
        number state isDraft reviewDecision headRefOid baseRefName isInMergeQueue
        reviews(first: 10) { totalCount nodes { state author { __typename login } authorAssociation commit { oid } } }
        reviewThreads(first: 10) { nodes { id isResolved path line comments(first: 5) { nodes { databaseId body } } } }
        statusCheckRollup { state contexts(first: 10) { nodes { __typename
          ... on CheckRun { name conclusion isRequired(pullRequestNumber: 1) checkSuite { app { slug } } }
          ... on StatusContext { context state isRequired(pullRequestNumber: 1) } } } }
      }
    }
  }`);
  expect(at(json, 'errors')).toBe(undefined);
  const head = repository.branch('fix');
  expect(at(json, 'data', 'repository', 'first')).toMatchObject({
    number: 1,
    state: 'OPEN',
    reviewDecision: 'CHANGES_REQUESTED',
    headRefOid: head,
    reviews: {
      nodes: [
        {
          state: 'CHANGES_REQUESTED',
          author: { __typename: 'User', login: 'ben' },
          authorAssociation: 'COLLABORATOR',
          commit: { oid: head },
        },
      ],
    },
    reviewThreads: {
      nodes: [{ isResolved: false, path: 'a.txt', line: 1, comments: { nodes: [{ body: 'Why?' }] } }],
    },
    statusCheckRollup: {
      state: 'FAILURE',
      contexts: {
        nodes: [
          {
            name: 'test',
            conclusion: 'FAILURE',
            isRequired: true,
            checkSuite: { app: { slug: 'github-actions' } },
          },
          { context: 'lint', state: 'SUCCESS', isRequired: false },
        ],
      },
    },
  });
  expect(at(json, 'data', 'rateLimit')).toEqual({ cost: 1, remaining: 4999 });
  expect(github.calls.at(-1)).toMatchObject({ operation: 'Watch', write: false, executed: true });
  expect([github.problems, github.violations]).toEqual([[], []]);
});

test('mergeability is unknown to the first query that names it, and then known', async () => {
  await github.person('ben').pushes('acme/shop', 'main', { 'b.txt': 'b\n' });
  expect(await pull('mergeable mergeStateStatus')).toEqual({
    mergeable: 'UNKNOWN',
    mergeStateStatus: 'UNKNOWN',
  });
  expect(await pull('mergeable mergeStateStatus')).toEqual({
    mergeable: 'MERGEABLE',
    mergeStateStatus: 'CLEAN',
  });
  repository.rule({ strict: true });
  expect(await pull('mergeStateStatus')).toEqual({ mergeStateStatus: 'BEHIND' });
  repository.rule({ checks: [{ context: 'test' }] });
  expect(await pull('mergeStateStatus')).toEqual({ mergeStateStatus: 'BLOCKED' });
});

test('where no rule asks for reviews there is no decision; an approval of an older head counts until it is dismissed', async () => {
  await github.person('ben').reviews('acme/shop', 1, { state: 'APPROVED' });
  const old = repository.branch('fix');
  expect(await pull('reviewDecision')).toEqual({ reviewDecision: null });
  repository.rule({ approvals: 1 });
  await github.person('ann').pushes('acme/shop', 'fix', { 'a.txt': 'three\n' });
  expect(await pull('reviewDecision headRefOid reviews(first: 1) { nodes { commit { oid } } }')).toEqual({
    reviewDecision: 'APPROVED',
    headRefOid: repository.branch('fix'),
    reviews: { nodes: [{ commit: { oid: old } }] },
  });
});

test('a thread is answered and resolved', async () => {
  await github
    .person('ben')
    .reviews('acme/shop', 1, { state: 'COMMENTED', comments: [{ path: 'a.txt', line: 1, body: 'Why?' }] });
  const threads = await pull('reviewThreads(first: 1) { nodes { id } }');
  const id = at(threads, 'reviewThreads', 'nodes', 0, 'id');
  await ask(
    'mutation Reply($id: ID!) { addPullRequestReviewThreadReply(input: { pullRequestReviewThreadId: $id, body: "So." }) { comment { databaseId } } }',
    { id },
  );
  const done = await ask(
    'mutation($id: ID!) { resolveReviewThread(input: { threadId: $id }) { thread { isResolved resolvedBy { login } } } }',
    { id },
  );
  expect(at(done.json, 'data', 'resolveReviewThread', 'thread')).toEqual({
    isResolved: true,
    resolvedBy: { login: 'ann' },
  });
  expect(github.calls.at(-1)).toMatchObject({ operation: 'resolveReviewThread', write: true });
  expect(repository.issueOf(1).pull?.threads[0]?.comments.map((one) => one.body)).toEqual(['Why?', 'So.']);
});

const enqueue = (id: unknown, head: unknown): Promise<Told> =>
  ask(
    'mutation Enqueue($id: ID!, $head: GitObjectID) { enqueuePullRequest(input: { pullRequestId: $id, expectedHeadOid: $head }) { mergeQueueEntry { position state } } }',
    { id, head },
  );

test('the queue takes the head that was meant, and a push takes it out again', async () => {
  repository.rule({ queue: 'squash' });
  const id = at(await pull('id'), 'id');
  expect(at((await enqueue(id, 'f'.repeat(40))).json, 'errors', 0, 'type')).toBe('STALE_DATA');
  const taken = await enqueue(id, repository.branch('fix'));
  expect(at(taken.json, 'data', 'enqueuePullRequest', 'mergeQueueEntry', 'position')).toBe(1);
  expect(await pull('isInMergeQueue')).toEqual({ isInMergeQueue: true });
  await github.person('ben').pushes('acme/shop', 'fix', { 'c.txt': 'c\n' });
  expect(await pull('isInMergeQueue')).toEqual({ isInMergeQueue: false });
  await enqueue(id, repository.branch('fix'));
  await repository.queue.merges(1);
  expect(await pull('state merged')).toEqual({ state: 'MERGED', merged: true });
});

test('a draft becomes ready and a draft again', async () => {
  const id = at(await pull('id'), 'id');
  await ask(
    'mutation($id: ID!) { convertPullRequestToDraft(input: { pullRequestId: $id }) { pullRequest { isDraft } } }',
    { id },
  );
  expect(await pull('isDraft')).toEqual({ isDraft: true });
  await ask(
    'mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { pullRequest { isDraft } } }',
    { id },
  );
  expect(await pull('isDraft')).toEqual({ isDraft: false });
});

test('things are found again by their ids, and one that is gone does not take the others with it', async () => {
  const id = at(await pull('id'), 'id');
  const { json } = await ask('query($ids: [ID!]!) { nodes(ids: $ids) { ... on PullRequest { number } } }', {
    ids: [id, 'PR_1'],
  });
  expect(at(json, 'data', 'nodes')).toEqual([{ number: 1 }, null]);
  expect(at(json, 'errors', 0, 'type')).toBe('NOT_FOUND');
});

test('a document that the schema refuses is answered with errors and noted', async () => {
  const { status, json } = await ask(
    '{ repository(owner: "acme", name: "shop") { pullRequest(number: 1) { aprovals } } }',
  );
  expect([status, at(json, 'data')]).toEqual([200, undefined]);
  expect(github.violations[0]?.why).toContain('aprovals');
  github.forgive();
});

test('a field that is not simulated is said aloud', async () => {
  await ask('{ repository(owner: "acme", name: "shop") { forkCount } }');
  expect(github.problems).toEqual(['The test server does not simulate Repository.forkCount.']);
});

test('what one may not see is not there, and a spent limit is an error in a good answer', async () => {
  repository.settings({ private: true });
  token = github.token('eve');
  const hidden = await ask('{ repository(owner: "acme", name: "shop") { id } }');
  expect([at(hidden.json, 'errors', 0, 'type'), at(hidden.json, 'data', 'repository')]).toEqual([
    'NOT_FOUND',
    null,
  ]);
  github.rate('eve', 'graphql', { limit: 1 });
  const spent = await ask('{ viewer { login } }');
  expect([spent.status, at(spent.json, 'errors', 0, 'type')]).toEqual([200, 'RATE_LIMITED']);
});

test('a list without a size is refused, and pages follow each other', async () => {
  for (const title of ['a', 'b', 'c']) repository.issue('ann', title);
  const none = await ask('{ repository(owner: "acme", name: "shop") { issues { totalCount } } }');
  expect(at(none.json, 'errors', 0, 'type')).toBe('MISSING_PAGINATION_BOUNDARIES');
  const page =
    'query($after: String) { repository(owner: "acme", name: "shop") { issues(first: 2, after: $after) { nodes { title } pageInfo { hasNextPage endCursor } } } }';
  const first = await ask(page);
  const after = at(first.json, 'data', 'repository', 'issues', 'pageInfo', 'endCursor');
  const second = await ask(page, { after });
  expect(at(second.json, 'data', 'repository', 'issues')).toMatchObject({
    nodes: [{ title: 'c' }],
    pageInfo: { hasNextPage: false },
  });
});
