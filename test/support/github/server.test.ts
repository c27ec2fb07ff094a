import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { faultKinds } from '../web/fault.ts';
import { gitEnvironment } from './git.ts';
import type { RepositoryHandle } from './repository.ts';
import { type GitHubServer, startGitHub } from './server.ts';
import { type Caller, at, callerOf } from './talk.ts';

const run = promisify(execFile);
const shop = '/repos/acme/shop';

let github: GitHubServer;
let repository: RepositoryHandle;
let ann: Caller;
let annsToken: string;
let dir: string;

beforeEach(async () => {
  github = await startGitHub();
  github.organization('acme', []);
  repository = await github.repository('acme/shop', {
    files: { 'a.txt': 'one\n', 'b.txt': 'b\n' },
    collaborators: { ann: 'write', ben: 'write' },
  });
  annsToken = github.token('ann');
  ann = callerOf(github.url, annsToken);
  dir = await mkdtemp(path.join(tmpdir(), 'slipway-github-test-'));
});

afterEach(async () => {
  await github.close();
  await rm(dir, { recursive: true, force: true });
  expect(github.problems).toEqual([]);
  expect(github.violations).toEqual([]);
});

/** git as a person has it, with the token as the password. */
async function git(cwd: string, ...args: readonly string[]): Promise<string> {
  const who = {
    GIT_AUTHOR_NAME: 'ann',
    GIT_AUTHOR_EMAIL: 'ann@example.com',
    GIT_COMMITTER_NAME: 'ann',
    GIT_COMMITTER_EMAIL: 'ann@example.com',
  };
  const { stdout } = await run('git', [...args], { cwd, env: { ...gitEnvironment(dir), ...who } });
  return stdout.trim();
}

const withToken = (token: string): string =>
  repository.cloneUrl.replace('http://', `http://x-access-token:${token}@`);

async function pullRequest(files: Readonly<Record<string, string>> = { 'a.txt': 'two\n' }): Promise<number> {
  const person = github.person('ann');
  await person.pushes('acme/shop', 'fix', files);
  return person.opens('acme/shop', { head: 'fix', title: 'Fix', body: 'Because.' });
}

test('a branch is cloned, pushed over HTTP, proposed, reviewed and merged, and git has the merge', async () => {
  await git(dir, 'clone', '--quiet', withToken(annsToken), 'work');
  const work = path.join(dir, 'work');
  await writeFile(path.join(work, 'a.txt'), 'two\n');
  await git(work, 'checkout', '--quiet', '-b', 'fix');
  await git(work, 'commit', '--quiet', '--all', '--message=two');
  await git(work, 'push', '--quiet', 'origin', 'fix');
  const head = await git(work, 'rev-parse', 'HEAD');
  const made = await ann.post(`${shop}/pulls`, { title: 'Fix', head: 'fix', base: 'main', body: 'Because.' });
  expect([made.status, at(made.json, 'number'), at(made.json, 'head', 'sha')]).toEqual([201, 1, head]);
  await github.person('ben').reviews('acme/shop', 1, { state: 'APPROVED' });
  const merged = await ann.call('PUT', `${shop}/pulls/1/merge`, { sha: head, merge_method: 'squash' });
  expect([merged.status, at(merged.json, 'merged')]).toEqual([200, true]);
  await git(work, 'fetch', '--quiet', 'origin');
  expect(await git(work, 'show', 'origin/main:a.txt')).toBe('two');
  expect(await git(work, 'rev-parse', 'origin/main')).toBe(at(merged.json, 'sha'));
});

test.each(['merge', 'squash', 'rebase'] as const)(
  '%s gives the history that it is named after',
  async (method) => {
    await pullRequest();
    await github.person('ann').pushes('acme/shop', 'fix', { 'c.txt': 'c\n' });
    await github.person('ben').pushes('acme/shop', 'main', { 'b.txt': 'other\n' });
    await github.person('ben').merges('acme/shop', 1, method);
    const parents = (await repository.git('log', '-1', '--format=%P', 'main')).split(' ').length;
    const count = Number(await repository.git('rev-list', '--count', 'main'));
    expect([parents, count]).toEqual({ merge: [2, 5], squash: [1, 3], rebase: [1, 4] }[method]);
    expect(await repository.git('show', 'main:b.txt')).toBe('other');
  },
);

