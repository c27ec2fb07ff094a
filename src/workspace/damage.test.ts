// What is found of a store that is damaged, before anything of it leaves.

import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { TestParts } from '../../test/support/effect-parts.ts';
import { startParts } from '../../test/support/effect-parts.ts';

const worlds: TestParts[] = [];

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function withChange(): Promise<{
  readonly world: TestParts;
  readonly head: string;
  readonly store: string;
}> {
  const world = await startParts();
  worlds.push(world);
  const head = await world.commit({ 'a.txt': 'other\n' });
  return { world, head, store: path.join(world.home, 'repos', world.id, 'store.git') };
}

const objectOf = (store: string, id: string): string =>
  path.join(store, 'objects', id.slice(0, 2), id.slice(2));

test('a store that is whole has nothing wrong with it', async () => {
  const { world, head } = await withChange();
  expect(await world.parts.workspaces.damage(world.id, world.base, head)).toBeUndefined();
});

test('a commit that is gone, and one that is cut, are named', async () => {
  const { world, head, store } = await withChange();
  const file = objectOf(store, head);
  rmSync(file);
  expect(await world.parts.workspaces.damage(world.id, world.base, head)).toContain(head);
  writeFileSync(file, '');
  expect(await world.parts.workspaces.damage(world.id, world.base, head)).toMatch(/empty|corrupt|loose/);
});

test('a ref that points nowhere is named', async () => {
  const { world, head, store } = await withChange();
  await world.parts.workspaces.keep(world.id, 'r1/head', head);
  const [ref] = readdirSync(path.join(store, 'refs', 'slipway', 'r1'));
  truncateSync(path.join(store, 'refs', 'slipway', 'r1', ref ?? ''), 7);
  expect(await world.parts.workspaces.damage(world.id, world.base, head)).toContain('refs/slipway/r1');
});
