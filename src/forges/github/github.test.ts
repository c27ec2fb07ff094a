import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ForgeOnGitHub } from '../../../test/support/forge-on-github.ts';
import { forgeOnGitHub } from '../../../test/support/forge-on-github.ts';
import { pullsOf } from '../../../test/support/github/state.ts';
import type { Asked } from '../../../test/support/web/fault.ts';

let world: ForgeOnGitHub;
beforeEach(async () => {
  world = await forgeOnGitHub();
});
afterEach(() => world.close());

const branch = 'feature/T-1_change_it';
const pushed = async (files = { 'a.txt': 'two\n' }): Promise<string> => {
  const commit = await world.commit(files);
  expect(await world.forge.push({ repository: world.id, branch, commit })).toMatchObject({ ok: true });
  return commit;
};
const opened = async (): Promise<number> => {
  const answer = await world.forge.open({
    repository: world.id,
    branch,
    target: 'main',
    title: 'T-1: Change it',
    body: 'Because.',
  });
  if (!answer.ok) throw new Error(answer.detail);
  return answer.value.number;
};

const threadOn = async (number: number): Promise<string> => {
  const comments = [{ path: 'a.txt', line: 1, body: 'Shorter.' }];
  await world.github.person('ben').reviews('acme/shop', number, { state: 'COMMENTED', comments });
  const looked = await world.forge.inspect(world.id, number);
  const remark = looked.ok ? looked.value.remarks.find(({ kind }) => kind === 'thread') : undefined;
  if (remark === undefined) throw new Error('the thread is there');
  return remark.id;
};
const answerIn = (number: number, remark: string) =>
  world.forge.reply({
    repository: world.id,
    number,
    remark,
    marker: 'r/reply',
    body: 'Done in c0ffee.',
    resolves: true,
  });
const repliesWritten = (): readonly string[] => world.written().filter((call) => call.endsWith('/replies'));

describe('a branch', () => {
  test('is pushed with git, over HTTP, and found there', async () => {
    expect(await world.forge.branchHead(world.id, branch)).toEqual({ ok: true, value: undefined });
    const commit = await pushed();
    expect(world.shop.branch(branch)).toBe(commit);
    expect(await world.forge.branchHead(world.id, branch)).toEqual({ ok: true, value: commit });
  });

  test('that somebody else moved is not pushed over', async () => {
    const commit = await pushed();
    const theirs = await world.github.person('ben').pushes('acme/shop', branch, { 'b.txt': 'two\n' });
    const next = await world.commit({ 'a.txt': 'three\n' });
    const answer = await world.forge.push({ repository: world.id, branch, commit: next, expected: commit });
    expect(answer).toMatchObject({ ok: false, reason: 'ref-moved' });
    expect(world.shop.branch(branch)).toBe(theirs);
  });

  test('that exists already is not taken for ours', async () => {
    await world.github.person('ben').pushes('acme/shop', branch, { 'b.txt': 'two\n' });
    const commit = await world.commit({ 'a.txt': 'three\n' });
    expect(await world.forge.push({ repository: world.id, branch, commit })).toMatchObject({
      reason: 'ref-moved',
    });
  });

  test('that is at the commit already is pushed', async () => {
    const commit = await pushed();
    expect(await world.forge.push({ repository: world.id, branch, commit })).toMatchObject({ ok: true });
  });

  test('is deleted once, and gone is gone', async () => {
    await pushed();
    expect(await world.forge.deleteBranch(world.id, branch)).toMatchObject({ ok: true });
    expect(await world.forge.deleteBranch(world.id, branch)).toMatchObject({ ok: true });
    expect(world.shop.branch(branch)).toBeUndefined();
  });
});

describe('the target', () => {
  test('is where others see it, and in the store by then', async () => {
    const moved = await world.github.person('ben').pushes('acme/shop', 'main', { 'b.txt': 'two\n' });
    expect(await world.forge.target(world.id, 'main')).toEqual({ ok: true, value: moved });
    expect(await world.workspaces.has(world.id, moved)).toBe(true);
    expect(await world.forge.target(world.id, 'gone')).toEqual({ ok: true, value: undefined });
  });
});

