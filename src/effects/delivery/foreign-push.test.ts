import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { aTask } from '../../../test/support/core.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { startParts } from '../../../test/support/effect-parts.ts';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Run } from '../../core/run.ts';
import { foreignPush } from './foreign-push.ts';

const branch = 'feature/T-1_change_it';

let world: TestParts;
let run: Run;
let ours: string;
beforeEach(async () => {
  world = await startParts();
  ours = await world.commit({ 'a.txt': 'two\n' });
  run = await world.run({
    branch,
    tasks: [{ task: aTask('one'), at: 'integrated', grants: [], evidence: [] }],
  });
  const forge = world.parts.forgeOf(run);
  const pushed = await forge.push({ repository: world.id, branch, commit: ours });
  expect(pushed.ok).toBe(true);
  run = { ...run, repositories: [{ ...theRepository(run), head: { commit: ours }, pushed: ours }] };
});
afterEach(() => world.close());

const bare = () => path.join(world.home, 'repos', world.id, 'forge.git');

/** A person works on the branch in a clone of their own, and pushes. */
async function theirs(...work: readonly (readonly string[])[]): Promise<string> {
  const { git } = world.repository;
  await git('fetch', '--quiet', bare(), branch);
  await git('checkout', '--quiet', '--detach', 'FETCH_HEAD');
  for (const args of work) await git(...args);
  await git('push', '--quiet', '--force', bare(), `HEAD:refs/heads/${branch}`);
  const commit = await git('rev-parse', 'HEAD');
  await git('checkout', '--quiet', 'main');
  return commit;
}

const empty = (message: string) => ['commit', '--quiet', '--allow-empty', '-m', message];
const look = (head: string) => foreignPush(world.parts, run, theRepository(run), head);

describe('the head of a pull request', () => {
  test('that is ours, or what was pushed last, is nobody else’s', async () => {
    expect(await look(ours)).toEqual({ ok: true, value: undefined });
    run = { ...run, repositories: [{ ...theRepository(run), head: { commit: 'newer' } }] };
    expect(await look(ours)).toEqual({ ok: true, value: undefined });
  });

  test('that somebody put on top is told with its files, and is at hand', async () => {
    const head = await theirs(empty('theirs'));
    const tree = await world.parts.workspaces.treeOf(world.id, ours);
    expect(await look(head)).toEqual({ ok: true, value: { commit: head, tree, isOnTop: true } });
    expect(await world.parts.workspaces.commits(world.id, ours, head)).toEqual([head]);
  });

  test('that took the place of what was pushed is not on top', async () => {
    const head = await theirs(['reset', '--quiet', '--hard', world.base], empty('theirs'));
    const found = await look(head);
    expect(found).toEqual({ ok: true, value: { commit: head, tree: expect.any(String) } });
  });

  test('into which the target was merged says how far', async () => {
    await world.repository.write('b.txt', 'the owner went on\n');
    const commit = await world.repository.commit('second');
    const head = await theirs(['merge', '--quiet', '--no-edit', 'main']);
    await world.repository.write('c.txt', 'and on\n');
    await world.repository.commit('third');
    const tree = await world.repository.git('rev-parse', `${commit}^{tree}`);
    expect(await look(head)).toMatchObject({ ok: true, value: { isOnTop: true, base: { commit, tree } } });
  });

  test('that moves while it is looked at is looked at again later', async () => {
    await theirs(empty('theirs'));
    expect(await look(world.base)).toMatchObject({ ok: false, reason: 'forge-unavailable' });
  });
});
