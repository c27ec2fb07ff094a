import { describe, expect, test } from 'vitest';
import { folded } from './fold.ts';
import { styleOf } from './style.ts';

describe('a sentence on a narrow terminal', () => {
  test('is folded between words, below where it began', () => {
    expect(folded('  One two three four five.\nShort.\n', 14)).toBe(
      '  One two\n  three four\n  five.\nShort.\n',
    );
  });

  test('keeps the column of what a label is about', () => {
    expect(folded('likely   4 to 12 launches, a guess', 24)).toBe(
      'likely   4 to 12\n         launches, a\n         guess',
    );
    expect(folded('a-label-of-some-length   and what it is about', 24)).toBe(
      'a-label-of-some-length\nand what it is about',
    );
  });

  test('keeps a command in one piece (FOLD-1)', () => {
    expect(folded('To go on: `slipway resume r-1`, or wait.', 24)).toBe(
      'To go on:\n`slipway resume r-1`, or\nwait.',
    );
    expect(folded('an odd ` stays', 8)).toBe('an odd `\nstays');
  });

  test('is left as it is where it fits, moves the cursor, or nobody knows the width (FOLD-2)', () => {
    const { bold } = styleOf(true);
    const coloured = `${bold('one')} two`;
    expect(folded(coloured, 7)).toBe(coloured);
    expect(folded('\u{1b}[2A one two three', 4)).toBe('\u{1b}[2A one two three');
    expect(folded('one two', Number.POSITIVE_INFINITY)).toBe('one two');
    expect(folded('one two', 0)).toBe('one two');
  });
});
