import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Run } from '../../core/run.ts';
import { aPlan, aTask } from '../../../test/support/core.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import { fingerprint } from '../../../test/support/repository.ts';
import { openPullRequest, push } from './deliver.ts';
import { inspect, land, merge } from './merge.ts';

const branch = 'feature/T-1_change_it';

let world: TestParts;
let run: Run;
let head: string;
beforeEach(async () => {
  world = await startParts();
  head = await world.commit({ 'a.txt': 'two\n' });
  const started = await world.run({
    tasks: [{ task: aTask('one'), at: 'integrated', grants: [], evidence: [] }],
  });
  const tree = await world.parts.workspaces.treeOf(world.id, head);
  const repositories = started.repositories.map((place) => ({ ...place, head: { commit: head, tree } }));
  run = { ...started, repositories };
});
afterEach(() => world.close());

async function opened(): Promise<number> {
  await push(world.parts).act(effectOf('push', { branch, commit: head }), world.context(run));
  const effect = effectOf('open-pull-request', { branch, head, target: 'main' });
  const outcome = await openPullRequest(world.parts).act(effect, world.context(run));
  if (outcome.type !== 'done' || outcome.kind !== 'open-pull-request') throw new Error('it was not opened');
  return outcome.result.number;
}

async function merged(): Promise<{ readonly number: number; readonly commit: string }> {
  const number = await opened();
  const outcome = await merge(world.parts).act(effectOf('merge', { number, head }), world.context(run));
  if (outcome.type !== 'done' || outcome.kind !== 'merge' || !('commit' in outcome.result)) {
    throw new Error('it was not merged');
  }
  return { number, commit: outcome.result.commit };
}

const moves = async (path: string, text = 'the owner went on\n'): Promise<string> => {
  await world.repository.write(path, text);
  return world.repository.commit(`change ${path}`);
};
const act = (input: object, state: Run = run) =>
  merge(world.parts).act(effectOf('merge', { number: 1, head, ...input }), world.context(state));
const looked = (state: Run = run) =>
  inspect(world.parts).act(effectOf('inspect', { number: 1 }), world.context(state));
const seenAs = (change: object): Run => {
  const [place] = run.repositories;
  if (place === undefined) throw new Error('a run has a repository');
  const seen = {
    state: 'open',
    head,
    mergeable: true,
    checks: 'success',
    comments: 0,
    visit: 1,
  } as const;
  return {
    ...run,
    repositories: [{ ...place, pullRequest: { number: 1, seen: { ...seen, ...change } } }],
  };
};

