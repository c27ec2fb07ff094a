import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createBoundedLog } from './bounded-log.ts';

const logOf = (pieces: readonly string[]): string => {
  const log = createBoundedLog(100, 100);
  for (const piece of pieces) log.add(piece);
  return log.text();
};

test('a log that fits is kept whole, however it was cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 5 }), { maxLength: 10 }), (pieces) => {
      expect(logOf(pieces)).toBe(pieces.join(''));
    }),
  );
});

test('a long log keeps whole lines of its start and its end, and says how much is missing', () => {
  const lines = Array.from({ length: 1000 }, (_, n) => `line ${String(n)} ä\n`);
  const kept = logOf(lines).split('\n');
  const mark = kept.findIndex((line) => line.startsWith('[… '));
  expect(kept.slice(0, mark)).toEqual(lines.slice(0, mark).map((line) => line.trimEnd()));
  expect(kept.slice(mark + 1)).toEqual([
    ...lines.slice(-(kept.length - mark - 2)).map((line) => line.trimEnd()),
    '',
  ]);
  const keptBytes = Buffer.byteLength([...kept.slice(0, mark), ...kept.slice(mark + 1)].join('\n'));
  const leftOut = Number(/\d+/.exec(kept[mark] ?? '')?.[0]);
  expect(leftOut + keptBytes + 1).toBeGreaterThanOrEqual(Buffer.byteLength(lines.join('')));
  expect(keptBytes).toBeLessThanOrEqual(200);
});

test('a log without line ends is cut between characters', () => {
  const text = logOf(['€'.repeat(500), '€'.repeat(500)]);
  expect(text).toMatch(/^€{33}\n\[… \d+ bytes left out …\]\n€{33}$/);
});