describe('a pull request', () => {
  test('is opened once for a branch', async () => {
    const commit = await pushed();
    const number = await opened();
    expect(await opened()).toBe(number);
    expect(world.written().filter((call) => call.startsWith('POST') && call.endsWith('/pulls'))).toHaveLength(
      1,
    );
    expect(world.shop.issueOf(number)).toMatchObject({ title: 'T-1: Change it', body: 'Because.' });
    expect(world.shop.branch(branch)).toBe(commit);
    expect(await world.forge.find(world.id, 'other')).toEqual({ ok: true, value: undefined });
  });

  test('that somebody closed is found by its branch, and is in the way of no other', async () => {
    await pushed();
    const number = await opened();
    await world.github.person('ben').closes('acme/shop', number);
    expect(await world.forge.find(world.id, branch)).toMatchObject({ value: { number, state: 'closed' } });
    const next = await opened();
    expect(next).not.toBe(number);
    expect(await world.forge.find(world.id, branch)).toMatchObject({
      value: { number: next, state: 'open' },
    });
  });

  test('is not opened for what changes nothing, or into what is not there', async () => {
    await world.forge.push({ repository: world.id, branch, commit: world.base });
    const request = { repository: world.id, branch, title: 't', body: '' };
    const nothing = await world.forge.open({ ...request, target: 'main' });
    expect(nothing).toMatchObject({
      reason: 'forge-refused',
      detail: expect.stringContaining('changes nothing'),
    });
    const nowhere = await world.forge.open({ ...request, target: 'gone' });
    expect(nowhere).toMatchObject({
      reason: 'forge-refused',
      detail: expect.stringContaining('no branch gone'),
    });
  });

  test('has its text changed, labels added and is closed, each once', async () => {
    await pushed();
    const number = await opened();
    for (let time = 0; time < 2; time += 1) {
      expect(
        await world.forge.update({ repository: world.id, number, title: 'New', body: 'New.' }),
      ).toMatchObject({ ok: true });
      expect(await world.forge.label(world.id, number, ['auto-generated', 'fix'])).toMatchObject({
        ok: true,
      });
      expect(await world.forge.close(world.id, number)).toMatchObject({ ok: true });
    }
    expect(world.shop.issueOf(number)).toMatchObject({ title: 'New', body: 'New.' });
    expect(world.written().filter((call) => /^(?:PATCH|POST .*labels)/.test(call))).toHaveLength(3);
  });

  test('shows its diff', async () => {
    await pushed();
    expect(await world.forge.diff(world.id, await opened())).toMatchObject({
      ok: true,
      value: expect.stringContaining('+two'),
    });
  });

  test('is merged at the head that was meant, and the merge is in the store', async () => {
    const head = await pushed();
    const number = await opened();
    const request = {
      repository: world.id,
      number,
      method: 'squash',
      message: 'fix: it\n\nT-1',
      at: 0,
    } as const;
    expect(await world.forge.merge({ ...request, head: world.base })).toMatchObject({ reason: 'ref-moved' });
    const merged = await world.forge.merge({ ...request, head });
    const commit = world.shop.branch('main') ?? '';
    expect(merged).toEqual({ ok: true, value: commit });
    expect(await world.shop.git('log', '-1', '--format=%B', 'main')).toContain('fix: it\n\nT-1');
    expect(await world.workspaces.has(world.id, commit)).toBe(true);
    expect(await world.forge.merge({ ...request, head })).toEqual({ ok: true, value: commit });
    expect(await world.forge.close(world.id, number)).toMatchObject({ reason: 'forge-refused' });
  });

  test('is not taken for merged where somebody else pushed and merged another head meanwhile', async () => {
    const head = await pushed();
    const number = await opened();
    const ben = world.github.person('ben');
    let theirs: Promise<unknown> = Promise.resolve();
    const isMerge = ({ method, path }: Asked): boolean => {
      if (method !== 'PUT' || !path.endsWith('/merge')) return false;
      theirs = ben
        .pushes('acme/shop', branch, { 'b.txt': 'theirs\n' })
        .then(() => ben.merges('acme/shop', number));
      return true;
    };
    world.github.fault({ kind: 'reset-before', match: isMerge });
    const request = {
      repository: world.id,
      number,
      head,
      method: 'squash',
      message: 'fix: it',
      at: 0,
    } as const;
    expect((await world.forge.merge(request)).ok).toBe(false);
    await theirs;
    expect(await world.forge.merge(request)).toMatchObject({ ok: false, reason: 'ref-moved' });
  });

  test('of a branch of the same name in another repository of the same owner is not ours', async () => {
    await pushed();
    const number = await opened();
    expect(await world.forge.find(world.id, branch)).toMatchObject({ ok: true, value: { number } });
    const path = '/api/v3/repos/acme/shop/pulls';
    const headers = { authorization: `Bearer ${world.github.token('ben')}` };
    const listed = await (await fetch(`${world.github.url}${path}`, { headers })).text();
    world.github.spoil(path, listed.replaceAll(/"full_name":\s*"acme\/shop"/g, '"full_name":"acme/copy"'));
    expect(await world.forge.find(world.id, branch)).toEqual({ ok: true, value: undefined });
  });

  test('that conflicts is not merged, and says so', async () => {
    const head = await pushed();
    const number = await opened();
    await world.github.person('ben').pushes('acme/shop', 'main', { 'a.txt': 'other\n' });
    const answer = await world.forge.merge({
      repository: world.id,
      number,
      head,
      method: 'squash',
      message: 'x',
      at: 0,
    });
    expect(answer).toMatchObject({
      reason: 'forge-refused',
      detail: expect.stringContaining('stands in the way'),
    });
  });

  test('is merged the way the repository allows', async () => {
    const head = await pushed();
    const number = await opened();
    world.shop.settings({ methods: ['merge', 'rebase'] });
    const answer = await world.forge.merge({
      repository: world.id,
      number,
      head,
      method: 'squash',
      message: 'x',
      at: 0,
    });
    expect(answer).toMatchObject({ ok: true });
    expect((await world.shop.git('log', '-1', '--format=%P', 'main')).split(' ')).toHaveLength(2);
  });
});

