// What every forge does, whoever runs it. A forge is tried through its port only; how commits get to where
// it can push them from is the business of the world it is tried in.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import type { Forge, ForgeAnswer, ForgeCheck, PullRequestRecord } from '../../src/forges/forge.ts';

export interface ForgeWorld {
  readonly repository: string;
  /** Others push to it, and have checks of their own: it prepares nothing, and no check at all is nothing to wait for. */
  readonly isShared?: true;
  /** Another handle on the same forge, sharing nothing in memory with the others, as another process would. */
  readonly handle: () => Forge;
  /** Makes a commit with exactly these files, ready to be pushed. */
  readonly commit: (files: Readonly<Record<string, string>>, parent?: string) => Promise<string>;
  /** Puts a target branch there, as somebody else who works on it would; nowhere: it is gone. */
  readonly moveTarget: (branch: string, commit: string | undefined) => Promise<void>;
  /** A commit that somebody else makes, where Slipway has not seen it. */
  readonly commitElsewhere: (files: Readonly<Record<string, string>>, parent: string) => Promise<string>;
  /** Whether a commit is in Slipway's own store. */
  readonly has: (commit: string) => Promise<boolean>;
  /** A file of a branch as the forge has it. */
  readonly fileOn: (branch: string, name: string) => Promise<string | undefined>;
  /** How many commits a branch has on the forge. */
  readonly commitsOn: (branch: string) => Promise<number>;
  readonly dispose: () => Promise<void>;
}

const atMs = Date.UTC(2026, 0, 2, 3, 4, 5);
const baseFiles = { 'app.txt': 'one\ntwo\nthree\n', 'notes.txt': 'notes\n' };

