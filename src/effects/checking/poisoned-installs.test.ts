// What the setup of a change leaves is there for nobody after it: with real setups, in the open and in boxes.

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { startParts } from '../../../test/support/effect-parts.ts';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { CheckSpec } from '../../core/evidence/evidence.ts';
import { onCheckout } from './check-checkout.ts';
import { layerFor } from './layer-for.ts';

/** Says what an installer finds in its cache, and leaves more there. */
const installer = (leaves: string): string =>
  `mkdir -p node_modules "$npm_config_cache" && echo "found: $(cat "$npm_config_cache"/* 2>/dev/null)" && echo ${leaves} >> "$npm_config_cache/packages"\n`;

const setup: CheckSpec = {
  name: 'setup',
  kind: 'setup',
  command: 'sh install.sh',
  timeoutMs: 60_000,
  when: 'task',
};
const manifest = { name: 'project', version: '1.0.0' };

let world: TestParts;
afterEach(() => world.close());

let setups = 0;

/** What a setup on a commit found, as the setup of a check does it, in a run of its own. */
async function foundOn(commit: string): Promise<string> {
  const run = await world.run({ id: `R${(setups += 1)}`, checks: [setup] });
  const ran = await onCheckout(world.parts, {
    run,
    repository: theRepository(run),
    commit,
    tree: await world.parts.workspaces.treeOf(world.id, commit),
    checks: [setup],
    goesOnPast: [],
    name: `check-${setups}`,
    tag: `poison-${setups}`,
    signal: new AbortController().signal,
  });
  if (ran.ended !== 'ran') throw new Error('it was stopped');
  return ran.results[0]?.log.text ?? '';
}

describe.each(['open', 'contained'])('at the level %s', (level) => {
  beforeEach(async () => {
    const files = { 'install.sh': installer('clean'), 'package.json': JSON.stringify(manifest) };
    world = await startParts(files, { SLIPWAY_LEVEL: level === 'open' ? 'open' : '' });
  });

  test('what a change leaves among the packages is found by no later setup', async (context) => {
    if (world.parts.processes.level !== level) context.skip('no boxes here');
    const poisoned = await world.commit({ 'install.sh': installer('poison') });
    const other = await world.commit({ 'install.sh': installer('more') });
    // A layer of the base was made before the first of them: what that fetched is there for whoever comes after it.
    expect(await foundOn(poisoned)).toContain('found: clean\n');
    expect(await foundOn(poisoned)).toContain('found: clean\n');
    expect(await foundOn(other)).toContain('found: clean\n');
    await rm(path.join(world.home, 'cache', 'layers'), { recursive: true });
    expect(await foundOn(world.base)).toContain('found: clean\n');
    expect(await foundOn(other)).toContain('found: clean\nclean\n');
  });
});

const layerOn = async (files: Readonly<Record<string, string>>) => {
  const commit = await world.commit(files);
  const run = await world.run({ checks: [setup] });
  const layer = await layerFor(world.parts, run.id, {
    repository: theRepository(run),
    commit,
    checks: [setup],
    tag: 'poison-layer',
    signal: new AbortController().signal,
  });
  return { layer, own: existsSync(path.join(world.home, 'cache', 'layers', 'runs', run.id)) };
};

describe('a layer', () => {
  beforeEach(async () => {
    world = await startParts({
      'install.sh': 'mkdir -p node_modules && echo real > node_modules/runner.js\n',
      'package.json': JSON.stringify(manifest),
    });
  });

  test.each([
    [
      'a script that npm runs after it installed',
      'package.json',
      { scripts: { dependencies: 'sh poison.sh' } },
    ],
    ['a script that npm runs before it is used', 'package.json', { scripts: { prepare: 'sh poison.sh' } }],
    ['what makes npm load a file', '.npmrc', undefined],
    ['what may be built', 'pnpm-workspace.yaml', undefined],
  ])('is not made of a change to %s', async (_what, file, more) => {
    const text =
      more === undefined ? 'node-options=--require=./poison.js\n' : JSON.stringify({ ...manifest, ...more });
    expect(await layerOn({ [file]: text })).toEqual({ layer: undefined, own: false });
  });

  test('is made of a change that needs another package', async () => {
    const text = JSON.stringify({ ...manifest, dependencies: { left: '1.0.0' } });
    expect(await layerOn({ 'package.json': text })).toMatchObject({
      layer: { folders: ['node_modules'] },
      own: true,
    });
  });
});
