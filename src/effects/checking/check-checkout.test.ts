// The checks of a commit in real boxes: what of one another they see, and what they leave.

import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import type { CheckSpec } from '../../core/evidence/evidence.ts';
import { defaultPolicy } from '../../core/policy.ts';
import type { EffectContext } from '../effect.ts';
import { check } from '../kinds/check.ts';
import { workspaceName } from '../launches/launch.ts';

let world: TestParts;

beforeAll(async () => {
  world = await startParts({ 'a.txt': 'a\n' }, { SLIPWAY_LEVEL: '' });
});
afterAll(() => world.close());

const spec = (name: string, kind: CheckSpec['kind'], command: string): CheckSpec => ({
  name,
  kind,
  command,
  timeoutMs: 20_000,
  when: 'task',
});

/** Says what is there, and leaves a file of its own. */
const looks = (name: string, kind: CheckSpec['kind']): CheckSpec =>
  spec(name, kind, `ls; touch by-${name}; echo ok 1; echo 1..1`);

const checks = [
  spec('build', 'build', 'touch built'),
  looks('unit', 'test'),
  looks('lint', 'lint'),
  looks('own', 'custom'),
];

/** Git says what it says to the user, and what it reads from can be read only. */
const asksGit = (name: string): CheckSpec =>
  spec(
    name,
    'lint',
    'git diff-files --exit-code && git status --porcelain && git describe --tags && git log --format=%s && ' +
      'own=$(cat .git/objects/info/alternates) && ls "$own" && ! touch "$own/pack/planted" && ! ls "$own/../../store.git"',
  );

async function contextOf(checksAtOnce: number, change: Partial<EffectContext> = {}): Promise<EffectContext> {
  return world.context(await world.run({ policy: { ...defaultPolicy, checksAtOnce } }), change);
}

test('a check that nothing came of leaves no checkout behind', async () => {
  const tree = await world.parts.workspaces.treeOf(world.id, world.base);
  const effect = effectOf('check', { commit: world.base, tree, checks });
  const failing = { ...world.parts.checks, run: () => Promise.reject(new Error('no room')) };
  const acted = check({ ...world.parts, checks: failing }).act(effect, await contextOf(1));
  await expect(acted).rejects.toThrow('no room');
  expect(await world.parts.workspaces.existing(workspaceName('r1', effect))).toBeUndefined();
});

/** What the checks after build found, in the order of the evidence. */
async function foundBy(checksAtOnce: number): Promise<readonly string[]> {
  const tree = await world.parts.workspaces.treeOf(world.id, world.base);
  const effect = effectOf('check', { commit: world.base, tree, checks });
  const outcome = await check(world.parts).act(effect, await contextOf(checksAtOnce));
  if (outcome.type !== 'done') throw new Error(`not checked: ${outcome.type}`);
  const { evidence } = outcome.result;
  expect(evidence.map((item) => `${item.check} ${item.verdict}`)).toEqual(
    checks.map(({ name }) => `${name} PASS`),
  );
  const logs = await Promise.all(evidence.slice(1).map(({ log }) => world.parts.blobs.get(log)));
  return logs.map((log) => (log ?? '').replace('ok 1\n1..1\n', '').replaceAll('\n', ' ').trim());
}

const workspaces = async (): Promise<readonly string[]> =>
  (await readdir(path.join(world.home, 'workspaces'))).filter((name) => !name.startsWith('.'));

describe.skipIf(!existsSync('/usr/bin/bwrap'))('[E1] the checks of a commit', () => {
  test('see what build left, not one another, and leave nothing behind', async () => {
    expect(await foundBy(2)).toEqual(['a.txt built', 'a.txt built', 'a.txt built by-unit']);
    expect(await workspaces()).toEqual([]);
  });

  test('see what each of them left where they run one after the other', async () => {
    expect(await foundBy(1)).toEqual(['a.txt built', 'a.txt built by-unit', 'a.txt built by-lint by-unit']);
  });

  test('find the repository that they belong to, in the checkout and in its copies, and cannot write to its history', async () => {
    await world.repository.git('tag', '--annotate', '--message=one', 'v1');
    await world.parts.workspaces.ensure(world.id, world.base);
    const commit = await world.commit({ 'a.txt': 'b\n' });
    const tree = await world.parts.workspaces.treeOf(world.id, commit);
    const effect = effectOf('check', { commit, tree, checks: ['one', 'two', 'three'].map(asksGit) });
    const outcome = await check(world.parts).act(effect, await contextOf(3));
    if (outcome.type !== 'done') throw new Error(`not checked: ${outcome.type}`);
    for (const { verdict, log } of outcome.result.evidence) {
      const text = (await world.parts.blobs.get(log)) ?? '';
      expect(text).toMatch(/^v1-1-g[0-9a-f]+\na change\nfirst\npack\n/);
      expect(text).toContain('Read-only file system');
      expect(verdict).toBe('PASS');
    }
  });

  test('are taken up after a crash without the copies and homes that it left', async () => {
    const effect = effectOf('check', { commit: world.base, tree: 'tree', checks });
    const context = await contextOf(2, { recovered: true });
    const name = workspaceName(context.run.id, effect);
    for (const left of [`${name}-copies/0/checkout`, `${name}-again-copies/0/home`, `${name}-home/.cache`]) {
      await mkdir(path.join(world.home, 'workspaces', left), { recursive: true });
    }
    await check(world.parts).probe(effect, context);
    expect(await workspaces()).toEqual([]);
  });
});
