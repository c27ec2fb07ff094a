import { expect, test } from 'vitest';
import type { TestRun } from './bench.ts';
import type { HeldRule } from './rules-held.ts';
import { askedOf, casesOf, isInBench } from './rules-held.ts';
import { parsed, sitesOf } from './schemata.ts';
import { Suite } from './suite.ts';
import { mutantAt } from './tree.ts';

const rule = (name: string, by = 'guard'): HeldRule => ({
  id: 'T',
  rule: 'a rule',
  by: { file: 'src/a.ts', name: by },
  test: { file: 'src/a.test.ts', name },
});

function casesNamed(name: string): readonly number[] {
  const suite = new Suite();
  suite.describe('a run', () => {
    suite.test('goes on', () => undefined);
    suite.test.each(['from a to b', 'from b to c'])('%s', () => undefined);
  });
  suite.describe.each([['at a gate']])('%s', () => suite.test('waits', () => undefined));
  suite.test('goes on and on', () => undefined);
  const tests = suite.cases.map((one, at): TestRun => ({
    ...one,
    file: 'src/a.test.ts',
    at,
    ms: 1,
    reached: [],
  }));
  return casesOf(rule(name), { tests }).map(({ at }) => at);
}

test('a row means a test by its name, all of a describe, or a row of data by its text', () => {
  expect(casesNamed('goes on')).toEqual([0]);
  expect(casesNamed('a run')).toEqual([0, 1, 2]);
  expect(casesNamed('from b to c')).toEqual([2]);
  expect(casesNamed('%s')).toEqual([1, 2, 3]);
  expect(casesNamed('at a gate')).toEqual([3]);
  expect(casesNamed('on')).toEqual([]);
});

test('what enforces a rule is emptied first, and of no other function anything is tried', () => {
  const source = parsed(
    'src/a.ts',
    'function guard(n: number) { const is = () => { return n > 1; }; return is(); }\nfunction guards() { return 1 > 2; }\n',
  );
  const mutants = sitesOf(source).map((site) => mutantAt(source, site));
  const [asked] = askedOf([rule('x')], mutants);
  const those = (asked?.mutants ?? []).map((number) => mutants[number]);
  expect(those[0]).toMatchObject({ within: 'guard', operator: 'body emptied' });
  expect(new Set(those.map((one) => one?.within.split('.')[0]))).toEqual(new Set(['guard']));
});

test('a rule whose code or test is elsewhere is looked at by nobody here', () => {
  expect(isInBench(rule('x'), ['src/a.test.ts'], ['src/a.ts'])).toBe(true);
  expect(isInBench(rule('x'), ['src/b.test.ts'], ['src/a.ts'])).toBe(false);
  expect(isInBench(rule('x'), ['src/a.test.ts'], ['src/b.ts'])).toBe(false);
});
