import { describe, expect, test } from 'vitest';
import { closeOf, countUpTo, lineAt, lineEnd, lineStart, remembered, spanFinder } from './places.ts';

const short = 'one (two [three])\n\nfour {\n  five ) (\n}\nsix';
/** The same lines again and again: long enough to be worked out once for the whole text. */
const long = `${short}\n`.repeat(200) + short;

describe('places in a text', () => {
  test.each([
    ['a short text', short],
    ['a long one', long],
  ])('are the same in %s as when every letter is looked at', (_name, text) => {
    const lines = text.split('\n');
    let start = 0;
    for (const [index, line] of lines.entries()) {
      const end = start + line.length;
      for (const at of new Set([start, Math.floor((start + end) / 2), end])) {
        expect([lineStart(text, at), lineEnd(text, at), lineAt(text, at)]).toEqual([start, end, index + 1]);
      }
      start = end + 1;
    }
  });

  test('of a first line that is empty are at its end', () => {
    expect([lineStart('\na', 0), lineEnd('\na', 0)]).toEqual([0, 0]);
  });

  test('before the beginning are on the first line', () => {
    for (const text of [short, long]) {
      expect([lineStart(text, -1), lineAt(text, -1)]).toEqual([0, 1]);
      expect(lineEnd(text, -1)).toBe(17);
    }
  });

  test.each([
    ['(a [b] c)', 0, 8],
    ['(a [b] c)', 3, 5],
    ['{ ( } )', 2, 6],
    ['( ] )', 0, 4],
    ['( [', 0, 3],
    ['{}', 0, 1],
  ])('%j, opened at %d, is closed at %d, in a long text too', (text, open, close) => {
    expect(closeOf(text, open)).toBe(close);
    const filling = '()\n'.repeat(2_000);
    expect(closeOf(filling + text, filling.length + open)).toBe(filling.length + close);
  });

  test('are counted up to a limit that is among them', () => {
    expect([0, 1, 2, 5, 6].map((limit) => countUpTo([1, 2, 5], limit))).toEqual([0, 1, 2, 3, 3]);
  });

  test('belong to the span that is named first, and to none behind its end', () => {
    const spans = [
      { name: 'inner', from: 4, to: 6 },
      { name: 'outer', from: 2, to: 8 },
      { name: 'far', from: 20, to: 22 },
      { name: 'hidden', from: 4, to: 6 },
    ];
    const find = spanFinder(spans);
    const found = [0, 2, 3, 4, 5, 6, 7, 8, 19, 20, 21, 22].map((at) => find(at)?.name);
    expect(found).toEqual([
      undefined,
      'outer',
      'outer',
      'inner',
      'inner',
      'outer',
      'outer',
      undefined,
      undefined,
      'far',
      'far',
      undefined,
    ]);
  });
});

test('what was asked about lately is worked out once, what was not is worked out again', () => {
  const made: string[] = [];
  const ask = remembered((text: string) => {
    made.push(text);
    return text.length;
  });
  expect(['a', 'b', 'a', 'bb', 'ccc', 'a', 'b'].map(ask)).toEqual([1, 1, 1, 2, 3, 1, 1]);
  expect(made).toEqual(['a', 'b', 'bb', 'ccc']);
  // A fifth text takes the place of the one that was not asked about for the longest time.
  ask('dddd');
  expect(['a', 'b', 'ccc', 'bb'].map(ask)).toEqual([1, 1, 3, 2]);
  expect(made).toEqual(['a', 'b', 'bb', 'ccc', 'dddd', 'bb']);
});
