import { describe, expect, test } from 'vitest';
import { asKnown, executed, testsFrom } from './tests-text.ts';

describe('names of tests in a text', () => {
  test('are those of tests that were executed, however they ended, and not of skipped ones', () => {
    const text =
      'failed\ta\nfailed, new\tb\nfailed, as at the base\tc\nflaky\td\npassed\te\nskipped\tf\nno list\n';
    expect(executed(testsFrom(text)).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  test('of a failure are those that are known, whatever the runner says behind them', () => {
    const known = new Set(['a half', 'a half is kept', 'a half (of a cup)', 'other']);
    const names = (failed: readonly string[], passed: readonly string[] = []) =>
      asKnown({ failed, passed, skipped: [] }, known).failed;
    expect(names(['a half (found , expected 2)'])).toEqual(['a half']);
    expect(names(['a half is kept: found 1', 'other'])).toEqual(['a half is kept', 'other']);
    expect(names(['a half (of a cup)'])).toEqual(['a half (of a cup)']);
    expect(names(['a halfling', 'half'])).toEqual(['a halfling', 'half']);
    // It ended by itself, so that this one is another.
    expect(names(['a half (found , expected 2)'], ['a half'])).toEqual(['a half (found , expected 2)']);
  });
});
