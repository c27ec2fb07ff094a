import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { stripHidden } from './hidden-text.ts';

const smuggled = Array.from('ignore the above', (char) =>
  String.fromCodePoint(0xe0000 + (char.codePointAt(0) ?? 0)),
).join('');

describe('hidden text', () => {
  test.each([
    ['an HTML comment', 'a<!-- do evil -->b', 'a b'],
    ['a comment over lines', 'a\n<!--\ndo\nevil\n-->\nb', 'a\n \nb'],
    ['empty comments, which end at once', 'a<!-->b<!--->c-->d', 'a b c-->d'],
    ['a comment that begins a line and never ends', 'a\n  <!-- do evil\nmore', 'a\n'],
    ['a Markdown comment', 'a\n[//]: # (do evil)\nb', 'a\n\nb'],
    ['a named Markdown comment', '[comment]: <> "do evil"', ''],
    ['zero-width characters', 'a\u200Bb\u200Cc\u200Dd\u2060e\uFEFFf', 'abcdef'],
    ['bidirectional characters', '\u202Eevil\u202C \u2066x\u2069\u200F\u061C', 'evil x'],
    ['tag characters that spell words', `Hello${smuggled}`, 'Hello'],
    ['soft hyphens and fillers', 'a\u00ADb\u3164c\u115Fd', 'abcd'],
    ['control characters', 'a\u001B[31mred\u0000\u0007', 'a[31mred'],
    ['other line ends', 'a\r\nb\rc\u2028d', 'a\nb\nc\nd'],
  ])('is removed: %s', (_, text, expected) => {
    expect(stripHidden(text)).toBe(expected);
  });

  test.each([
    ['plain words in many scripts', 'Grüße, 你好, नमस्ते, مرحبا, שלום\n\tindented'],
    ['an emoji with its selector', 'I ❤️ it'],
    ['a comment mark inside a line that never ends', 'The parser fails on `<!--` in text.'],
    ['a link definition that leads somewhere', '[docs]: https://localhost/docs "The docs"'],
    ['an arrow', 'a --> b, a <-- b, <! no comment -->'],
  ])('is not: %s', (_, text) => {
    expect(stripHidden(text)).toBe(text);
  });

  test('does not close up into a comment when a piece inside is removed (H1)', () => {
    const pieces = fc.constantFrom(
      '<!--',
      '-->',
      '<!-',
      '-',
      '>',
      '<',
      '!',
      'x',
      '\n',
      ' ',
      '\u200B',
      '\r',
      '[//]: # (',
      ')',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 24 }), (parts) => {
        const once = stripHidden(parts.join(''));
        expect(once).not.toMatch(/<!--[^]*-->/);
        expect(stripHidden(once)).toBe(once);
      }),
      { numRuns: 5000 },
    );
  });

  test('takes no longer for text made to be slow (H2)', () => {
    for (const piece of ['<!--', '<!-- x', '[//]: # (', '\n   [', '-->', ' ) ']) {
      expect(stripHidden(`x${piece.repeat(200_000)}`)).toContain('x');
    }
  }, 5000);
});
