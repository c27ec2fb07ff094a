import { describe, expect, test } from 'vitest';
import { cutAtWord, isWish, wishesInCode } from './wishes.ts';

describe('a consequence', () => {
  test.each([
    ['When it rains, then it pours.', true],
    ['When it rains, then it crashes.', false],
    ['When it throws, then it says why.', true],
    ['Then it pours.', false],
    [`When ${'it rains '.repeat(60)}, then it pours.`, false],
  ])('"%s" is a wish: %s', (sentence, isOne) => {
    expect(isWish(sentence)).toBe(isOne);
  });
});

describe('a comment beside code', () => {
  test.each([
    ['f(2) // 3, should be 4', '`f(2)` should be 4'],
    ['f(2) /* must not throw */', '`f(2)` must not throw'],
    ['f(2) # expected: 4', '`f(2)` is expected to give 4'],
    ['# I expect 4', 'The example is expected to give 4'],
  ])('"%s" says what is to be', (line, wish) => {
    expect(wishesInCode([line])).toEqual([wish]);
  });

  test.each(['f(2)', 'f(2) // 3', 'f(2) // as expected', 'f(2) // nobody must'])(
    '"%s" wishes nothing',
    (line) => {
      expect(wishesInCode([line])).toEqual([]);
    },
  );

  test('is about the statement above it, over other comments, and not about what is far away', () => {
    expect(wishesInCode(['f(2)', '# a note', '# should be 4'])).toEqual(['`f(2)` should be 4']);
    const far = ['f(2)', ...Array.from({ length: 50 }, () => '# a note'), '# should be 4'];
    expect(wishesInCode(far)).toEqual(['The example should be 4']);
  });
});

test('a text that is too long ends with a whole word, and with no blank before its mark', () => {
  expect(cutAtWord('four  words stay', 9)).toBe('four…');
  expect(cutAtWord('four', 9)).toBe('four');
});
