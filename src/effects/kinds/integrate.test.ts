import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Chained, IntegrateInput, Joining } from '../../core/onto-branch.ts';
import type { Run } from '../../core/run.ts';
import { aTask } from '../../../test/support/core.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import { integrate } from './integrate.ts';

let world: TestParts;
let run: Run;
beforeEach(async () => {
  world = await startParts();
  const tasks = ['one', 'two', 'three'].map((id) => aTask(id));
  run = await world.run({
    tasks: tasks.map((task) => ({ task, at: 'accepted', grants: [], evidence: [] })),
  });
});
afterEach(() => world.close());

async function chained(input: IntegrateInput): Promise<Chained> {
  const outcome = await integrate(world.parts).act(effectOf('integrate', input), world.context(run));
  if (outcome.type !== 'done' || outcome.kind !== 'integrate') throw new Error('it was not integrated');
  return outcome.result;
}

const fileAt = (commit: string, path: string) => world.parts.workspaces.readFile(world.id, commit, path);

const messageOf = (commit: string) =>
  world.repository.gitIn(
    path.join(world.home, 'repos', world.id, 'store.git'),
    'log',
    '-1',
    '--format=%B',
    commit,
  );

describe('an integration', () => {
  test('of the same things is the same commits, each on top of the one before it', async () => {
    const parent = world.base;
    const onto = await world.commit({ 'b.txt': 'wasp\n' });
    const tasks = [
      { task: 'one', commit: await world.commit({ 'a.txt': 'two\n' }), parent },
      { task: 'two', commit: await world.commit({ 'c.txt': 'hornet\n' }), parent },
    ];
    const first = await chained({ onto, tasks });
    expect(await chained({ onto, tasks })).toEqual(first);
    expect(first).toMatchObject({ chain: [{ task: 'one' }, { task: 'two' }] });
    expect(first.conflict).toBeUndefined();
    const [one, two] = first.chain.map((item) => item.commit);
    expect(await fileAt(one ?? '', 'c.txt')).toBeUndefined();
    for (const [path, text] of [
      ['a.txt', 'two\n'],
      ['b.txt', 'wasp\n'],
      ['c.txt', 'hornet\n'],
    ] as const) {
      expect(await fileAt(two ?? '', path)).toBe(text);
    }
  });

  test('[D1] of several tasks is a commit each, with its own subject and trailers, on every base', async () => {
    const parent = world.base;
    const onto = await world.commit({ 'b.txt': 'wasp\n' });
    const tasks = [
      { task: 'one', commit: await world.commit({ 'a.txt': 'two\n' }), parent },
      { task: 'two', commit: await world.commit({ 'c.txt': 'hornet\n' }), parent },
    ];
    run = {
      ...run,
      tasks: run.tasks.map((state) => ({ ...state, task: { ...state.task, title: `Do ${state.task.id}` } })),
    };
    const trailers = ['Ticket: T-1', 'Run-Id: r1'].join('\n');
    for (const base of [parent, onto]) {
      const { chain } = await chained({ onto: base, tasks });
      const top = chain.at(-1);
      const commits = await world.parts.workspaces.commits(world.id, base, top?.commit ?? '');
      expect(commits).toEqual(chain.map(({ commit }) => commit));
      expect(await Promise.all(commits.map(messageOf))).toEqual([
        `feat: do one\n\n${trailers}`,
        `feat: do two\n\n${trailers}`,
      ]);
      // The tree that is checked is the tree of the last of them, and nothing else.
      expect(await world.parts.workspaces.treeOf(world.id, top?.commit ?? '')).toBe(top?.tree);
    }
  });

  test('of what stands on a change that conflicts comes after it', async () => {
    const parent = world.base;
    const onto = await world.commit({ 'a.txt': 'three\n' });
    const states = run.tasks.map((state) =>
      state.task.id === 'two' ? { ...state, task: aTask('two', { dependsOn: ['one'] }) } : state,
    );
    run = { ...run, tasks: states };
    const { chain, conflict } = await chained({
      onto,
      tasks: [
        { task: 'one', commit: await world.commit({ 'a.txt': 'two\n' }), parent },
        { task: 'two', commit: await world.commit({ 'c.txt': 'hornet\n' }), parent },
        { task: 'three', commit: await world.commit({ 'd.txt': 'bee\n' }), parent },
      ],
    });
    expect(conflict?.task).toBe('one');
    expect(chain.map((item) => item.task)).toEqual(['three']);
  });

  test('of what somebody else changed too is a conflict that shows both sides, and the others go on', async () => {
    const parent = world.base;
    const onto = await world.commit({ 'a.txt': 'three\n' });
    const { chain, conflict } = await chained({
      onto,
      tasks: [
        { task: 'one', commit: await world.commit({ 'a.txt': 'two\n' }), parent },
        { task: 'two', commit: await world.commit({ 'c.txt': 'hornet\n' }), parent },
      ],
    });
    expect([conflict?.task, conflict?.paths]).toEqual(['one', ['a.txt']]);
    expect(await world.parts.blobs.get(conflict?.detail ?? '')).toMatch(/three\n[^]*two\n/);
    expect(chain).toMatchObject([{ task: 'two' }]);
  });

  test('that only conflicts with another candidate says nothing yet: that one may not stay', async () => {
    const parent = world.base;
    const tasks = [
      { task: 'one', commit: await world.commit({ 'a.txt': 'two\n' }), parent },
      { task: 'two', commit: await world.commit({ 'a.txt': 'three\n' }), parent },
      { task: 'three', commit: await world.commit({ 'c.txt': 'hornet\n' }), parent },
    ];
    const { chain, conflict } = await chained({ onto: parent, tasks });
    expect(chain.map((item) => item.task)).toEqual(['one', 'three']);
    expect(conflict).toBeUndefined();
  });

  test('that a journal of before began is one of a single task', async () => {
    const commit = await world.commit({ 'a.txt': 'two\n' });
    const { chain } = await chained({ task: 'one', commit, parent: world.base, onto: world.base });
    expect(chain).toMatchObject([{ task: 'one' }]);
  });
});

