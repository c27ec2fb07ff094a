import { describe, expect, test } from 'vitest';
import type { TestNames } from './tests-text.ts';
import { noNames } from './tests-text.ts';
import { isNothing, vanishedFrom, vanishedIn, vanishedText } from './vanished.ts';

const ran = (passed: readonly string[], change: Partial<TestNames> = {}, unlisted = {}) => {
  const tests = { ...noNames, passed, ...change };
  const { failed, skipped } = tests;
  const counts = { passed: passed.length, failed: failed.length, skipped: skipped.length, ...unlisted };
  return { tests, counts };
};

const gone = (before: readonly string[], after: readonly string[], change: Partial<TestNames> = {}) =>
  vanishedFrom(ran(before), ran(after, change));

describe('tests that are not executed any more', () => {
  test('are named, whatever others came: three trivial ones do not make up for them', () => {
    expect(gone(['a', 'b', 'c'], ['a', 'x', 'y', 'z'])).toEqual({ gone: ['b', 'c'], skipped: [] });
  });

  test('are told apart from those that are skipped now, by name or by title', () => {
    expect(gone(['s > a', 's > b', 'c'], [], { skipped: ['s > a', 't > b', 'd'] })).toEqual({
      gone: ['c'],
      skipped: ['s > a', 's > b'],
    });
  });

  test('are none where each is there, red or green', () => {
    expect(gone(['a', 'b'], ['b'], { failed: ['a'] })).toEqual({ gone: [], skipped: [] });
    expect(isNothing({ gone: [], skipped: [] })).toBe(true);
    expect(isNothing({ gone: [], skipped: ['a'] })).toBe(false);
    expect(isNothing({ gone: ['b'], skipped: ['a'] })).toBe(false);
  });

  test('are counted as often as they stand there', () => {
    expect(gone(['a', 'a', 'a'], ['a'])).toEqual({ gone: ['a', 'a'], skipped: [] });
  });

  test.each([
    ['listens on 4711', 'listens on 815'],
    ['makes deadbeef01', 'makes 0badcafe02'],
    ['test/a.test.ts > sums > adds', 'test/sums.test.ts > adding > adds'],
    ['tests/test_a.py::test_x', 'tests/test_b.py::test_x'],
    ['t/indent.t: two', 't/02-indent.t: two'],
    ['a  b', 'a b'],
  ])('are not those whose names differ in nothing that counts: %s', (before, after) => {
    expect(gone([before], [after])).toEqual({ gone: [], skipped: [] });
  });

  test('are unknown where a run does not name all it executed', () => {
    const one = ran(['a']);
    expect(vanishedFrom({ ...one, counts: { passed: 2, failed: 0, skipped: 0 } }, one)).toBeUndefined();
    expect(vanishedFrom(one, { ...one, counts: { passed: 1, failed: 1, skipped: 0 } })).toBeUndefined();
    expect(vanishedFrom(ran(['a'], {}, { unlisted: true }), one)).toBeUndefined();
    expect(vanishedFrom({ counts: one.counts }, one)).toBeUndefined();
    expect(vanishedFrom({}, one)).toBeUndefined();
  });

  test('are kept as a text that is read back', () => {
    const vanished = { gone: ['a', 'b > c'], skipped: ['d'] };
    expect(vanishedIn(vanishedText(vanished))).toEqual(vanished);
    expect(vanishedIn('no list\n')).toEqual({ gone: [], skipped: [] });
    expect(
      vanishedFrom(ran(['a']), { counts: { passed: 0, failed: 0, skipped: 0 }, tests: noNames }),
    ).toEqual({
      gone: ['a'],
      skipped: [],
    });
  });
});
