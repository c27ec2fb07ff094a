import { array, assert, property, string } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutAtWord, fitSections } from './fit-sections.ts';

const whole = '`slipway show r1 ticket`';

describe('sections', () => {
  test('stand one after the other, and one without lines leaves nothing behind', () => {
    const text = fitSections(
      [
        { heading: 'One', lines: ['a', 'b'], whole },
        { heading: 'Two', lines: [], charsMax: 100, whole },
        { lines: ['c'], charsMax: 100, whole },
      ],
      1_000,
    );
    expect(text).toBe('## One\n\na\nb\n\nc\n\n');
  });

  test('say what was left out, and where it can be read', () => {
    const lines = Array.from({ length: 40 }, (_, n) => `line ${n}`);
    const text = fitSections([{ heading: 'One', lines, whole }], 200);
    expect(text).toMatch(/^## One\n\nline 0\nline 1\n/);
    expect(text).toMatch(
      /\n\*\d+ more lines are left out here: `slipway show r1 ticket` has all of them\.\*\n\n$/,
    );
  });

  test('keep the beginning of a line that is longer than their room', () => {
    const text = fitSections([{ lines: ['word '.repeat(100).trim()], whole }], 150);
    expect(text).toMatch(/^word word .*word…\n\n\*1 more line is left out/);
  });

  test('are never longer together than they may be (FIT-SECTIONS-1)', () => {
    const lines = array(string({ maxLength: 300 }), { maxLength: 50 });
    assert(
      property(lines, lines, lines, (one, two, three) => {
        const text = fitSections(
          [
            { heading: 'One', lines: one, whole },
            { heading: 'Two', lines: two, charsMax: 400, whole },
            { heading: 'Three', lines: three, charsMax: 200, whole },
          ],
          900,
        );
        expect(text.length).toBeLessThanOrEqual(900);
      }),
    );
  });
});

describe('a text is cut', () => {
  test.each([
    ['short', 10, 'short'],
    ['two words here', 10, 'two words…'],
    ['onelongword', 6, 'onelo…'],
    ['ab\u{1F600}cd', 4, 'ab…'],
  ])('%j to %i characters as %j', (text, charsMax, expected) => {
    expect(cutAtWord(text, charsMax)).toBe(expected);
  });
});
