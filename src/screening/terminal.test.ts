import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forTerminal } from './terminal.ts';

const esc = String.fromCodePoint(0x1b);
const bel = String.fromCodePoint(0x07);

describe('text for a terminal', () => {
  test.each([
    ['colours go away', `${esc}[1;31mred${esc}[0m`, 'red'],
    [
      'a link keeps its text and loses its hidden address',
      `${esc}]8;;http://evil${esc}\\here${esc}]8;;${esc}\\`,
      'here',
    ],
    ['the clipboard is not set', `a${esc}]52;c;cm0gLXJm${bel}b`, 'ab'],
    ['the title is not set', `${esc}]0;fooled${bel}x`, 'x'],
    ['an unfinished sequence is spelled out', `${esc}]0;rest`, '\\x1b]0;rest'],
    ['a sequence over a line end hides no line', `${esc}]0;a\nb${bel}`, '\\x1b]0;a\nb\\x07'],
    ['an eight-bit sequence is spelled out', `${String.fromCodePoint(0x9b)}2J`, '\\x9b2J'],
    [
      'a carriage return cannot overwrite the line',
      'tests failed\rtests passed',
      'tests failed\\x0dtests passed',
    ],
    ['a line end of Windows is a line end', 'a\r\nb', 'a\nb'],
    ['a backspace cannot erase', 'rm\b\bls', 'rm\\x08\\x08ls'],
    ['the reading order cannot be turned', 'a\u202Eb\u2066c', 'a\\u{202e}b\\u{2066}c'],
    ['invisible text shows', `x\u200By${String.fromCodePoint(0xe0041)}`, 'x\\u{200b}y\\u{e0041}'],
    ['half a character is spelled out', 'a\uD800b', 'a\\u{d800}b'],
    ['ordinary text of any script stays', 'naïve 日本語 👩‍💻 עברית\tx\n', 'naïve 日本語 👩‍💻 עברית\tx\n'],
  ])('%s', (_name, text, expected) => {
    expect(forTerminal(text)).toBe(expected);
  });

  test('holds no control character but line feed and tab, and doing it twice is doing it once (TERMINAL-1, TERMINAL-3)', () => {
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(esc, bel, '[', ']', '0', 'm', '\\', '\r', '\n', '(', 'B'),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const shown = forTerminal(parts.join(''));
        expect(/[^\P{Cc}\n\t]/u.test(shown)).toBe(false);
        expect(/[\u202a-\u202e\u2066-\u2069]/.test(shown)).toBe(false);
        expect(forTerminal(shown)).toBe(shown);
      }),
      { numRuns: 500 },
    );
  });
});
