// What an owner that is gone left in its workspaces, and what becomes of it.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aTask } from '../../test/support/core.ts';
import type { TestParts } from '../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../test/support/effect-parts.ts';
import type { Run } from '../core/run.ts';
import { ask } from './kinds/ask.ts';
import { attempt } from './kinds/attempt.ts';
import { check } from './kinds/check.ts';

let world: TestParts;
let run: Run;
beforeEach(async () => {
  world = await startParts();
  run = await world.run({
    tasks: [{ task: aTask('one', { files: ['a.txt'] }), at: 'working', grants: [], evidence: [] }],
  });
});
afterEach(() => world.close());

async function leave(name: string): Promise<void> {
  const dir = await world.parts.workspaces.clone(world.id, world.base, name);
  await writeFile(path.join(dir, 'a.txt'), 'half\n');
}

describe('the workspace of an owner that is gone', () => {
  test('is saved and put away, and a second look finds the same', async () => {
    const input = { task: 'one', ordinal: 1, parent: world.base, fence: ['a.txt'], grants: [], inputs: [] };
    const effect = effectOf('attempt', input);
    await leave('r1-1-attempt-subject');
    const { probe } = attempt(world.parts);
    const outcome = await probe(effect, world.context(run, { recovered: true }));
    const saved = outcome?.type === 'stopped' ? (outcome.saved ?? '') : '';
    expect(await world.parts.workspaces.readFile(world.id, saved, 'a.txt')).toBe('half\n');
    expect(await world.parts.workspaces.existing('r1-1-attempt-subject')).toBeUndefined();
    expect(await probe(effect, world.context(run, { recovered: true }))).toEqual(outcome);
  });

  test('is put away where its receipt says that the work was done', async () => {
    const input = { task: 'one', ordinal: 1, parent: world.base, fence: ['a.txt'], grants: [], inputs: [] };
    const effect = effectOf('attempt', input);
    const outcome = { type: 'failed' as const, reason: 'no-change' as const };
    await world.parts.receipts.put(run.id, effect.key, outcome);
    await leave('r1-1-attempt-subject');
    const found = await attempt(world.parts).probe(effect, world.context(run, { recovered: true }));
    expect(found).toEqual(outcome);
    expect(await world.parts.workspaces.existing('r1-1-attempt-subject')).toBeUndefined();
  });

  test('is put away where there is nothing in it to save', async () => {
    const base = { ordinal: 1, commit: world.base, inputs: [] };
    const asked = effectOf('ask', { role: 'planner', mode: 'investigate', ...base });
    const checked = effectOf('check', { commit: world.base, tree: '', checks: [] });
    await leave('r1-1-ask-subject');
    await leave('r1-1-check-subject-1');
    const context = world.context(run, { recovered: true });
    expect(await ask(world.parts).probe(asked, context)).toEqual({ type: 'stopped' });
    expect(await check(world.parts).probe(checked, context)).toBeUndefined();
    expect(await world.parts.workspaces.existing('r1-1-ask-subject')).toBeUndefined();
    expect(await world.parts.workspaces.existing('r1-1-check-subject-1')).toBeUndefined();
  });
});
