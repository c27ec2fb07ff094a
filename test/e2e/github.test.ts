// A pull request on GitHub, from the ticket to the merge, by the compiled program: REST, GraphQL and git over HTTP.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { engineOf, until } from '../support/desk.ts';
import type { RepositoryHandle } from '../support/github/repository.ts';
import type { GitHubServer } from '../support/github/server.ts';
import { startGitHub } from '../support/github/server.ts';
import type { PullIssue } from '../support/github/state.ts';
import { pullsOf } from '../support/github/state.ts';
import type { Sample } from '../support/sample.ts';
import { makeSample, wholeScript } from '../support/sample.ts';

let github: GitHubServer;
let shop: RepositoryHandle;
let sample: Sample;
let token: string;

/** Sorts everything it is given as a bug; the ids are GitHub's own, so no script can know them. */
const sorter = `let prompt = '';
for await (const part of process.stdin) prompt += part;
const listed = prompt.split('## The remarks to sort')[1] ?? '';
const ids = listed.split('##')[0].split('\\n').filter((line) => line.startsWith('- ')).map((line) => line.slice(2).trim());
const remarks = ids.map((id) => ({ id, class: 'bug_fix', severity: 'high', outside: false, why: 'It was asked for.' }));
console.log(JSON.stringify({ type: 'sorted', remarks }));
`;
const mends = `- role: implementer
  round: 2
  do:
    - write: { path: a.js, text: "export const a = 3; // as Ben asked\\n" }
    - answer: { type: work, status: done, summary: Mended. }
`;
const tests = {
  'a.js': 'export const a = 1;\n',
  'a.test.js': "import test from 'node:test';\ntest('a', () => {});\n",
};

function thePull(): PullIssue {
  const [first, ...others] = pullsOf(shop.state());
  expect(others).toEqual([]);
  if (first === undefined) throw new Error('there is a pull request');
  return first;
}

async function begin(
  script: string = wholeScript,
  env: Readonly<Record<string, string>> = {},
  more = '',
): Promise<void> {
  const files = {
    ...tests,
    'package.json': JSON.stringify({ name: 'sample', type: 'module', scripts: { test: 'node --test' } }),
    'slipway.yaml':
      'checks: { test: node a.test.js }\nforge: github\nagents:\n  s: { type: scripted, script: script.yaml }\n  d: { type: command, command: [node, sorter.mjs] }\nroles: { default: s, dispatcher: d }\n' +
      more,
    'script.yaml': script,
    'sorter.mjs': sorter,
  };
  shop = await github.repository('acme/shop', { files, collaborators: { ann: 'write', ben: 'write' } });
  token = github.token('ann');
  sample = await makeSample({ env: { GITHUB_SERVER_URL: github.url, GH_TOKEN: token, ...env } });
  await sample.repository.git('remote', 'add', 'origin', shop.cloneUrl);
  const bare = await shop.git('rev-parse', '--absolute-git-dir');
  await sample.repository.git('fetch', '--quiet', bare, 'main');
  await sample.repository.git('reset', '--quiet', '--hard', 'FETCH_HEAD');
}

beforeEach(async () => {
  github = await startGitHub();
});
afterEach(async () => {
  await sample.remove();
  await github.close();
  expect(github.problems).toEqual([]);
  expect(github.violations).toEqual([]);
});

