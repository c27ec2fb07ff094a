import { createSign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { contractFile } from '../contracts/folder.ts';
import type { RepositoryHandle } from './repository.ts';
import { routes } from './rest.ts';
import { type GitHubServer, startGitHub } from './server.ts';
import { type Caller, at, callerOf } from './talk.ts';

const shop = '/repos/acme/shop';

let github: GitHubServer;
let repository: RepositoryHandle;
let ann: Caller;

beforeEach(async () => {
  github = await startGitHub({ unknownReads: 0 });
  github.organization('acme', []);
  repository = await github.repository('acme/shop', {
    files: { 'a.txt': 'one\n', '.github/CODEOWNERS': '* @ben\n', 'docs/x.md': 'x\n' },
    collaborators: { ann: 'admin', ben: 'write' },
  });
  ann = callerOf(github.url, github.token('ann'));
  const person = github.person('ann');
  await person.pushes('acme/shop', 'fix', { 'a.txt': 'two\n', 'n.txt': 'new\n' });
  await person.opens('acme/shop', { head: 'fix', title: 'Fix' });
});

afterEach(async () => {
  await github.close();
  expect(github.problems).toEqual([]);
  expect(github.violations).toEqual([]);
});

const description = contractFile('github-rest.openapi.json');

test.skipIf(description === undefined)('every published operation is simulated', () => {
  const { paths } = z
    .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    .parse(JSON.parse(readFileSync(description ?? '', 'utf8')));
  const asked = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => ({ method: method.toUpperCase(), path })),
  );
  expect(asked.length).toBeGreaterThan(60);
  const served = new Set(routes.map(({ method, pattern }) => `${method} ${pattern}`));
  expect(asked.map(({ method, path }) => `${method} ${path}`).filter((one) => !served.has(one))).toEqual([]);
});

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function jwtOf(key: string, claims: Readonly<Record<string, unknown>>): string {
  const text = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key, 'base64url')}`;
}

const seconds = (): number => Math.floor(Date.now() / 1000);

async function installed(permissions: Readonly<Record<string, 'read' | 'write'>>): Promise<Caller> {
  const app = github.app('slip', { permissions, installedFor: { acme: undefined } });
  const jwt = jwtOf(app.privateKey, { iss: String(app.id), iat: seconds() - 30, exp: seconds() + 300 });
  const here = await callerOf(github.url, jwt).get(`${shop}/installation`);
  const made = await callerOf(github.url, jwt).post(
    `/app/installations/${String(at(here.json, 'id'))}/access_tokens`,
    {},
  );
  expect(made.status).toBe(201);
  return callerOf(github.url, String(at(made.json, 'token')));
}

test('an App proves itself by a signed token and acts as its bot', async () => {
  const app = await installed({ issues: 'write', contents: 'read' });
  const said = await app.post(`${shop}/issues/1/comments`, { body: 'Hello' });
  expect([said.status, at(said.json, 'user', 'login'), at(said.json, 'user', 'type')]).toEqual([
    201,
    'slip[bot]',
    'Bot',
  ]);
  expect((await app.get('/user')).status).toBe(403);
  expect((await app.call('PUT', `${shop}/pulls/1/merge`, {})).status).toBe(403);
});

test('a token of an App that is forged, too long or of the past is refused', async () => {
  const { privateKey, id } = github.app('slip', { permissions: {}, installedFor: { acme: undefined } });
  const status = async (claims: Readonly<Record<string, unknown>>, spoil = ''): Promise<number> =>
    (await callerOf(github.url, jwtOf(privateKey, claims) + spoil).get('/app')).status;
  const good = { iss: String(id), iat: seconds(), exp: seconds() + 300 };
  expect(await status(good)).toBe(200);
  expect(await status({ ...good, exp: seconds() - 1 })).toBe(401);
  expect(await status({ ...good, exp: seconds() + 3600 })).toBe(401);
  expect(await status({ ...good, iat: seconds() + 600 })).toBe(401);
  expect(await status({ ...good, iss: '1' })).toBe(401);
  expect(await status(good, 'AA')).toBe(401);
});

test('check runs are written by Apps alone, statuses by anybody who may push', async () => {
  const head = repository.branch('fix') ?? '';
  const run = { name: 'slipway', head_sha: head, status: 'in_progress' };
  expect((await ann.post(`${shop}/check-runs`, run)).status).toBe(403);
  const app = await installed({ checks: 'write', statuses: 'write' });
  const made = await app.post(`${shop}/check-runs`, run);
  const output = {
    title: 'Gate',
    summary: 'Waits.',
    annotations: [{ path: 'a.txt', start_line: 1, end_line: 1, annotation_level: 'notice', message: 'here' }],
  };
  const id = String(at(made.json, 'id'));
  const done = await app.call('PATCH', `${shop}/check-runs/${id}`, { conclusion: 'action_required', output });
  expect([at(done.json, 'status'), at(done.json, 'conclusion')]).toEqual(['completed', 'action_required']);
  expect(at((await ann.get(`${shop}/check-runs/${id}/annotations`)).json, 0, 'message')).toBe('here');
  expect(at((await ann.get(`${shop}/commits/fix/check-runs`)).json, 'total_count')).toBe(1);
  expect(
    at((await ann.get(`${shop}/commits/${head}/check-suites`)).json, 'check_suites', 0, 'conclusion'),
  ).toBe('action_required');
  expect((await ann.post(`${shop}/statuses/${head}`, { state: 'pending', context: 'slipway' })).status).toBe(
    201,
  );
  await ann.post(`${shop}/statuses/${head}`, { state: 'success', context: 'slipway' });
  const all = await ann.get(`${shop}/commits/${head}/status`);
  expect([at(all.json, 'state'), at(all.json, 'total_count')]).toEqual(['success', 1]);
  expect((await ann.get(`${shop}/check-runs/${id}`)).status).toBe(200);
});

test('logs lie with another host, which refuses whoever shows it a token', async () => {
  const steps = [{ name: 'Test', conclusion: 'failure' }] as const;
  const job = repository.ci.runs({
    name: 'test',
    head: 'fix',
    conclusion: 'failure',
    steps,
    log: 'it broke\n',
  });
  const runs = await ann.get(`${shop}/actions/runs?head_sha=${repository.branch('fix') ?? ''}`);
  const run = String(at(runs.json, 'workflow_runs', 0, 'id'));
  const jobs = await ann.get(`${shop}/actions/runs/${run}/jobs`);
  expect(at(jobs.json, 'jobs', 0, 'steps', 0, 'conclusion')).toBe('failure');
  expect((await ann.get(`${shop}/actions/runs/${run}`)).status).toBe(200);
  const sent = await ann.get(`${shop}/actions/jobs/${job}/logs`);
  const there = sent.headers.get('location') ?? '';
  expect([sent.status, new URL(there).host === new URL(github.url).host]).toEqual([302, false]);
  expect(await (await fetch(there)).text()).toBe('it broke\n');
  expect((await fetch(there, { headers: { authorization: 'Bearer x' } })).status).toBe(400);
  const quiet = repository.ci.runs({ name: 'quiet', head: 'fix', conclusion: 'failure' });
  expect((await ann.get(`${shop}/actions/jobs/${quiet}/logs`)).status).toBe(410);
  expect((await ann.post(`${shop}/actions/runs/${run}/rerun-failed-jobs`, {})).status).toBe(201);
  expect(at((await ann.get(`${shop}/actions/runs/${run}`)).json, 'run_attempt')).toBe(2);
});

test('what a branch demands is told by rules and by protection, each at its own place', async () => {
  repository.rule({
    approvals: 2,
    checks: [{ context: 'test' }],
    queue: 'squash',
    signatures: true,
    linear: true,
  });
  const rules = await ann.get(`${shop}/rules/branches/main`);
  const types = Array.isArray(rules.json) ? rules.json.map((one) => at(one, 'type')) : [];
  expect(types).toEqual(
    expect.arrayContaining([
      'pull_request',
      'required_status_checks',
      'merge_queue',
      'required_signatures',
      'required_linear_history',
    ]),
  );
  expect((await ann.get(`${shop}/branches/main/protection`)).status).toBe(404);
  repository.rule({ by: 'protection', approvals: 1, checks: [{ context: 'test' }] });
  const protection = await ann.get(`${shop}/branches/main/protection`);
  expect(at(protection.json, 'required_pull_request_reviews', 'required_approving_review_count')).toBe(1);
  const ben = callerOf(github.url, github.token('ben'));
  expect((await ben.get(`${shop}/branches/main/protection`)).status).toBe(404);
  expect(at((await ben.get(`${shop}/branches/main`)).json, 'protected')).toBe(true);
  expect((await ann.get(`${shop}/rulesets`)).status).toBe(200);
});

test('what is read of a repository is what git has', async () => {
  const head = repository.branch('fix') ?? '';
  const text = await ann.get(`${shop}/contents/.github/CODEOWNERS`);
  expect(Buffer.from(String(at(text.json, 'content')), 'base64').toString()).toBe('* @ben\n');
  expect(at((await ann.get(`${shop}/contents/docs?ref=main`)).json, 0, 'path')).toBe('docs/x.md');
  expect((await ann.get(`${shop}/contents/absent.md`)).status).toBe(404);
  expect(at((await ann.get(`${shop}/compare/main...fix`)).json, 'ahead_by')).toBe(1);
  expect(at((await ann.get(`${shop}/commits/${head}`)).json, 'sha')).toBe(head);
  expect(at((await ann.get(`${shop}/commits?sha=fix`)).json, 0, 'sha')).toBe(head);
  expect(at((await ann.get(`${shop}/commits/${head}/pulls`)).json, 0, 'number')).toBe(1);
  expect(at((await ann.get(`${shop}/pulls/1/files`)).json, 1, 'status')).toBe('added');
  expect(at((await ann.get(`${shop}/pulls/1/commits`)).json, 0, 'sha')).toBe(head);
  expect(at((await ann.get(`${shop}/git/ref/heads/fix`)).json, 'object', 'sha')).toBe(head);
  expect((await ann.get(`${shop}/codeowners/errors`)).status).toBe(200);
  expect(at((await ann.get(`${shop}/collaborators/ben/permission`)).json, 'permission')).toBe('write');
  expect((await ann.get(`${shop}/collaborators/ben`)).status).toBe(204);
  expect((await ann.get(`${shop}/tags`)).status).toBe(200);
  expect((await ann.get('/rate_limit')).status).toBe(200);
});

test('refs are made, moved and deleted, and only forwards unless forced', async () => {
  const [main, fix] = [repository.branch('main') ?? '', repository.branch('fix') ?? ''];
  expect((await ann.post(`${shop}/git/refs`, { ref: 'refs/heads/n', sha: fix })).status).toBe(201);
  expect(at((await ann.post(`${shop}/git/refs`, { ref: 'refs/heads/n', sha: fix })).json, 'message')).toBe(
    'Reference already exists',
  );
  expect((await ann.call('PATCH', `${shop}/git/refs/heads/n`, { sha: main })).status).toBe(422);
  expect((await ann.call('PATCH', `${shop}/git/refs/heads/n`, { sha: main, force: true })).status).toBe(200);
  expect((await ann.call('DELETE', `${shop}/git/refs/heads/n`)).status).toBe(204);
  expect((await ann.call('DELETE', `${shop}/git/refs/heads/n`)).status).toBe(422);
});

test('reviews, threads and replies are told as they were made', async () => {
  const ben = callerOf(github.url, github.token('ben'));
  const head = repository.branch('fix') ?? '';
  const own = await ann.post(`${shop}/pulls/1/reviews`, { event: 'APPROVE' });
  expect(at(own.json, 'errors', 0)).toBe('Can not approve your own pull request');
  const comments = [{ path: 'a.txt', line: 1, body: 'Why?' }];
  const review = await ben.post(`${shop}/pulls/1/reviews`, {
    event: 'REQUEST_CHANGES',
    body: 'No.',
    comments,
    commit_id: head,
  });
  expect([at(review.json, 'state'), at(review.json, 'commit_id')]).toEqual(['CHANGES_REQUESTED', head]);
  const lines = await ann.get(`${shop}/pulls/1/comments`);
  const id = String(at(lines.json, 0, 'id'));
  const reply = await ann.post(`${shop}/pulls/1/comments/${id}/replies`, { body: 'Because.' });
  expect(at(reply.json, 'in_reply_to_id')).toBe(Number(id));
  expect(
    (await ann.call('PATCH', `${shop}/pulls/comments/${String(at(reply.json, 'id'))}`, { body: 'So.' }))
      .status,
  ).toBe(200);
  expect((await ann.get(`${shop}/pulls/comments/${id}`)).status).toBe(200);
  const reviewId = String(at(review.json, 'id'));
  expect((await ann.get(`${shop}/pulls/1/reviews/${reviewId}`)).status).toBe(200);
  expect(at((await ann.get(`${shop}/pulls/1/reviews/${reviewId}/comments`)).json, 0, 'body')).toBe('Why?');
  const line = { body: 'Here', path: 'n.txt', line: 1, commit_id: head, side: 'RIGHT' };
  expect((await ben.post(`${shop}/pulls/1/comments`, line)).status).toBe(201);
  expect((await ben.post(`${shop}/pulls/1/comments`, { ...line, path: 'absent' })).status).toBe(422);
  expect((await ann.post(`${shop}/pulls/1/requested_reviewers`, { reviewers: ['ben'] })).status).toBe(201);
  expect((await ann.post(`${shop}/pulls/1/requested_reviewers`, { reviewers: ['eve'] })).status).toBe(422);
  expect(at((await ann.get(`${shop}/pulls/1/requested_reviewers`)).json, 'users', 0, 'login')).toBe('ben');
  expect((await ann.get(`${shop}/issues/1/timeline`)).status).toBe(200);
});

test('issues are filed, labelled, assigned, found and closed', async () => {
  const made = await ann.post(`${shop}/issues`, { title: 'Broken', body: 'marker-7', labels: ['bug'] });
  const number = String(at(made.json, 'number'));
  expect(at(made.json, 'labels', 0, 'name')).toBe('bug');
  expect((await ann.post(`${shop}/labels`, { name: 'BUG', color: 'ff0000' })).status).toBe(422);
  expect((await ann.post(`${shop}/labels`, { name: 'new', color: 'ff0000' })).status).toBe(201);
  expect(at((await ann.post(`${shop}/issues/${number}/labels`, { labels: ['new'] })).json, 1, 'name')).toBe(
    'new',
  );
  expect((await ann.call('DELETE', `${shop}/issues/${number}/labels/bug`)).status).toBe(200);
  expect((await ann.post(`${shop}/issues/${number}/assignees`, { assignees: ['ben'] })).status).toBe(201);
  const said = await ann.post(`${shop}/issues/${number}/comments`, { body: 'One' });
  const id = String(at(said.json, 'id'));
  expect(at((await ann.call('PATCH', `${shop}/issues/comments/${id}`, { body: 'Two' })).json, 'body')).toBe(
    'Two',
  );
  expect((await ann.get(`${shop}/issues/comments/${id}`)).status).toBe(200);
  expect((await ann.get(`${shop}/labels`)).status).toBe(200);
  expect(at((await ann.get('/search/issues?q=marker-7+repo:acme/shop+is:issue')).json, 'total_count')).toBe(
    1,
  );
  const closed = await ann.call('PATCH', `${shop}/issues/${number}`, {
    state: 'closed',
    state_reason: 'completed',
  });
  expect([at(closed.json, 'state'), at(closed.json, 'closed_by', 'login')]).toEqual(['closed', 'ann']);
  expect((await ann.get(`${shop}/issues/${number}/timeline`)).status).toBe(200);
  expect((await ann.get(`${shop}/issues?state=all`)).status).toBe(200);
});

test('the base is taken into the head by a commit, where the head is the one that was meant', async () => {
  await github.person('ben').pushes('acme/shop', 'main', { 'docs/x.md': 'y\n' });
  const head = repository.branch('fix');
  expect(
    (await ann.call('PUT', `${shop}/pulls/1/update-branch`, { expected_head_sha: 'f'.repeat(40) })).status,
  ).toBe(422);
  expect((await ann.call('PUT', `${shop}/pulls/1/update-branch`, { expected_head_sha: head })).status).toBe(
    202,
  );
  expect(await repository.git('show', 'fix:docs/x.md')).toBe('y');
  const changed = await ann.call('PATCH', `${shop}/pulls/1`, { title: 'Better', state: 'closed' });
  expect([at(changed.json, 'title'), at(changed.json, 'state')]).toEqual(['Better', 'closed']);
  expect((await ann.get(`${shop}/pulls/1/merge`)).status).toBe(404);
});

test('a release makes the tag that it is named after, a draft does not', async () => {
  const main = repository.branch('main') ?? '';
  const tag = { tag: 'v1', message: 'one', object: main, type: 'commit' };
  const object = await ann.post(`${shop}/git/tags`, tag);
  expect(
    (await ann.post(`${shop}/git/refs`, { ref: 'refs/tags/v1', sha: at(object.json, 'sha') })).status,
  ).toBe(201);
  expect(at((await ann.get(`${shop}/git/ref/tags/v1`)).json, 'object', 'type')).toBe('tag');
  expect((await ann.post(`${shop}/releases`, { tag_name: 'v2', draft: true })).status).toBe(201);
  expect((await ann.get(`${shop}/releases/tags/v2`)).status).toBe(404);
  expect((await ann.post(`${shop}/releases`, { tag_name: 'v3' })).status).toBe(201);
  expect((await ann.post(`${shop}/releases`, { tag_name: 'v3' })).status).toBe(422);
  expect(repository.state().refs['refs/tags/v3']).toBe(main);
  expect((await ann.get(`${shop}/releases/tags/v3`)).status).toBe(200);
  expect(at((await ann.get(`${shop}/releases`)).json, 1, 'tag_name')).toBe('v2');
  expect((await ann.post(`${shop}/releases/generate-notes`, { tag_name: 'v4' })).status).toBe(200);
});