describe('watching', () => {
  test('tells that somebody answered in a thread, and on which pull request', async () => {
    await pushed();
    const number = await opened();
    const other = await world.github.person('ben').pushes('acme/shop', 'other', { 'b.txt': 'two\n' });
    expect(other).toMatch(/^[0-9a-f]{40}$/);
    const second = await world.github.person('ben').opens('acme/shop', { head: 'other', title: 'Other' });
    const ann = world.github.person('ann');
    const marks = async (): Promise<ReadonlyMap<number, string>> => {
      const answer = await world.forge.marks(world.id, [number, second]);
      if (!answer.ok) throw new Error(answer.detail);
      return answer.value;
    };
    const before = await marks();
    const comments = [{ path: 'b.txt', line: 1, body: 'Shorter.' }];
    await ann.reviews('acme/shop', second, { state: 'COMMENTED', comments });
    const said = await marks();
    const thread = pullsOf(world.shop.state()).find((pull) => pull.number === second)?.pull.threads[0];
    await ann.replies('acme/shop', second, thread?.comments[0]?.id ?? 0, 'And faster.');
    const after = await marks();
    const moved = (from: ReadonlyMap<number, string>, to: ReadonlyMap<number, string>): readonly number[] =>
      [number, second].filter((each) => from.get(each) !== to.get(each));
    expect(moved(before, said)).toEqual([second]);
    expect(moved(said, after)).toEqual([second]);
  });
});

describe('a thread', () => {
  test('in which much is said has one answer of ours, however often it is given', async () => {
    await pushed();
    const number = await opened();
    const remark = await threadOn(number);
    const first = pullsOf(world.shop.state())[0]?.pull.threads[0]?.comments[0]?.id ?? 0;
    for (let more = 0; more < 160; more += 1) {
      await world.github.person('ben').replies('acme/shop', number, first, `Word ${more}.`);
    }
    expect(await answerIn(number, remark)).toMatchObject({ ok: true });
    expect(await answerIn(number, remark)).toMatchObject({ ok: true });
    expect(repliesWritten()).toHaveLength(1);
    const looked = await world.forge.inspect(world.id, number);
    const replies = looked.ok ? looked.value.remarks.find(({ id }) => id === remark)?.replies : [];
    expect(replies).toHaveLength(161);
    expect(replies?.at(-1)).toMatchObject({ marker: 'r/reply' });
  });

  test('that Slipway settled is told apart from one that somebody else settled', async () => {
    await pushed();
    const number = await opened();
    const remark = await threadOn(number);
    await answerIn(number, remark);
    const settled = async () => {
      const looked = await world.forge.inspect(world.id, number);
      return looked.ok ? looked.value.remarks.find(({ id }) => id === remark) : undefined;
    };
    expect(await settled()).toMatchObject({ isResolved: true, isResolvedByUs: true });
    const [of] = pullsOf(world.shop.state())[0]?.pull.threads ?? [];
    if (of !== undefined) of.resolvedBy = 'ben';
    expect(await settled()).not.toHaveProperty('isResolvedByUs');
  });
});

describe('what is said on a pull request', () => {
  test('is read beyond a thousand comments, and where it is more than is read that is told', async () => {
    await pushed();
    const number = await opened();
    const [pull] = pullsOf(world.shop.state());
    const at = Date.now();
    const say = (until: number): void => {
      for (let id = (pull?.comments.length ?? 0) + 1; id <= until; id += 1) {
        pull?.comments.push({ id, by: 'ben', body: `c${id}`, at, updatedAt: at });
      }
    };
    say(1_001);
    const looked = await world.forge.inspect(world.id, number);
    expect(looked.ok && looked.value.remarks.at(-1)?.body).toBe('c1001');
    say(5_001);
    const refused = { ok: false, reason: 'forge-refused', detail: expect.stringContaining('more than 5000') };
    expect(await world.forge.inspect(world.id, number)).toMatchObject(refused);
    const comment = { repository: world.id, number, marker: 'm', body: 'It is open.' };
    expect(await world.forge.comment(comment)).toMatchObject(refused);
    expect(pull?.comments).toHaveLength(5_001);
  });
});