test('a second pull request of the same branch is refused, and the first is found by its head', async () => {
  await pullRequest();
  const again = await ann.post(`${shop}/pulls`, { title: 'Fix', head: 'acme:fix', base: 'main' });
  expect(again.status).toBe(422);
  expect(at(again.json, 'errors', 0, 'message')).toBe('A pull request already exists for acme:fix.');
  const found = await ann.get(`${shop}/pulls?head=acme:fix&state=all`);
  expect([at(found.json, 0, 'number'), at(found.json, 1)]).toEqual([1, undefined]);
});

test('422 has several meanings, and each says which it is', async () => {
  await github.person('ann').pushes('acme/shop', 'same', {}, { message: 'nothing' });
  const tip = repository.branch('main') ?? '';
  await ann.post(`${shop}/git/refs`, { ref: 'refs/heads/even', sha: tip });
  const of = async (head: string, base: string): Promise<unknown> =>
    at((await ann.post(`${shop}/pulls`, { title: 't', head, base })).json, 'errors', 0);
  expect(await of('even', 'main')).toMatchObject({
    code: 'custom',
    message: 'No commits between main and even',
  });
  expect(await of('absent', 'main')).toMatchObject({ field: 'head', code: 'invalid' });
  expect(await of('same', 'absent')).toMatchObject({ field: 'base', code: 'invalid' });
});

test('a merge of another head than the one named is refused', async () => {
  await pullRequest();
  const old = repository.branch('fix');
  await github.person('ben').pushes('acme/shop', 'fix', { 'a.txt': 'three\n' });
  const merged = await ann.call('PUT', `${shop}/pulls/1/merge`, { sha: old });
  expect([merged.status, at(merged.json, 'message')]).toEqual([
    409,
    'Head branch was modified. Review and try the merge again.',
  ]);
});

async function stateOf(): Promise<unknown> {
  const { json } = await ann.get(`${shop}/pulls/1`);
  return [at(json, 'mergeable'), at(json, 'mergeable_state')];
}

test('mergeability is not known at first, then told, and a conflict is found by git', async () => {
  await pullRequest();
  // The first read was made by creating it.
  expect(await stateOf()).toEqual([true, 'clean']);
  await github.person('ben').pushes('acme/shop', 'main', { 'a.txt': 'else\n' });
  expect(await stateOf()).toEqual([null, 'unknown']);
  expect(await stateOf()).toEqual([false, 'dirty']);
});

test('approvals survive a push, except where a rule dismisses them', async () => {
  repository.rule({ approvals: 1 });
  await pullRequest();
  await github.person('ben').reviews('acme/shop', 1, { state: 'APPROVED' });
  const states = (): readonly unknown[] => repository.issueOf(1).pull?.reviews.map((one) => one.state) ?? [];
  await github.person('ann').pushes('acme/shop', 'fix', { 'a.txt': '3\n' });
  expect(states()).toEqual(['APPROVED']);
  repository.rule({ dismissStale: true });
  await github.person('ann').pushes('acme/shop', 'fix', { 'a.txt': '4\n' });
  expect(states()).toEqual(['DISMISSED']);
});

test('rules of a branch refuse pushes and merges in words', async () => {
  repository.rule({ approvals: 1, pullRequests: true, checks: [{ context: 'test' }] });
  await pullRequest();
  const merged = await ann.call('PUT', `${shop}/pulls/1/merge`, {});
  expect([merged.status, at(merged.json, 'message')]).toEqual([
    405,
    'At least 1 approving review is required by reviewers with write access.\nRequired status check "test" is expected.',
  ]);
  await git(dir, 'clone', '--quiet', withToken(annsToken), 'work');
  const work = path.join(dir, 'work');
  await git(work, 'commit', '--quiet', '--allow-empty', '--message=x');
  await expect(git(work, 'push', 'origin', 'main')).rejects.toThrow(
    /GH013.*\n.*Changes must be made through a pull request/,
  );
});

test('where signed commits are demanded an unsigned one is not pushed', async () => {
  repository.rule({ branch: '~ALL', signatures: true });
  await git(dir, 'clone', '--quiet', withToken(annsToken), 'work');
  const work = path.join(dir, 'work');
  await git(work, 'commit', '--quiet', '--allow-empty', '--message=x');
  await expect(git(work, 'push', 'origin', 'HEAD:refs/heads/x')).rejects.toThrow(
    /Commits must have verified signatures/,
  );
});