describe('a merge', () => {
  test('is found by its probe with its commit, and done again it is the same', async () => {
    const number = await opened();
    const effect = effectOf('merge', { number, head });
    const { probe, act } = merge(world.parts);
    expect(await probe(effect, world.context(run))).toBeUndefined();
    const outcome = await act(effect, world.context(run));
    expect(outcome.type).toBe('done');
    expect(await probe(effect, world.context(run))).toEqual(outcome);
    expect(await act(effect, world.context(run))).toEqual(outcome);
  });

  test('of another head than the one that was ordered is refused', async () => {
    const number = await opened();
    const effect = effectOf('merge', { number, head: world.base });
    const outcome = await merge(world.parts).act(effect, world.context(run));
    expect(outcome).toMatchObject({ type: 'failed', reason: 'ref-moved' });
    expect(await merge(world.parts).probe(effect, world.context(run))).toBeUndefined();
  });

  test('that others made of another head is not found: nobody ordered that one', async () => {
    const number = await opened();
    const forge = world.parts.forgeOf(run);
    const theirs = await world.commit({ 'a.txt': 'theirs\n' }, head);
    const push = { repository: world.id, branch, commit: theirs, expected: head };
    expect(await forge.push(push)).toMatchObject({ ok: true });
    const order = { repository: world.id, number, head: theirs, message: 'theirs', at: 0 };
    expect(await forge.merge(order)).toMatchObject({ ok: true });
    const effect = effectOf('merge', { number, head });
    expect(await merge(world.parts).probe(effect, world.context(run))).toBeUndefined();
    const outcome = await merge(world.parts).act(effect, world.context(run));
    expect(outcome).toMatchObject({ type: 'failed', reason: 'ref-moved' });
  });

  test('is not made onto a target that changed the same file: where it is now is said, to the one who looks as well', async () => {
    const number = await opened();
    await world.repository.write('a.txt', 'the owner went on\n');
    const commit = await world.repository.commit('second');
    const moved = { commit, tree: await world.repository.git('rev-parse', 'HEAD^{tree}') };
    const outcome = await merge(world.parts).act(effectOf('merge', { number, head }), world.context(run));
    expect(outcome).toEqual({ type: 'done', kind: 'merge', result: { moved } });
    const seen = await inspect(world.parts).act(effectOf('inspect', { number }), world.context(run));
    expect(seen).toMatchObject({ type: 'done', result: { state: 'open', base: moved } });
    expect(await world.parts.workspaces.has(world.id, commit)).toBe(true);
  });

  describe('onto a target that moved on, about other files than the change', () => {
    test('gives what both make to be checked, and leaves the branch as it is', async () => {
      const number = await opened();
      const commit = await moves('b.txt');
      const outcome = await act({ number });
      expect(outcome).toMatchObject({ type: 'done', kind: 'merge', result: { trial: { base: { commit } } } });
      if (outcome.type !== 'done' || outcome.kind !== 'merge' || !('trial' in outcome.result)) return;
      const { trial } = outcome.result;
      const { workspaces } = world.parts;
      expect(await workspaces.readFile(world.id, trial.commit, 'a.txt')).toBe('two\n');
      expect(await workspaces.readFile(world.id, trial.commit, 'b.txt')).toBe('the owner went on\n');
      expect(await workspaces.treeOf(world.id, trial.commit)).toBe(trial.tree);
      expect(await looked()).not.toHaveProperty('result.base');
    });

    test('is made once that was checked, onto where it was checked; a further move is checked first', async () => {
      const number = await opened();
      const commit = await moves('b.txt');
      const further = await moves('c.txt');
      expect(await act({ number, onto: commit })).toMatchObject({
        result: { trial: { base: { commit: further } } },
      });
      const outcome = await act({ number, onto: further });
      if (outcome.type !== 'done' || outcome.kind !== 'merge' || !('commit' in outcome.result)) {
        throw new Error('it was not merged');
      }
      const { workspaces } = world.parts;
      const made = outcome.result.commit;
      expect(await workspaces.readFile(world.id, made, 'a.txt')).toBe('two\n');
      expect(await workspaces.readFile(world.id, made, 'c.txt')).toBe('the owner went on\n');
    });

    test('is made after the last trial though it moved further, but not where it changed a file of the change', async () => {
      const number = await opened();
      const commit = await moves('b.txt');
      await moves('c.txt');
      const outcome = await act({ number, onto: commit, isLast: true });
      expect(outcome).toMatchObject({ type: 'done', result: { commit: expect.any(String) } });
    });

    test('takes it in where the rules of the target demand that', async () => {
      const number = await opened();
      const commit = await moves('b.txt');
      expect(await act({ number }, seenAs({ isStrict: true }))).toMatchObject({
        result: { moved: { commit } },
      });
    });

    test('takes it in where the checks failed on what both gave', async () => {
      const number = await opened();
      const commit = await moves('b.txt');
      const place = seenAs({}).repositories[0];
      if (place?.pullRequest === undefined) throw new Error('a run has a repository');
      const evidence = [
        {
          check: 'test',
          kind: 'test',
          tree: 't',
          verdict: 'FAIL',
          because: 'exit',
          ms: 1,
          log: 'l',
        } as const,
      ];
      const trial = { commit: 'c', tree: 't', base: { commit, tree: 't' }, head, count: 1, evidence };
      const red = { ...run, repositories: [{ ...place, pullRequest: { ...place.pullRequest, trial } }] };
      expect(await act({ number, onto: commit }, red)).toMatchObject({ result: { moved: { commit } } });
      expect(await looked(red)).toMatchObject({ result: { base: { commit } } });
    });

    test('takes it in where both fit in no way but by hand', async () => {
      const number = await opened();
      const commit = await moves('a.txt');
      await world.repository.git('revert', '--no-edit', commit);
      const now = await moves('a.txt', 'once more\n');
      expect(await act({ number })).toMatchObject({ result: { moved: { commit: now } } });
    });
  });

  test('says which planned files a target that moved on has changed or removed [P6]', async () => {
    const number = await opened();
    await world.repository.write('docs/new.md', 'one\n');
    await world.repository.write('c.txt', 'nobody planned it\n');
    await world.repository.git('rm', '-q', 'a.txt');
    await world.repository.commit('second');
    const planned = { ...run, accepted: aPlan([aTask('one', { files: ['a.txt', 'docs/*.md'], tests: [] })]) };
    const seen = await inspect(world.parts).act(effectOf('inspect', { number }), world.context(planned));
    expect(seen).toMatchObject({ type: 'done', result: { base: { drift: ['a.txt', 'docs/new.md'] } } });
  });

  test('puts what a person included onto a target that moved on, as theirs; what the target has by now is nothing more', async () => {
    const number = await opened();
    const mine = await world.commit({ 'c.txt': 'mine\n' });
    const tree = await world.parts.workspaces.treeOf(world.id, mine);
    const included = { commit: mine, tree, files: 1 };
    const author = { name: 'A person', email: 'person@example.org' };
    const [started] = run.repositories;
    if (started === undefined) throw new Error('a run has a repository');
    const including = { ...run, author, repositories: [{ ...started, included }] };
    const looks = () => inspect(world.parts).act(effectOf('inspect', { number }), world.context(including));

    await world.repository.write('b.txt', 'the owner went on\n');
    const moved = await world.repository.commit('second');
    const seen = await looks();
    const base = seen.type === 'done' && seen.kind === 'inspect' ? seen.result.base : undefined;
    expect(base).toMatchObject({ commit: moved, included: { files: 1 } });
    const again = base?.included?.commit ?? '';
    const { workspaces } = world.parts;
    expect(await workspaces.commits(world.id, moved, again)).toEqual([again]);
    expect((await workspaces.changes(world.id, moved, again)).map(({ path }) => path)).toEqual(['c.txt']);
    expect(await looks()).toEqual(seen);

    await world.repository.write('c.txt', 'mine\n');
    await world.repository.commit('third');
    expect(await looks()).not.toHaveProperty('result.base.included');
    await world.repository.write('c.txt', 'theirs\n');
    await world.repository.commit('fourth');
    expect(await looks()).toMatchObject({ type: 'failed', reason: 'ref-moved' });
  });

  test('is seen by whoever looks at the pull request', async () => {
    const { number, commit } = await merged();
    const outcome = await inspect(world.parts).act(effectOf('inspect', { number }), world.context(run));
    expect(outcome).toMatchObject({ type: 'done', result: { state: 'merged', mergeCommit: commit } });
  });
});