const join = async (sides: Joining) => {
  const { joined, chain } = await chained({ onto: sides.ours, tasks: [], join: sides });
  expect(chain).toEqual([]);
  if (joined === undefined) throw new Error('two sides become one');
  return joined;
};

const parentsOf = (commit: string) =>
  world.repository.gitIn(
    path.join(world.home, 'repos', world.id, 'store.git'),
    'log',
    '-1',
    '--format=%P',
    commit,
  );

describe('what others did and what was done', () => {
  test('become one commit with both in it, the same each time', async () => {
    const pushed = await world.commit({ 'a.txt': 'two\n' });
    const ours = await world.commit({ 'a.txt': 'three\n' }, pushed);
    const theirs = await world.commit({ 'a.txt': 'two\n', 'b.txt': 'theirs\n' }, pushed);
    const { commit, left } = await join({ base: pushed, ours, theirs });
    expect((await join({ base: pushed, ours, theirs })).commit).toBe(commit);
    expect([left, await parentsOf(commit)]).toEqual([undefined, `${theirs} ${ours}`]);
    expect([await fileAt(commit, 'a.txt'), await fileAt(commit, 'b.txt')]).toEqual(['three\n', 'theirs\n']);
  });

  test('stay apart where both touch one place: theirs stands there, and all else of both is there', async () => {
    const ours = await world.commit({ 'a.txt': 'ours\n', 'own.txt': 'ours\n' });
    const target = await world.commit({ 'a.txt': 'the target\n', 'b.txt': 'the target\n' });
    const { commit, left } = await join({ base: world.base, ours, theirs: target, isTarget: true });
    expect(left?.paths).toEqual(['a.txt']);
    expect(await world.parts.blobs.get(left?.detail ?? '')).toContain(
      'The branch main changed the same places',
    );
    expect(await parentsOf(commit)).toBe(`${ours} ${target}`);
    expect(await messageOf(commit)).toContain('merge main into this branch');
    expect([
      await fileAt(commit, 'a.txt'),
      await fileAt(commit, 'b.txt'),
      await fileAt(commit, 'own.txt'),
    ]).toEqual(['the target\n', 'the target\n', 'ours\n']);
  });
});