test('who has no access is told that nothing is there; who may not push is told so', async () => {
  repository.settings({ private: true });
  const eve = callerOf(github.url, github.token('eve'));
  expect((await eve.get(shop)).status).toBe(404);
  repository.collaborator('eve', 'read');
  expect((await eve.get(shop)).status).toBe(200);
  await expect(git(dir, 'push', withToken(github.token('eve')), 'HEAD:x')).rejects.toThrow();
  await git(dir, 'clone', '--quiet', withToken(github.token('eve')), 'work');
  await expect(git(path.join(dir, 'work'), 'push', 'origin', 'HEAD:refs/heads/x')).rejects.toThrow(/403/);
  expect((await callerOf(github.url, 'ghp_wrong').get(shop)).status).toBe(401);
});

test('pages are linked to each other', async () => {
  for (let n = 0; n < 5; n += 1) repository.issue('ann', `Issue ${n}`);
  const first = await ann.get(`${shop}/issues?per_page=2`);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  expect(first.headers.get('link')).toContain('rel="last"');
  const second = await ann.get(next.slice(github.url.length));
  expect([at(second.json, 0, 'title'), at(second.json, 2)]).toEqual(['Issue 2', undefined]);
});

test('what did not change is not told again and costs nothing', async () => {
  const first = await ann.get(shop);
  const again = await ann.get(shop, { 'if-none-match': first.headers.get('etag') ?? '' });
  expect(again.status).toBe(304);
  expect(again.headers.get('x-ratelimit-remaining')).toBe(first.headers.get('x-ratelimit-remaining'));
});

test('a spent limit says when it ends', async () => {
  github.rate('ann', 'core', { limit: 2 });
  await ann.get(shop);
  await ann.get(shop);
  const third = await ann.get(shop);
  expect([third.status, third.headers.get('x-ratelimit-remaining')]).toEqual([403, '0']);
  expect(Number(third.headers.get('x-ratelimit-reset')) * 1000).toBeGreaterThan(Date.now());
});

test('only a classic token tells its scopes, and a fine-grained one is refused what it was not given', async () => {
  expect((await ann.get('/user')).headers.get('x-oauth-scopes')).toBe('repo, workflow');
  const fine = callerOf(
    github.url,
    github.token('ben', { kind: 'fine-grained', permissions: { contents: 'read' } }),
  );
  expect((await fine.get('/user')).headers.get('x-oauth-scopes')).toBe(null);
  const refused = await fine.post(`${shop}/issues`, { title: 'x' });
  expect([refused.status, at(refused.json, 'message')]).toEqual([
    403,
    'Resource not accessible by personal access token',
  ]);
  expect(refused.headers.get('x-accepted-github-permissions')).toBe('issues=write');
});

/** What a call that is spoiled in this way looks like to its caller, and whether the comment is there all the same. */
const outcomes = {
  refused: ['no answer', 0],
  'reset-before': ['no answer', 0],
  'reset-after': ['no answer', 1],
  'timeout-after': ['no answer', 1],
  'server-error': [502, 0],
  'rate-limit': [429, 0],
  'secondary-limit': [403, 0],
  truncated: ['no answer', 1],
  html: ['no answer', 0],
  'wrong-type': [201, 1],
  slow: [201, 1],
  stale: [201, 1],
} as const;

test.each(faultKinds)('a call with the fault %s is executed or not, and written down so', async (kind) => {
  const number = repository.issue('ann', 'Talk');
  github.fault({ kind, match: { method: 'POST', path: /\/comments$/ } });
  const answer = await fetch(`${github.url}${shop}/issues/${number}/comments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${annsToken}` },
    body: JSON.stringify({ body: 'Hello' }),
    signal: AbortSignal.timeout(1000),
  })
    .then(async (got) => {
      JSON.parse(await got.text());
      return got.status;
    })
    .catch(() => 'no answer');
  expect([answer, repository.issueOf(number).comments.length]).toEqual(outcomes[kind]);
  const call = github.calls.at(-1);
  expect([call?.executed, call?.as]).toEqual([outcomes[kind][1] === 1, 'ann']);
  expect(call?.fault).toBe(kind === 'stale' ? undefined : kind);
  const next = await ann.post(`${shop}/issues/${number}/comments`, { body: 'Again' });
  expect(next.status).toBe(201);
});

test('a stale read answers as before the last write, as often as was ordered', async () => {
  const number = repository.issue('ann', 'Talk');
  github.fault({ kind: 'stale', match: { path: /\/comments$/ }, times: 2 });
  await ann.post(`${shop}/issues/${number}/comments`, { body: 'Hello' });
  const count = async (): Promise<unknown> => {
    const { json } = await ann.get(`${shop}/issues/${number}/comments`);
    return Array.isArray(json) ? json.length : undefined;
  };
  expect([await count(), await count(), await count()]).toEqual([0, 0, 1]);
});