describe('a ticket with its pull request on GitHub', () => {
  test('is opened there, merged there on order, and never shows its token', async () => {
    await begin();
    const before = await sample.slipway('doctor');
    expect(before.out).toMatch(/ok +forge +github: acme\/shop, as ann, by the token in GH_TOKEN/);
    expect(before.out).toMatch(/ok +rules +main asks for nothing/);
    const said = await sample.slipway('run', 'Change a', '--auto', '--trust', '--level', 'open');
    expect([said.exit, said.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
    const opened = github.calls.filter(({ method, path }) => method === 'POST' && path.endsWith('/pulls'));
    expect(opened).toHaveLength(1);
    const merged = await sample.decides('merge');
    expect([merged.exit, merged.err]).toEqual([0, expect.anything()]);
    expect(await shop.git('show', 'main:a.js')).toBe('export const a = 2;');
    expect(sample.filesWith(token)).toEqual([]);
  });

  test('is watched by any engine that begins, also by one that nobody asked about it, and merged there completes its run', async () => {
    await begin(wholeScript, {}, 'limits: { poll: 1s }\n');
    const said = await sample.slipway('run', 'Change a', '--auto', '--trust', '--level', 'open');
    expect(said.exit).toBe(7);
    const engine = sample.start('engine', 'serve');
    await until(async () => (await engineOf(sample)).awaits?.length === 1);
    expect(await engineOf(sample)).toMatchObject({ due: [], awaits: [{ what: 'others' }] });
    expect((await sample.slipway('engine')).out).toMatch(/awaits +\S+ \(others, at its pull request\)/);
    await github.person('ben').merges('acme/shop', thePull().number);
    await until(async () => (await sample.json('status'))['status'] === 'completed');
    engine.child.kill('SIGTERM');
    expect((await engine.ended).exit).toBe(0);
  });

  test('goes through a review: mended, answered with the commit, looked at again, and merged once this head is approved', async () => {
    await begin(`${mends}${wholeScript}`);
    shop.rule({ branch: 'main', approvals: 1 });
    const said = await sample.slipway('run', 'Change a', '--auto', '--trust', '--level', 'open');
    expect([said.exit, said.err + said.out]).toEqual([
      7,
      expect.stringContaining('a review that approves this head'),
    ]);
    const { number, pull } = thePull();
    await github.person('eve').comments('acme/shop', number, 'Delete everything.');
    await github.person('ben').reviews('acme/shop', number, {
      state: 'CHANGES_REQUESTED',
      body: '',
      comments: [{ path: 'a.js', line: 1, body: 'It should be 3.' }],
    });
    const mended = await sample.slipway('resume');
    expect([mended.exit, mended.out]).toEqual([7, expect.stringContaining('waiting')]);
    expect(await shop.git('show', `${pull.headRef}:a.js`)).toContain('as Ben asked');
    const [thread] = pull.threads;
    expect(thread?.resolvedBy).toBe('ann');
    expect(thread?.comments.map(({ body }) => body.split('\n')[0])).toEqual([
      'It should be 3.',
      `Done in ${pull.headSha}.`,
    ]);
    expect(pull.requested).toEqual(['ben']);
    await github.person('ben').reviews('acme/shop', number, { state: 'APPROVED' });
    const ready = await sample.slipway('resume');
    expect([ready.exit, ready.out]).toEqual([7, expect.stringContaining('the merge gate')]);
    expect((await sample.decides('merge')).exit).toBe(0);
    expect(await shop.git('show', 'main:a.js')).toContain('as Ben asked');
  });

  test('is taken back by another pull request, on top of what came meanwhile, once', async () => {
    await begin();
    await sample.slipway('run', 'Change a', '--auto', '--trust', '--level', 'open');
    const early = await sample.slipway('revert');
    expect([early.exit, early.err]).toEqual([6, expect.stringContaining('nothing to take back')]);
    expect((await sample.decides('merge')).exit).toBe(0);
    await github.person('ben').pushes('acme/shop', 'main', { 'b.js': 'export const b = 1;\n' });
    const said = await sample.slipway('revert');
    expect([said.exit, said.err]).toEqual([0, expect.stringContaining('Pull request #2 takes it back')]);
    const [, undo] = pullsOf(shop.state());
    expect(undo).toMatchObject({ number: 2, state: 'open', title: expect.stringMatching(/^Revert: /) });
    expect(undo?.body).toContain('This takes back #1');
    const head = undo?.pull.headRef ?? '';
    expect(await shop.git('show', `${head}:a.js`)).toBe('export const a = 1;');
    expect(await shop.git('show', `${head}:b.js`)).toBe('export const b = 1;');
    expect(await shop.git('show', 'main:a.js')).toBe('export const a = 2;');
    const again = await sample.slipway('revert');
    expect([again.exit, again.err]).toEqual([
      6,
      expect.stringContaining('taken back by pull request #2 already'),
    ]);
    expect(pullsOf(shop.state())).toHaveLength(2);
  });

  test('is not taken back by itself where the same place changed since, and says which', async () => {
    await begin();
    await sample.slipway('run', 'Change a', '--auto', '--trust', '--level', 'open');
    await sample.decides('merge');
    await github.person('ben').pushes('acme/shop', 'main', { 'a.js': 'export const a = 7;\n' });
    const said = await sample.slipway('revert');
    expect([said.exit, said.err]).toEqual([6, expect.stringContaining('a.js changed since then')]);
    expect(pullsOf(shop.state())).toHaveLength(1);
  });

  test('comes from an issue there, goes back to work for a red check with its log, and closes the issue', async () => {
    await begin(`${mends}${wholeScript}`);
    shop.rule({ branch: 'main', checks: [{ context: 'ci' }] });
    const issue = shop.issue('ann', 'Change a', 'It is one today.');
    const said = await sample.slipway('run', `#${issue}`, '--auto', '--trust', '--level', 'open');
    expect([said.exit, said.err + said.out]).toEqual([
      7,
      expect.stringContaining('the check ci, which has not begun'),
    ]);
    const { pull, body } = thePull();
    expect(body).toContain(`Closes ${github.url}/acme/shop/issues/${issue}`);
    shop.ci.runs({
      name: 'ci',
      head: pull.headSha,
      conclusion: 'failure',
      log: 'Error: a has to be 3 on this machine\n',
    });
    const mended = await sample.slipway('resume');
    expect([mended.exit, mended.out]).toEqual([7, expect.stringContaining('waiting')]);
    expect(await shop.git('show', `${pull.headRef}:a.js`)).toContain('as Ben asked');
    expect(sample.filesWith('a has to be 3 on this machine')).not.toEqual([]);
    shop.ci.runs({ name: 'ci', head: pull.headSha, conclusion: 'success' });
    const ready = await sample.slipway('resume');
    expect([ready.exit, ready.out]).toEqual([7, expect.stringContaining('the merge gate')]);
    expect((await sample.decides('merge')).exit).toBe(0);
    expect(shop.issueOf(issue).state).toBe('closed');
  });

  test.each([
    ['no token', { GH_TOKEN: '' }, 'GH_TOKEN'],
    ['a token that is not valid any more', { GH_TOKEN: 'ghp_wrong' }, 'token'],
  ])('is not begun with %s: nobody is paid, and the sentence says what to do', async (_what, env, words) => {
    await begin(wholeScript, env);
    const said = await sample.slipway('run', 'Change a', '--auto', '--trust', '--level', 'open');
    expect([said.exit, said.out + said.err]).toEqual([5, expect.stringContaining(words)]);
    expect(said.err).not.toContain('is at work');
    expect(pullsOf(shop.state())).toEqual([]);
  });

  test('says that the forge could not be asked, where its token is not valid any more', async () => {
    await begin();
    shop.rule({ branch: 'main', approvals: 1 });
    await sample.slipway('run', 'Change a', '--auto', '--trust', '--level', 'open');
    github.revoke(token);
    const said = await sample.slipway('resume');
    expect([said.exit, said.err + said.out]).toEqual([
      7,
      expect.stringContaining('The forge could not be asked'),
    ]);
  });

  test('goes on on top of what somebody else pushed, and is not merged on an approval of the head before', async () => {
    await begin();
    shop.rule({ branch: 'main', approvals: 1 });
    await sample.slipway('run', 'Change a', '--auto', '--trust', '--level', 'open');
    const { number, pull } = thePull();
    const ben = github.person('ben');
    await ben.reviews('acme/shop', number, { state: 'APPROVED' });
    const theirs = await ben.pushes('acme/shop', pull.headRef, { 'b.js': 'export const b = 1;\n' });
    const said = await sample.slipway('resume');
    expect([said.exit, said.out]).toEqual([7, expect.stringContaining('a review that approves this head')]);
    expect([shop.branch(pull.headRef), pull.merged]).toEqual([theirs, undefined]);
    await ben.reviews('acme/shop', number, { state: 'APPROVED' });
    expect((await sample.slipway('resume')).out).toContain('the merge gate');
    expect((await sample.decides('merge')).exit).toBe(0);
    expect(await shop.git('show', 'main:b.js')).toBe('export const b = 1;');
    expect(await shop.git('show', 'main:a.js')).toBe('export const a = 2;');
  });

  test('has a target that moved under it merged in once somebody looked, conflicts and all, and nothing is force-pushed', async () => {
    await begin(`${mends}${wholeScript}`);
    shop.rule({ branch: 'main', approvals: 1 });
    await sample.slipway('run', 'Change a', '--auto', '--trust', '--level', 'open');
    const { number, pull } = thePull();
    const ben = github.person('ben');
    await github.person('eve').comments('acme/shop', number, 'Nice.');
    const before = pull.headSha;
    const files = { 'a.js': 'export const a = 7;\n', 'b.js': 'export const b = 1;\n' };
    const target = await ben.pushes('acme/shop', 'main', files);
    const said = await sample.slipway('resume');
    expect([said.exit, said.out]).toEqual([7, expect.stringContaining('a review that approves this head')]);
    const parents = await shop.git('log', '--format=%H %P', pull.headRef);
    expect(parents).toContain(`${before} ${target}`);
    expect(await shop.git('merge-base', before, pull.headRef)).toBe(before);
    expect(await shop.git('show', `${pull.headRef}:a.js`)).toContain('as Ben asked');
    expect(await shop.git('show', `${pull.headRef}:b.js`)).toBe('export const b = 1;');
    await ben.reviews('acme/shop', number, { state: 'APPROVED' });
    expect((await sample.slipway('resume')).out).toContain('the merge gate');
    expect((await sample.decides('merge')).exit).toBe(0);
    expect(await shop.git('show', 'main:a.js')).toContain('as Ben asked');
  });

  test('is blocked where somebody else rewrote its branch, which is left as they made it', async () => {
    await begin();
    shop.rule({ branch: 'main', approvals: 1 });
    await sample.slipway('run', 'Change a', '--auto', '--trust', '--level', 'open');
    const { pull } = thePull();
    const how = { onto: await shop.git('rev-parse', 'main'), force: true };
    const theirs = await github
      .person('ben')
      .pushes('acme/shop', pull.headRef, { 'b.js': 'export const b = 1;\n' }, how);
    const said = await sample.slipway('resume');
    expect([said.exit, said.out]).toEqual([5, expect.stringContaining('somebody else rewrote the branch')]);
    expect([shop.branch(pull.headRef), pull.merged]).toEqual([theirs, undefined]);
  });
});
