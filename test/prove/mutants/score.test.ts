import { expect, test } from 'vitest';
import { sampleOf } from './sample.ts';
import { parsed, sitesOf } from './schemata.ts';
import type { Result } from './score.ts';
import { endsOf, orphansOf, scoreOf, wilson } from './score.ts';
import { known } from './survivors.ts';
import { mutantAt } from './tree.ts';

const one: Result = {
  file: 'src/a.ts',
  line: 3,
  within: 'f',
  operator: 'always true',
  was: 'a',
  now: 'true',
  outcome: 'killed',
};

test('what never ends is killed, what makes no difference is not, and a reason changes no score', () => {
  const survivor: Result = { ...one, now: 'false', outcome: 'survived' };
  const results: readonly Result[] = [
    one,
    { ...one, outcome: 'stuck' },
    { ...one, outcome: 'late' },
    { ...one, outcome: 'gone' },
    { ...one, outcome: 'idle' },
    survivor,
    { ...survivor, line: 99 },
  ];
  const reason = { file: 'src/a.ts', within: 'f', was: 'a', now: 'false', reason: 'It is the same.' };
  expect(scoreOf(results, [])).toMatchObject({ mutants: 7, killed: 4, score: 0.5714, unexplained: 3 });
  expect(scoreOf(results, [reason])).toMatchObject({ killed: 4, score: 0.5714, unexplained: 1 });
  expect(endsOf(results)).toEqual({ endless: 3, idle: 1 });
});

test('the interval is Wilson’s', () => {
  expect(wilson(5, 10).low).toBeCloseTo(0.2366, 4);
  expect(wilson(5, 10).high).toBeCloseTo(0.7634, 4);
  expect(wilson(0, 10).high).toBeCloseTo(0.2775, 4);
  expect(wilson(0, 0)).toEqual({ low: 0, high: 1 });
  expect(wilson(10, 10).high).toBe(1);
  expect(scoreOf([], [])).toMatchObject({ mutants: 0, score: 0 });
});

const mutantsIn = (text: string) => {
  const source = parsed('src/a.ts', text);
  return sitesOf(source).map((site) => mutantAt(source, site));
};
const texts = Array.from({ length: 40 }, (_, n) => `'text ${n}'`);
const words = (text: string, size: number, seed: number): readonly string[] =>
  sampleOf(mutantsIn(text), size, seed).map(({ was }) => was);

test('a sample comes again with its seed, begins with the smaller one, and hardly minds a line more', () => {
  const text = `f(${texts.join()});`;
  const first = words(text, 20, 1);
  expect(words(text, 20, 1)).toEqual(first);
  expect(words(text, 20, 2)).not.toEqual(first);
  expect(words(text, 8, 1)).toEqual(first.slice(0, 8));
  const grown = new Set(words(`g(1 < 2);\nf(${texts.join()});`, 20, 1));
  expect(first.filter((was) => !grown.has(was)).length).toBeLessThanOrEqual(3);
});

test('the same text twice in a function is two mutants', () => {
  expect(words("f('a', 'a');", 9, 1).filter((was) => was === "'a'")).toHaveLength(2);
});

test('a reason whose mutant is gone is told', () => {
  const reason = { file: 'src/a.ts', within: 'f', was: 'a', now: 'true', reason: 'It is the same.' };
  expect(orphansOf([one], [reason])).toEqual([]);
  expect(orphansOf([one], [{ ...reason, was: 'b' }])).toEqual([{ ...reason, was: 'b' }]);
});

test('a known survivor has a sentence as its reason, and stands there once', () => {
  for (const { reason } of known) expect(reason).toMatch(/^[A-Z'`].*\.$/);
  expect(new Set(known.map(({ file, within, was, now }) => [file, within, was, now].join('\n'))).size).toBe(
    known.length,
  );
});