describe('the documents about a repository', () => {
  const file = 'docs/ARCHITECTURE.md';
  const trusted = async (executor: 'documenter' | 'implementer'): Promise<unknown> => {
    head = await world.commit({ [file]: 'How it is built.\n' });
    const task = aTask('one', { executor, files: [file] });
    run = { ...run, tasks: [{ task, at: 'integrated', grants: [], evidence: [] }] };
    await merged();
    const entries = await world.parts.workspaces.entries(world.id, head);
    const seen = await world.parts.surveyor.look({ repository: world.id, commit: head, entries });
    return seen.docs;
  };

  test('are trusted once the documenter’s were merged [I6]', async () => {
    expect(await trusted('documenter')).toEqual([{ path: file, trust: 'trusted' }]);
  });

  test('are trusted once refreshed ones were merged [I6]', async () => {
    run = { ...run, docs: { ...run.docs, committed: [{ path: file, blob: 'b' }] } };
    expect(await trusted('implementer')).toEqual([{ path: file, trust: 'trusted' }]);
  });

  test('are not trusted because somebody else touched them [I6]', async () => {
    expect(await trusted('implementer')).toEqual([{ path: file, trust: 'unknown' }]);
  });
});

describe('a landing', () => {
  test('writes the branch once, however often it is done, and leaves the checkout as it was', async () => {
    const { commit } = await merged();
    const before = await fingerprint(world.repository.dir);
    const effect = effectOf('land', { how: 'branch', branch, target: 'main', commit });
    const first = await land(world.parts).act(effect, world.context(run));
    expect(first).toEqual({ type: 'done', kind: 'land', result: { branch, commit } });
    expect(await land(world.parts).act(effect, world.context(run))).toEqual(first);
    expect(await world.repository.git('rev-parse', branch)).toBe(commit);
    const after = await fingerprint(world.repository.dir);
    const changed = Object.keys(before).filter((file) => after[file] !== before[file]);
    expect(changed.filter((file) => !file.startsWith('.git/'))).toEqual([]);
  });

  test('over a branch of that name that is somebody else’s is refused in words', async () => {
    const { commit } = await merged();
    await world.repository.git('branch', branch, 'main');
    const effect = effectOf('land', { how: 'branch', branch, target: 'main', commit });
    const outcome = await land(world.parts).act(effect, world.context(run));
    if (outcome.type !== 'failed') throw new Error('it landed');
    expect(await world.parts.blobs.get(outcome.detail ?? '')).toContain(branch);
    expect(await world.repository.git('rev-parse', branch)).toBe(world.base);
  });
});
