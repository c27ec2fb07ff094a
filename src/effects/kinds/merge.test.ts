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
  run = await world.run({ tasks: [{ task: aTask('one'), at: 'integrated', grants: [], evidence: [] }] });
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

  test('is not made onto a target that moved on: where it is now is said, to the one who looks as well', async () => {
    const number = await opened();
    await world.repository.write('b.txt', 'the owner went on\n');
    const commit = await world.repository.commit('second');
    const moved = { commit, tree: await world.repository.git('rev-parse', 'HEAD^{tree}') };
    const outcome = await merge(world.parts).act(effectOf('merge', { number, head }), world.context(run));
    expect(outcome).toEqual({ type: 'done', kind: 'merge', result: { moved } });
    const seen = await inspect(world.parts).act(effectOf('inspect', { number }), world.context(run));
    expect(seen).toMatchObject({ type: 'done', result: { state: 'open', base: moved } });
    expect(await world.parts.workspaces.has(world.id, commit)).toBe(true);
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