export function forgeContract(name: string, makeWorld: () => Promise<ForgeWorld>): void {
  describe(`the ${name} forge`, () => {
    let world: ForgeWorld;
    let forge: Forge;
    let base: string;

    beforeEach(async () => {
      world = await makeWorld();
      forge = world.handle();
      base = await world.commit(baseFiles);
    });
    afterEach(() => world.dispose());

    const push = (branch: string, commit: string, expected?: string) =>
      forge.push({ repository: world.repository, branch, commit, ...(expected && { expected }) });
    const opening = (branch: string) => ({
      repository: world.repository,
      branch,
      target: 'main',
      title: 'APP-7: say it twice',
      body: 'Why and how.',
    });
    /** A pull request whose branch changes the last line of app.txt. */
    const opened = async (branch = 'fix/APP-7_say_it_twice'): Promise<PullRequestRecord> => {
      const head = await world.commit({ ...baseFiles, 'app.txt': 'one\ntwo\nTHREE\n' }, base);
      valueOf(await push('main', base));
      valueOf(await push(branch, head));
      return valueOf(await forge.open(opening(branch)));
    };
    const inspect = async (pull: PullRequestRecord) =>
      valueOf(await forge.inspect(world.repository, pull.number));
    const merging = (pull: PullRequestRecord, head = pull.head) => ({
      repository: world.repository,
      number: pull.number,
      head,
      message: 'fix: say it twice\n\nTicket: APP-7',
      at: atMs,
    });
    const headOn = async (branch: string) => valueOf(await forge.branchHead(world.repository, branch));

    describe('takes a push', () => {
      test('of a new branch, and of the same commit again', async () => {
        expect(await headOn('topic')).toBeUndefined();
        valueOf(await push('topic', base));
        valueOf(await push('topic', base));
        expect(await headOn('topic')).toBe(base);
      });

      test('that names where the branch is, also when history was rewritten', async () => {
        const other = await world.commit({ 'other.txt': 'other\n' });
        valueOf(await push('topic', base));
        valueOf(await push('topic', other, base));
        expect(await headOn('topic')).toBe(other);
      });

      test('only with the right lease, and leaves the branch alone without it', async () => {
        const mine = await world.commit({ 'app.txt': 'mine\n' }, base);
        const theirs = await world.commit({ 'app.txt': 'theirs\n' }, base);
        valueOf(await push('topic', theirs));
        expect(await push('topic', mine)).toMatchObject({ ok: false, reason: 'ref-moved' });
        expect(await push('topic', mine, base)).toMatchObject({ ok: false, reason: 'ref-moved' });
        expect(await push('gone', mine, base)).toMatchObject({ ok: false, reason: 'ref-moved' });
        expect(await headOn('topic')).toBe(theirs);
        expect(await headOn('gone')).toBeUndefined();
      });

      test('from one of two handles that hold the same lease', async () => {
        const sides = await Promise.all(
          ['a\n', 'b\n', 'c\n', 'd\n'].map((text) => world.commit({ 'app.txt': text }, base)),
        );
        valueOf(await push('topic', base));
        const answers = await Promise.all(
          sides.map((commit) =>
            world.handle().push({ repository: world.repository, branch: 'topic', commit, expected: base }),
          ),
        );
        const winners = sides.filter((_, at) => answers[at]?.ok === true);
        expect(winners).toEqual([await headOn('topic')]);
        expect(answers.filter((answer) => !answer.ok && answer.reason === 'ref-moved')).toHaveLength(3);
      });
    });

    test('has at hand where a branch of ours points', async () => {
      const commit = await world.commit({ 'app.txt': 'ours\n' }, base);
      valueOf(await push('fix/ours', commit));
      expect(valueOf(await forge.bring(world.repository, 'fix/ours'))).toBe(commit);
      expect(valueOf(await world.handle().bring(world.repository, 'fix/ours'))).toBe(commit);
      expect(valueOf(await forge.bring(world.repository, 'fix/another'))).toBeUndefined();
    });

    test('has the target where it was asked for, also when asked again', async () => {
      valueOf(await forge.prepareTarget(world.repository, 'main', base));
      valueOf(await world.handle().prepareTarget(world.repository, 'main', base));
      expect(await headOn('main')).toBe(world.isShared === true ? undefined : base);
    });

    const target = async () => valueOf(await forge.target(world.repository, 'main'));

    describe('says where a target stands', () => {
      test('while nobody moved it', async () => {
        await world.moveTarget('main', base);
        valueOf(await forge.prepareTarget(world.repository, 'main', base));
        expect(await target()).toBe(base);
      });

      test('once somebody moved it on, and has that commit at hand', async () => {
        await world.moveTarget('main', base);
        const theirs = await world.commitElsewhere({ 'app.txt': 'theirs\n' }, base);
        await world.moveTarget('main', theirs);
        expect(await world.has(theirs)).toBe(false);
        expect(await target()).toBe(theirs);
        expect(await world.has(theirs)).toBe(true);
      });

      test('once it is gone', async () => {
        await world.moveTarget('main', base);
        await world.moveTarget('main', undefined);
        expect(await target()).toBeUndefined();
      });
    });

    describe('opens a pull request', () => {
      test('once for a branch, whoever asks again', async () => {
        const first = await opened();
        const again = valueOf(
          await world.handle().open({ ...opening(first.branch), title: 'Another title' }),
        );
        expect(again).toEqual(first);
        expect(valueOf(await forge.find(world.repository, first.branch))).toEqual(first);
        expect(valueOf(await forge.get(world.repository, first.number))).toEqual(first);
        expect(valueOf(await forge.find(world.repository, 'fix/another'))).toBeUndefined();
      });

      test('once for a branch when many handles open it at the same time, and once for each of many branches', async () => {
        valueOf(await push('main', base));
        const branches = ['a', 'a', 'a', 'b', 'b', 'c', 'a', 'b'];
        for (const branch of new Set(branches)) {
          valueOf(await push(branch, await world.commit({ 'app.txt': branch }, base)));
        }
        const pulls = await Promise.all(branches.map((branch) => world.handle().open(opening(branch))));
        const numbers = new Map<string, Set<number>>();
        for (const pull of pulls.map((answer) => valueOf(answer))) {
          numbers.set(pull.branch, (numbers.get(pull.branch) ?? new Set()).add(pull.number));
        }
        expect([...numbers.values()].map((set) => set.size)).toEqual([1, 1, 1]);
        expect(new Set([...numbers.values()].flatMap((set) => [...set])).size).toBe(3);
      });

      test('only when branch and target are there and differ', async () => {
        valueOf(await push('main', base));
        expect(await forge.open(opening('nowhere'))).toMatchObject({ ok: false, reason: 'forge-refused' });
        valueOf(await push('same', base));
        expect(await forge.open(opening('same'))).toMatchObject({ ok: false, reason: 'forge-refused' });
        valueOf(await push('topic', await world.commit({ 'app.txt': 'new\n' }, base)));
        expect(await forge.open({ ...opening('topic'), target: 'nowhere' })).toMatchObject({
          ok: false,
          reason: 'forge-refused',
        });
        expect(valueOf(await forge.find(world.repository, 'topic'))).toBeUndefined();
      });
    });

    describe('keeps a pull request', () => {
      test('whose title and body can be changed', async () => {
        const pull = await opened();
        const { number } = pull;
        valueOf(await forge.update({ repository: world.repository, number, title: 'New', body: 'Newer' }));
        expect(valueOf(await forge.get(world.repository, number))).toEqual({
          ...pull,
          title: 'New',
          body: 'Newer',
        });
      });

      test('whose labels are a set', async () => {
        const { number } = await opened();
        await Promise.all(
          [['auto-generated', 'fix'], ['fix'], ['web', 'fix']].map(async (labels) =>
            valueOf(await forge.label(world.repository, number, labels)),
          ),
        );
        const { labels } = valueOf(await forge.get(world.repository, number));
        expect(labels.toSorted()).toEqual(['auto-generated', 'fix', 'web']);
      });

      test('where a comment with a marker is edited, not repeated', async () => {
        const pull = await opened();
        const say = async (marker: string, body: string) =>
          valueOf(await forge.comment({ repository: world.repository, number: pull.number, marker, body }));
        await say('r-1/report', 'first');
        await say('r-1/other', 'other');
        await say('r-1/report', 'second');
        expect(valueOf(await forge.get(world.repository, pull.number)).comments).toEqual([
          { marker: 'r-1/report', body: 'second' },
          { marker: 'r-1/other', body: 'other' },
        ]);
      });

      test('and knows no other number', async () => {
        const { number } = await opened();
        for (const answer of [
          await forge.get(world.repository, number + 1),
          await forge.inspect(world.repository, number + 1),
          await forge.label(world.repository, number + 1, ['x']),
          await forge.close(world.repository, number + 1),
        ]) {
          expect(answer).toMatchObject({ ok: false, reason: 'forge-refused' });
        }
      });
    });

    describe('shows', () => {
      test.each<[string, readonly ForgeCheck['conclusion'][], 'success' | 'pending' | 'failure']>([
        ['no check as pending', [], 'pending'],
        ['success and neutral as success', ['success', 'neutral'], 'success'],
        ['one that is pending as pending', ['success', 'pending'], 'pending'],
        ['one that failed as failure', ['success', 'failure', 'pending'], 'failure'],
      ])('%s', async (_, conclusions, expected) => {
        const pull = await opened();
        const checks = conclusions.map((conclusion, n) => ({ name: `c${n}`, head: pull.head, conclusion }));
        valueOf(await forge.publishChecks(world.repository, pull.number, checks));
        const isNothing = world.isShared === true && conclusions.length === 0;
        expect((await inspect(pull)).checks).toBe(isNothing ? 'success' : expected);
      });

      test('the latest conclusion of a check, and forgets the checks of an older head', async () => {
        const pull = await opened();
        const publish = async (conclusion: ForgeCheck['conclusion']) =>
          valueOf(
            await forge.publishChecks(world.repository, pull.number, [
              { name: 'test', head: pull.head, conclusion },
            ]),
          );
        await publish('failure');
        await publish('success');
        expect((await inspect(pull)).checks).toBe('success');
        const next = await world.commit({ ...baseFiles, 'app.txt': 'next\n' }, pull.head);
        valueOf(await push(pull.branch, next, pull.head));
        const checks = world.isShared === true ? 'success' : 'pending';
        expect(await inspect(pull)).toMatchObject({ state: 'open', head: next, checks });
        expect(valueOf(await forge.get(world.repository, pull.number)).head).toBe(next);
      });

      test('whether it can be merged, also after the target moved', async () => {
        const pull = await opened();
        expect((await inspect(pull)).mergeable).toBe(true);
        const apart = await world.commit({ ...baseFiles, 'notes.txt': 'more notes\n' }, base);
        valueOf(await push('main', apart, base));
        expect((await inspect(pull)).mergeable).toBe(true);
        const against = await world.commit({ ...baseFiles, 'app.txt': 'one\ntwo\n3\n' }, apart);
        valueOf(await push('main', against, apart));
        expect((await inspect(pull)).mergeable).toBe(false);
      });

      test('the change of the branch, and none of the target', async () => {
        const pull = await opened();
        const apart = await world.commit({ ...baseFiles, 'notes.txt': 'more notes\n' }, base);
        valueOf(await push('main', apart, base));
        const text = valueOf(await forge.diff(world.repository, pull.number));
        expect(text).toContain('diff --git a/app.txt b/app.txt');
        expect(text).toContain('-three\n+THREE\n');
        expect(text).not.toContain('notes');
      });
    });

    describe('merges', () => {
      test('the whole branch as one commit on the target', async () => {
        const pull = await opened();
        const next = await world.commit({ ...baseFiles, 'app.txt': 'ONE\ntwo\nTHREE\n' }, pull.head);
        valueOf(await push(pull.branch, next, pull.head));
        const commit = valueOf(await forge.merge(merging(pull, next)));
        expect(await headOn('main')).toBe(commit);
        expect(await world.commitsOn('main')).toBe(2);
        expect(await world.fileOn('main', 'app.txt')).toBe('ONE\ntwo\nTHREE\n');
        expect(await inspect(pull)).toMatchObject({
          state: 'merged',
          head: next,
          mergeable: false,
          mergeCommit: commit,
        });
      });

      test('onto a target that moved, keeping both changes', async () => {
        const pull = await opened();
        const apart = await world.commit({ ...baseFiles, 'notes.txt': 'more notes\n' }, base);
        valueOf(await push('main', apart, base));
        valueOf(await forge.merge(merging(pull)));
        expect(await world.fileOn('main', 'app.txt')).toBe('one\ntwo\nTHREE\n');
        expect(await world.fileOn('main', 'notes.txt')).toBe('more notes\n');
      });

      test('only the head it was ordered for', async () => {
        const pull = await opened();
        const next = await world.commit({ ...baseFiles, 'app.txt': 'next\n' }, pull.head);
        valueOf(await push(pull.branch, next, pull.head));
        expect(await forge.merge(merging(pull))).toMatchObject({ ok: false, reason: 'ref-moved' });
        expect(await headOn('main')).toBe(base);
        expect((await inspect(pull)).state).toBe('open');
      });

      test('once, however often it is ordered', async () => {
        const pull = await opened();
        const commit = valueOf(await forge.merge(merging(pull)));
        expect(valueOf(await world.handle().merge(merging(pull)))).toBe(commit);
        expect(await headOn('main')).toBe(commit);
        expect(await world.commitsOn('main')).toBe(2);
        const other = await world.commit({ 'app.txt': 'other\n' }, pull.head);
        expect(await forge.merge(merging(pull, other))).toMatchObject({ ok: false, reason: 'ref-moved' });
      });

      test('once, when several handles merge at the same time', async () => {
        const pull = await opened();
        const order = merging(pull);
        const answers = await Promise.all([1, 2, 3, 4].map(() => world.handle().merge(order)));
        const commits = answers.flatMap((answer) => (answer.ok ? [answer.value] : []));
        expect(new Set(commits)).toEqual(new Set([await headOn('main')]));
        expect(await world.commitsOn('main')).toBe(2);
        expect(valueOf(await forge.merge(order))).toBe(await headOn('main'));
      });

      test('several pull requests at the same time and loses none of them', async () => {
        const names = ['a', 'b', 'c', 'd'];
        valueOf(await push('main', base));
        const orders = [];
        for (const name of names) {
          valueOf(await push(name, await world.commit({ ...baseFiles, [`${name}.txt`]: name }, base)));
          orders.push(merging(valueOf(await forge.open(opening(name)))));
        }
        const first = await Promise.all(orders.map((order) => world.handle().merge(order)));
        const failures = first.flatMap((answer) => (answer.ok ? [] : [answer.reason]));
        expect(failures.every((reason) => reason === 'forge-unavailable')).toBe(true);
        for (const order of orders) valueOf(await forge.merge(order));
        const texts = await Promise.all(names.map((name) => world.fileOn('main', `${name}.txt`)));
        expect(texts).toEqual(names);
        expect(await world.commitsOn('main')).toBe(1 + names.length);
      });

      test('nothing where the two sides conflict', async () => {
        const pull = await opened();
        const against = await world.commit({ ...baseFiles, 'app.txt': 'one\ntwo\n3\n' }, base);
        valueOf(await push('main', against, base));
        const answer = await forge.merge(merging(pull));
        expect(answer).toMatchObject({ ok: false, reason: 'forge-refused' });
        expect(await headOn('main')).toBe(against);
      });
    });

    describe('closes', () => {
      test('a pull request for good', async () => {
        const pull = await opened();
        valueOf(await forge.close(world.repository, pull.number));
        valueOf(await forge.close(world.repository, pull.number));
        expect(await inspect(pull)).toMatchObject({ state: 'closed', head: pull.head, mergeable: false });
        expect(await forge.merge(merging(pull))).toMatchObject({ ok: false, reason: 'forge-refused' });
        expect(await headOn('main')).toBe(base);
      });

      test('one, which is in the way of no other of its branch', async () => {
        const pull = await opened();
        valueOf(await forge.close(world.repository, pull.number));
        const found = async () => valueOf(await forge.find(world.repository, pull.branch));
        expect(await found()).toMatchObject({ number: pull.number, state: 'closed' });
        const next = valueOf(await forge.open(opening(pull.branch)));
        expect(next).toMatchObject({ state: 'open', head: pull.head });
        expect(next.number).not.toBe(pull.number);
        expect(await found()).toMatchObject({ number: next.number, state: 'open' });
        valueOf(await forge.close(world.repository, next.number));
        expect(await found()).toMatchObject({ number: next.number, state: 'closed' });
      });

      test('none that is merged', async () => {
        const pull = await opened();
        valueOf(await forge.merge(merging(pull)));
        expect(await forge.close(world.repository, pull.number)).toMatchObject({ reason: 'forge-refused' });
        expect((await inspect(pull)).state).toBe('merged');
      });
    });
  });
}

export function valueOf<T>(answer: ForgeAnswer<T>): T {
  if (!answer.ok) throw new Error(`${answer.reason}: ${answer.detail}`);
  return answer.value;
}

/** The commit of a merge that took place; this forge has no queue. */
export function mergedAs(answer: ForgeAnswer<string | undefined>): string {
  const commit = valueOf(answer);
  if (commit === undefined) throw new Error('it stands in a queue');
  return commit;
}
