import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vitest from 'vitest';
import { expect, onTestFinished, test } from 'vitest';
import { Bench } from './bench.ts';
import { plantedIn } from './controls.ts';
import { plansFor } from './plan.ts';
import type { Compiled, Mutant, Tree } from './tree.ts';
import { compiled, mutantsOf, treeOf } from './tree.ts';

const subject = `
export const words = ['one', 'two'];
const unused = 'nobody reads this';
export function isSmall(n: number): boolean {
  return n < 10;
}
export function halved(n: number): number {
  let steps = 0;
  for (let rest = n; rest > 0; rest -= 1) steps += 1;
  return steps / 2;
}
`;
const tests = `
import { describe, expect, test } from 'vitest';
import { halved, isSmall, words } from './subject.ts';
test.each([[1, true], [11, false]])('%d', (n, small) => {
  expect(isSmall(n)).toBe(small);
});
describe('halves', () => {
  test('are half', () => expect(halved(4)).toBe(2));
});
test('there are words', () => expect(words).toHaveLength(2));
test('by the clock, in good time', () => { throw new Error('never run'); });
`;

async function treeWith(files: Readonly<Record<string, string>>): Promise<Tree> {
  const root = mkdtempSync(path.join(tmpdir(), 'mutants-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, 'src'));
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, 'src', name), text);
  return treeOf({ root, subjects: ['src'], tests: ['src'], without: [], leftOut: ['in good time'] });
}

const benchOf = (script: Compiled): Bench => new Bench(script, new Map([['vitest', vitest]]));

async function outcomes(): Promise<ReadonlyMap<string, string>> {
  const tree = await treeWith({ 'subject.ts': subject, 'subject.test.ts': tests });
  const mutants = mutantsOf(tree);
  const bench = benchOf(compiled(tree, mutants));
  const plans = plansFor(mutants, bench.baseline());
  return new Map(
    mutants.map((mutant, number) => {
      const planned = plans[number]?.tests ?? [];
      return [wordsOf(mutant), planned.length === 0 ? 'idle' : bench.try(number, planned).outcome];
    }),
  );
}

function wordsOf({ was, now }: Mutant): string {
  return `${was} → ${now}`;
}

test('what a test asks about is killed, what none asks about survives, what never ends is stuck', async () => {
  const found = await outcomes();
  expect(found.get('n < 10 → true')).toBe('killed');
  expect(found.get("['one', 'two'] → []")).toBe('killed');
  expect(found.get('steps / 2 → steps * 2')).toBe('killed');
  // Nobody asks about ten itself, nor reads the words.
  expect(found.get('n < 10 → n <= 10')).toBe('idle');
  expect(found.get("'one' → ''")).toBe('survived');
  expect(found.get("'nobody reads this' → ''")).toBe('survived');
  expect(found.get('rest -= 1 → rest += 1')).toBe('stuck');
});

test('without a mutant everything passes, as often as it is asked, and what a clock decides is not run', async () => {
  const tree = await treeWith({ 'subject.ts': subject, 'subject.test.ts': tests });
  const bench = benchOf(compiled(tree, mutantsOf(tree)));
  for (const baseline of [bench.baseline(), bench.baseline()]) {
    expect(baseline.failed).toEqual([]);
    expect(baseline.tests.map(({ name }) => name)).toEqual([
      '%d',
      '%d',
      'halves > are half',
      'there are words',
    ]);
  }
});

test('a test that needs the one before it is found out: alone it would seem to kill every mutant', async () => {
  const leaning = `
    import { expect, test } from 'vitest';
    import { words } from './subject.ts';
    let seen = 0;
    test('first', () => { seen = words.length; });
    test('second', () => expect(seen).toBe(2));
  `;
  const tree = await treeWith({ 'subject.ts': subject, 'subject.test.ts': leaning });
  const { failed } = benchOf(compiled(tree, [])).baseline();
  expect(failed).toEqual([expect.stringContaining('from the last test to the first: second')]);
});

test('a tree that fails, or waits, without a mutant says so', async () => {
  const wrong = `
    import { expect, test } from 'vitest';
    test('is red', () => expect(1).toBe(2));
    test('waits', async () => {});
  `;
  const tree = await treeWith({ 'a.test.ts': wrong });
  expect(benchOf(compiled(tree, [])).baseline().failed).toEqual([
    expect.stringContaining('is red: expected 1 to be 2'),
    expect.stringContaining('waits: this test is asynchronous'),
    expect.stringContaining('waits: this test is asynchronous'),
    expect.stringContaining('is red: expected 1 to be 2'),
  ]);
});

test('a control changes what it names, and one whose place is gone is told', async () => {
  const tree = await treeWith({ 'subject.ts': subject, 'subject.test.ts': tests });
  const control = { file: 'src/subject.ts', was: 'n < 10', fate: 'killed' } as const;
  const planted = [
    plantedIn(tree, { ...control, now: 'n >= 10' }),
    plantedIn(tree, { ...control, now: '[n < 10].includes(true)' }),
  ];
  const bench = benchOf(compiled(tree, planted));
  const plan = bench.baseline().tests;
  expect(planted.map((_, number) => bench.try(number, plan).outcome)).toEqual(['killed', 'survived']);
  expect(() => plantedIn(tree, { ...control, was: 'n < 11', now: 'true' })).toThrow('Plant another one');
});
