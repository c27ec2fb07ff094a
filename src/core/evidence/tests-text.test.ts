import { describe, expect, test } from 'vitest';
import { executed, testsFrom } from './tests-text.ts';

describe('names of tests in a text', () => {
  test('are those of tests that were executed, however they ended, and not of skipped ones', () => {
    const text =
      'failed\ta\nfailed, new\tb\nfailed, as at the base\tc\nflaky\td\npassed\te\nskipped\tf\nno list\n';
    expect(executed(testsFrom(text)).toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});
