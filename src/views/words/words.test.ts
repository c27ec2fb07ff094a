import { describe, expect, test } from 'vitest';
import {
  age,
  clip,
  duration,
  list,
  money,
  moneyShort,
  plural,
  pointInTime,
  short,
  timeLeft,
} from './words.ts';

describe('durations', () => {
  test.each([
    [0, '0 ms'],
    [999, '999 ms'],
    [1_500, '1 s'],
    [61_000, '1 min 1 s'],
    [120_000, '2 min'],
    [3_900_000, '1 h 5 min'],
    [90_000_000, '1 d 1 h'],
    [-5, '0 ms'],
  ])('%i ms are said as %s', (ms, said) => {
    expect(duration(ms)).toBe(said);
  });

  test('in a column are one unit', () => {
    expect([500, 61_000, 3_900_000, 90_000_000].map(age)).toEqual(['0 s', '1 min', '1 h', '1 d']);
  });
});

describe('a time to come', () => {
  const noon = new Date(2026, 0, 2, 12, 0, 0).getTime();

  test.each([
    [new Date(2026, 0, 2, 12, 1, 30), '12:01:30'],
    [new Date(2026, 0, 2, 14, 5, 9), '14:05'],
    [new Date(2026, 0, 3, 0, 5, 0), '2026-01-03 00:05'],
  ])('%s is said as %s', (date, said) => {
    expect(pointInTime(date.getTime(), noon)).toBe(said);
  });

  test('is minutes away, or hours and minutes', () => {
    expect([5_000, 750_000, 6_000_000].map(timeLeft)).toEqual(['5 s', '12 min', '1 h 40 min']);
  });
});

describe('money', () => {
  test('that is unknown is never counted as zero', () => {
    expect(money({ launches: 5, usd: 0.42, launchesWithoutUsd: 3 })).toBe(
      '$0.42 + 3 launches of unknown cost',
    );
    expect(money({ launches: 1, usd: 0, launchesWithoutUsd: 1 })).toBe('1 launch of unknown cost');
    expect(moneyShort({ launches: 5, usd: 0.42, launchesWithoutUsd: 3 })).toBe('$0.42+3?');
    expect(moneyShort({ launches: 3, usd: 0, launchesWithoutUsd: 3 })).toBe('3?');
  });

  test('that is known is said alone, and nothing as nothing', () => {
    expect(money({ launches: 2, usd: 1.005, launchesWithoutUsd: 0 })).toMatch(/^\$1\.0[01]$/);
    expect(money({ launches: 0, usd: 0, launchesWithoutUsd: 0 })).toBe('nothing');
    expect(moneyShort({ launches: 0, usd: 0, launchesWithoutUsd: 0 })).toBe('-');
  });
});

test('text is clipped to one line, and says that something is missing', () => {
  expect(clip('one\n  two three', 20)).toBe('one two three');
  expect(clip('one two three', 8)).toBe('one two…');
  expect(clip('👩👩👩👩', 3)).toBe('👩👩…');
});

test('counts and lists read as people say them', () => {
  expect([plural(1, 'task'), plural(2, 'launch', 'launches')]).toEqual(['1 task', '2 launches']);
  expect([list([]), list(['a']), list(['a', 'b', 'c'])]).toEqual(['', 'a', 'a, b and c']);
  expect(short(`sha256:${'ab'.repeat(32)}`)).toBe('abababababab');
});
