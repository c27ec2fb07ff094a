import { describe, expect, test } from 'vitest';
import type { ProcessResult } from '../containment/process.ts';
import type { Session } from '../core/effects.ts';
import type { Dialect, Reading } from './reading.ts';
import { answerCharsMax, lineReader, plainReader } from './readers.ts';

const ended: ProcessResult = {
  how: 'exited',
  exit: 0,
  ms: 1,
  stdoutTail: 'the tail',
  stderrTail: 'last words',
  outputBytes: 1,
};

const flooded = (read?: (stdout: string) => Reading): ReturnType<typeof plainReader> => {
  const reader = plainReader(read);
  for (let n = 0; n < 3; n += 1) reader.push('x'.repeat(answerCharsMax / 2));
  return reader;
};

const priced = (stdout: string): Reading => ({ answer: stdout, usd: stdout.length, tokens: 2 });

describe('a reader of plain text', () => {
  test('has all of it as the answer', () => {
    const reader = plainReader();
    for (const piece of ['one ', 'two']) reader.push(piece);
    expect(reader.end(ended)).toEqual({ answer: 'one two' });
    expect([reader.session(), reader.hopeless()]).toEqual([undefined, false]);
  });

  test('has no answer that is longer than one may be, and says so where all else was well', () => {
    expect(flooded().end(ended)).toMatchObject({ problem: { reason: 'malformed-answer' } });
    expect(flooded().end(ended).answer).toBeUndefined();
    expect(flooded().end({ ...ended, exit: 3 })).toEqual({});
  });

  test('still finds the cost in the tail of too much', () => {
    expect(flooded(priced).end({ ...ended, exit: 3 })).toEqual({ usd: 'the tail'.length, tokens: 2 });
  });
});

interface Seen {
  readonly lines: readonly string[];
  readonly session?: Session;
}

const listing: Dialect<Seen> = {
  start: { lines: [] },
  see: ({ lines }, line) => ({ lines: [...lines, line] }),
  conclude: ({ lines }, end) => ({ answer: JSON.stringify({ lines, end }) }),
};

function linesOf(pieces: readonly string[]): readonly string[] {
  const reader = lineReader(listing, { before: undefined, wantsSchema: false, now: () => 0 });
  for (const piece of pieces) reader.push(piece);
  const { lines }: Seen = JSON.parse(reader.end(ended).answer ?? '');
  return lines;
}

describe('a reader of lines', () => {
  test('sees whole lines, wherever the pieces are cut', () => {
    const text = 'one\ntwo €\n\n  \nthree\r\nfour';
    const whole = linesOf([text]);
    expect(whole).toEqual(['one', 'two €', 'three\r', 'four']);
    expect(linesOf(text.split(''))).toEqual(whole);
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(linesOf([text.slice(0, cut), text.slice(cut)])).toEqual(whole);
    }
  });

  test('passes over a line that is too long, and sees the next one', () => {
    const mega = 'x'.repeat(1_048_576);
    const long = Array.from({ length: 9 }, () => mega);
    expect(linesOf(['one\n', ...long, '\ntwo\n'])).toEqual(['one', 'two']);
    expect(linesOf(['one\n', ...long])).toEqual(['one']);
    expect(linesOf([...long.slice(0, 8), '\ntwo\n']).map((line) => line.length)).toEqual([8 * 1_048_576, 3]);
  });

  test('concludes with how the process ended, what the session was, and the time', () => {
    const reader = lineReader(listing, { before: { id: 's', tokens: 7 }, wantsSchema: true, now: () => 42 });
    const { end }: { readonly end: unknown } = JSON.parse(reader.end(ended).answer ?? '');
    expect(end).toEqual({
      how: 'exited',
      exit: 0,
      stderrTail: 'last words',
      wantsSchema: true,
      now: 42,
      before: { id: 's', tokens: 7 },
    });
  });
});
