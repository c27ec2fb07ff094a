import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestParts } from '../../../test/support/effect-parts.ts';
import { effectOf, startParts } from '../../../test/support/effect-parts.ts';
import type { Compared } from '../../core/evidence/tamper.ts';
import { keepText } from '../parts.ts';
import { compare } from './compare.ts';

const sum = "test('adds', () => {\n  expect(sum(1, 2)).toBe(3);\n});\n";

let world: TestParts;
beforeEach(async () => {
  world = await startParts({
    'sum.test.js': sum,
    'sum.js': 'one\n',
    'data.bin': 'a\0b',
    'package-lock.json': '{}\n',
  });
});
afterEach(() => world.close());

const compared = async (
  to: string,
  grants: readonly string[] = [],
  vanished: readonly string[] = [],
): Promise<Compared> => {
  const blobs = await Promise.all(vanished.map((text) => keepText(world.parts, text)));
  const effect = effectOf('compare', { from: world.base, to, tree: 'tree', grants, vanished: blobs });
  const outcome = await compare(world.parts).act(effect, world.context(await world.run()));
  if (outcome.type !== 'done' || outcome.kind !== 'compare') throw new Error('it was not compared');
  return outcome.result;
};

test('a change that weakens nothing is said to be that, and bound to its tree', async () => {
  const to = await world.commit({ 'sum.js': 'two\n', 'data.bin': 'a\0c' });
  expect(await compared(to)).toEqual({ tree: 'tree' });
});

test('what is weaker is told by file and line, with the sentences in a blob', async () => {
  const to = await world.commit({ 'sum.test.js': sum.replace('toBe(3)', 'toBeTruthy()') });
  const { weakened } = await compared(to);
  expect(weakened?.findings).toEqual([{ kind: 'assertion-loosened', file: 'sum.test.js', line: 1 }]);
  const words = await world.parts.blobs.get(weakened?.blob ?? '');
  expect(words).toContain('`sum.test.js:1` (assertion-loosened): test');
  expect(words).toContain('Put back what was weakened');
});

test('the same findings have the same blob, so that a waiver is for exactly these', async () => {
  const one = await world.commit({ 'sum.test.js': '', 'sum.js': 'two\n' });
  const other = await world.commit({ 'sum.test.js': '', 'sum.js': 'three\n' });
  expect((await compared(one)).weakened?.blob).toBe((await compared(other)).weakened?.blob);
});

test('what the plan granted is marked, and comes after what stops the run', async () => {
  const to = await world.commit({ 'package-lock.json': '{ }\n', 'sum.test.js': '' });
  const { weakened } = await compared(to, ['sum.test.js']);
  expect(weakened?.findings).toEqual([
    { kind: 'lockfile-touched', file: 'package-lock.json' },
    { kind: 'test-removed', file: 'sum.test.js', line: 1, granted: true },
  ]);
});

test('[E3] tests that are not executed any more are named, and a grant for one file lifts that file alone', async () => {
  const to = await world.commit({ 'sum.test.js': `${sum}const more = 1;\n`, 'sum.js': 'two\n' });
  const names = ['gone\tadds\ngone\tanother one\n'];
  const { weakened } = await compared(to, ['sum.test.js'], names);
  expect(weakened?.findings).toEqual([
    { kind: 'test-removed', file: '' },
    { kind: 'test-removed', file: 'sum.test.js', granted: true },
  ]);
  const words = await world.parts.blobs.get(weakened?.blob ?? '');
  expect(words).toContain(
    "(test-removed): Tests that were executed at the base commit are not executed any more: 'another one'.",
  );
  expect(words).toContain('`sum.test.js` (test-removed, granted by the plan): Tests that were executed');
});

test('how many tests the granted files lost is counted, for runners that name none', async () => {
  const to = await world.commit({ 'sum.test.js': '' });
  expect(await compared(to, ['sum.test.js'])).toMatchObject({ leave: 1 });
  expect(await compared(to, ['sum.js'])).not.toHaveProperty('leave');
  expect(await compared(to)).not.toHaveProperty('leave');
});

test('a test that is no longer text is gone', async () => {
  const to = await world.commit({ 'sum.test.js': 'a\0b' });
  expect((await compared(to)).weakened?.findings).toMatchObject([{ kind: 'test-removed' }]);
});

test('what is destroyed is told by file, line and what would be gone, with the sentences in a blob', async () => {
  const report = "import { sum } from './sum.js';\n";
  const many = Object.fromEntries(
    Array.from({ length: 70 }, (_, n) => [`db/${n}.sql`, `-- ${n}\nDROP TABLE t${n};\n`]),
  );
  const to = await world.commit({ 'sum.js': '', 'report.js': report, ...many });
  const { destroyed } = await compared(to);
  expect(destroyed?.findings[0]).toEqual({ kind: 'file-deleted', file: 'sum.js', what: 'the file' });
  expect(destroyed?.findings[1]).toEqual({
    kind: 'data-deleted',
    file: 'db/0.sql',
    line: 2,
    what: 'DROP t0',
  });
  // Sixty are recorded; the rest is one thing, known by what is in it.
  expect(destroyed?.findings).toHaveLength(61);
  expect(destroyed?.findings.at(-1)?.what).toMatch(/^11 more \([\da-f]{12}\)$/);
  const words = await world.parts.blobs.get(destroyed?.blob ?? '');
  expect(words).toContain('- `sum.js` (file-deleted): It is deleted, and `report.js:1` uses it.');
  expect(words).toContain('- `db/69.sql:2` (data-deleted): `t69` is dropped with everything in it.');
});

test('what a package no longer exports is destroyed where its manifest says that others use it', async () => {
  const open = await world.commit({
    'package.json': '{ "main": "index.js" }',
    'index.js': 'exports.a = 1;\n',
  });
  const closed = await world.commit({
    'package.json': '{ "main": "index.js" }',
    'index.js': 'exports.b = 1;\n',
  });
  const effect = effectOf('compare', { from: open, to: closed, tree: 'tree', grants: [] });
  const outcome = await compare(world.parts).act(effect, world.context(await world.run()));
  expect(outcome).toMatchObject({
    result: { destroyed: { findings: [{ kind: 'contract-broken', file: 'index.js', what: 'a' }] } },
  });
});

test('where the change is, and what of it is to be read with care, is told of what the diff shows', async () => {
  const lines = 'n += 1;\n'.repeat(20);
  const from = await world.commit({ 'src/cart/total.js': `${lines}await lock.runExclusive(go);\n` });
  const told = async (text: string): Promise<Compared> => {
    const to = await world.commit({ 'src/cart/total.js': text }, from);
    const effect = effectOf('compare', { from, to, tree: 'tree', grants: [] });
    const outcome = await compare(world.parts).act(effect, world.context(await world.run()));
    if (outcome.type !== 'done' || outcome.kind !== 'compare') throw new Error('it was not compared');
    return outcome.result;
  };
  expect(await told(`n = 0;\n${lines}await lock.runExclusive(go);\n`)).toEqual({
    tree: 'tree',
    modules: ['cart'],
  });
  expect(await told(`${lines}await lock.runExclusive(stop);\n`)).toEqual({
    tree: 'tree',
    modules: ['cart'],
    careful: [{ kind: 'concurrent', file: 'src/cart/total.js', line: 21, what: 'a lock' }],
  });
});
