import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../core/effects.ts';
import type { Run } from '../../core/run.ts';
import { aTask } from '../../../test/support/core.ts';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import { revert } from './revert.ts';

let world: TestParts;
let run: Run;
let head: string;
beforeEach(async () => {
  world = await startParts();
  head = await world.commit({ 'a.txt': 'two\n' });
  run = await world.run({
    branch: 'feature/T-1_change_it',
    tasks: [{ task: aTask('one'), at: 'integrated', grants: [], evidence: [] }],
  });
});
afterEach(() => world.close());

const effect = () => effectOf('revert', { number: 7, target: 'main', from: world.base, to: head });
const act = (): Promise<Outcome> => revert(world.parts).act(effect(), world.context(run));
const probe = (): Promise<Outcome | undefined> => revert(world.parts).probe(effect(), world.context(run));

/** The change came into the user's repository, whichever way. */
async function landed(more: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [path, text] of Object.entries({ 'a.txt': 'two\n', ...more })) {
    await world.repository.write(path, text);
  }
  await world.repository.commit('landed');
}

async function toldIn(outcome: Outcome): Promise<string | undefined> {
  return outcome.type === 'failed' ? world.parts.blobs.get(outcome.detail ?? '') : outcome.type;
}

describe('a merged change', () => {
  test('is taken back on the local forge too, by a pull request that is found again', async () => {
    await landed({ 'b.txt': 'came meanwhile\n' });
    expect(await probe()).toBeUndefined();
    const outcome = await act();
    const branch = 'revert-7-feature-T-1_change_it';
    expect(outcome).toEqual({ type: 'done', kind: 'revert', result: { number: 1, branch } });
    const { workspaces } = world.parts;
    const forge = world.parts.forgeOf(run);
    const there = await forge.bring(world.id, branch);
    const commit = there.ok ? (there.value ?? '') : '';
    expect(await workspaces.readFile(world.id, commit, 'a.txt')).toBe('one\ntwo\nthree\n');
    expect(await workspaces.readFile(world.id, commit, 'b.txt')).toBe('came meanwhile\n');
    expect(await probe()).toEqual(outcome);
    expect(await act()).toEqual(outcome);
  });

  test('goes on from a branch that was pushed before its process died, though the target moved since', async () => {
    await landed();
    await act();
    await world.parts.forgeOf(run).close(world.id, 1);
    await world.repository.write('b.txt', 'later\n');
    await world.repository.commit('later');
    expect(await act()).toMatchObject({ type: 'done', kind: 'revert' });
  });

  test('is taken back by another pull request where somebody closed the first', async () => {
    await landed();
    await act();
    await world.parts.forgeOf(run).close(world.id, 1);
    expect(await probe()).toBeUndefined();
    expect(await act()).toMatchObject({ type: 'done', result: { number: 2 } });
    expect(await probe()).toMatchObject({ result: { number: 2 } });
  });

  test('that is not in the target is nothing to take back', async () => {
    expect(await toldIn(await act())).toContain('Nothing of pull request #7 is in main');
  });

  test('that others built on is left, and it says where', async () => {
    await landed({ 'a.txt': 'three\n' });
    expect(await toldIn(await act())).toContain('a.txt changed since then');
  });
});