test('a fault may spare the first calls and strike for ever', async () => {
  const undo = github.fault({
    kind: 'server-error',
    status: 503,
    match: { path: shop },
    after: 1,
    times: 'for ever',
  });
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await ann.get(shop)).status);
  undo();
  statuses.push((await ann.get(shop)).status);
  expect(statuses).toEqual([200, 503, 503, 200]);
});

test('a push whose answer is lost has happened', async () => {
  await git(dir, 'clone', '--quiet', withToken(annsToken), 'work');
  const work = path.join(dir, 'work');
  await git(work, 'commit', '--quiet', '--allow-empty', '--message=x');
  github.fault({ kind: 'reset-after', match: { path: /git-receive-pack$/ } });
  await expect(git(work, 'push', 'origin', 'HEAD:refs/heads/x')).rejects.toThrow();
  expect(repository.branch('x')).toBe(await git(work, 'rev-parse', 'HEAD'));
});

test('while nobody listens connections are refused, and the state outlives that', async () => {
  await github.down();
  await expect(ann.get(shop)).rejects.toThrow();
  await github.up();
  expect((await ann.get(shop)).status).toBe(200);
});

test('a renamed repository is found under its number, and git follows', async () => {
  repository.rename('store');
  const moved = await ann.get(shop);
  expect(moved.status).toBe(301);
  const there = await ann.get((moved.headers.get('location') ?? '').slice(github.url.length));
  expect(at(there.json, 'full_name')).toBe('acme/store');
});

test('a deleted branch closes its pull request, and one that was pushed into the base by hand counts as merged', async () => {
  await pullRequest();
  await github.person('ann').deletesBranch('acme/shop', 'fix');
  expect(repository.issueOf(1).state).toBe('closed');
  const person = github.person('ann');
  const head = await person.pushes('acme/shop', 'more', { 'c.txt': 'c\n' });
  await person.opens('acme/shop', { head: 'more', title: 'More' });
  await person.pushes('acme/shop', 'main', {}, { onto: head, message: 'by hand' });
  expect(repository.issueOf(2).pull?.merged?.by).toBe('ann');
});

test('a fork proposes to where it comes from', async () => {
  const eve = github.person('eve');
  const fork = await eve.forks('acme/shop');
  await eve.pushes(fork, 'idea', { 'a.txt': 'idea\n' });
  const made = await callerOf(github.url, github.token('eve')).post(`${shop}/pulls`, {
    title: 'Idea',
    head: 'eve:idea',
    base: 'main',
  });
  expect([
    made.status,
    at(made.json, 'head', 'repo', 'full_name'),
    at(made.json, 'author_association'),
  ]).toEqual([201, 'eve/shop', 'NONE']);
  await github.person('ben').merges('acme/shop', 1);
  expect(await repository.git('show', 'main:a.txt')).toBe('idea');
});

test('a merge closes the issue that the pull request names', async () => {
  const issue = repository.issue('eve', 'Broken');
  const person = github.person('ann');
  await person.pushes('acme/shop', 'fix', { 'a.txt': 'two\n' });
  const pull = await person.opens('acme/shop', { head: 'fix', title: 'Fix', body: `Fixes #${issue}` });
  await person.merges('acme/shop', pull);
  expect(repository.issueOf(issue).state).toBe('closed');
});

test('who writes too much in a minute is told how long to wait, and may go on after it', async () => {
  let now = Date.now();
  const strict = await startGitHub({ writesPerMinute: 2, now: () => now });
  const shops = await strict.repository('acme/shop', { files: { 'a.txt': 'a\n' } });
  const number = shops.issue('acme', 'Talk');
  const caller = callerOf(strict.url, strict.token('acme'));
  const write = (): ReturnType<Caller['post']> =>
    caller.post(`${shop}/issues/${number}/comments`, { body: 'Hello' });
  await write();
  now += 10_000;
  await write();
  const third = await write();
  expect([third.status, third.headers.get('retry-after')]).toEqual([403, '50']);
  expect(third.headers.get('x-ratelimit-remaining')).not.toBe('0');
  expect((await caller.get(shop)).status).toBe(200);
  now += 50_000;
  expect((await write()).status).toBe(201);
  expect(shops.issueOf(number).comments).toHaveLength(3);
  await strict.close();
});