describe('a push that GitHub refuses', () => {
  test.each([
    [
      'signed commits are demanded',
      { branch: '~ALL', signatures: true },
      'Commits must have verified signatures',
    ],
  ])('because %s is for a person, with the words of GitHub', async (_what, rule, words) => {
    world.shop.rule(rule);
    const commit = await world.commit({ 'a.txt': 'two\n' });
    const answer = await world.forge.push({ repository: world.id, branch, commit });
    expect(answer).toMatchObject({ reason: 'forge-refused', detail: expect.stringContaining(words) });
    expect(world.shop.branch(branch)).toBeUndefined();
  });
});

describe('who we are', () => {
  test('a token that may read alone is told what it lacks, and nothing is written', async () => {
    await pushed();
    const number = await opened();
    const permissions = {
      contents: 'read',
      pull_requests: 'read',
      issues: 'read',
      metadata: 'read',
    } as const;
    const reader = world.another({
      GH_TOKEN: world.github.token('ben', { kind: 'fine-grained', permissions }),
    });
    const comment = { repository: world.id, number, marker: 'm', body: 'It is open.' };
    const [pull] = pullsOf(world.shop.state());
    expect(await reader.comment(comment)).toMatchObject({ ok: false, reason: 'forge-refused' });
    expect(pull?.comments).toEqual([]);
  });

  test('another account that takes over writes its own comment, and touches none of the one before', async () => {
    await pushed();
    const number = await opened();
    const comment = { repository: world.id, number, marker: 'm' };
    const ben = world.another({ GH_TOKEN: world.github.token('ben') });
    expect(await world.forge.comment({ ...comment, body: 'of ann' })).toMatchObject({ ok: true });
    for (const body of ['of ben', 'of ben, later']) {
      expect(await ben.comment({ ...comment, body })).toMatchObject({ ok: true });
    }
    const [pull] = pullsOf(world.shop.state());
    expect(pull?.comments.map(({ by, body }) => [by, body.split('\n')[0]])).toEqual([
      ['ann', 'of ann'],
      ['ben', 'of ben, later'],
    ]);
  });

  test('a token is in no sentence, and is told to whoever keeps texts', async () => {
    await pushed();
    expect(world.secrets).toHaveLength(1);
    const wrong = world.another({ GH_TOKEN: 'ghp_wrongwrongwrong' });
    const answer = await wrong.branchHead(world.id, branch);
    expect(answer).toMatchObject({ ok: false, reason: 'forge-refused' });
    expect(JSON.stringify(answer)).not.toContain('ghp_wrong');
  });

  test('who may not see the repository is told what that may mean', async () => {
    world.shop.settings({ private: true });
    const stranger = world.another({ GH_TOKEN: world.github.token('zoe') });
    expect(await stranger.branchHead(world.id, branch)).toMatchObject({
      reason: 'forge-refused',
      detail: expect.stringContaining('may not see it'),
    });
  });

  test('who may not push works over a fork of their own, and is told how to make one', async () => {
    const zoe = world.another({ GH_TOKEN: world.github.token('zoe') });
    const commit = await world.commit({ 'a.txt': 'two\n' });
    const refused = await zoe.push({ repository: world.id, branch, commit });
    expect(refused).toMatchObject({
      reason: 'forge-refused',
      detail: expect.stringContaining('gh repo fork acme/shop'),
    });
    await world.github.person('zoe').forks('acme/shop');
    expect(await zoe.push({ repository: world.id, branch, commit })).toMatchObject({ ok: true });
    expect(world.github.repositoryNamed('zoe/shop').branch(branch)).toBe(commit);
    const made = await zoe.open({ repository: world.id, branch, target: 'main', title: 'T', body: '' });
    expect(made).toMatchObject({ ok: true, value: { head: commit, target: 'main' } });
  });

  test('a repository that was renamed is still the one', async () => {
    await pushed();
    world.shop.rename('store');
    const later = world.another({ GH_TOKEN: world.github.token('ann') });
    expect(await later.branchHead(world.id, branch)).toMatchObject({ ok: true, value: expect.any(String) });
    const next = await world.commit({ 'a.txt': 'three\n' });
    const expected = world.shop.branch(branch);
    expect(
      await later.push({
        repository: world.id,
        branch,
        commit: next,
        ...(expected === undefined ? {} : { expected }),
      }),
    ).toMatchObject({ ok: true });
  });

  test('a repository without a remote on GitHub is told what it lacks', async () => {
    await world.user.git('remote', 'remove', 'origin');
    const later = world.another({ GH_TOKEN: world.github.token('ann') });
    expect(await later.branchHead(world.id, branch)).toMatchObject({
      reason: 'forge-refused',
      detail: expect.stringContaining('no remote on GitHub'),
    });
  });
});
