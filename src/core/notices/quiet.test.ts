import { expect, test } from 'vitest';
import { instant } from '../../../test/support/instant.ts';
import { isQuiet } from './quiet.ts';

const night = { from: 22 * 60, to: 7 * 60, zone: 'Europe/Berlin' };

test.each([
  ['2026-11-19T20:59:00Z', false],
  ['2026-11-19T21:00:00Z', true],
  ['2026-11-19T23:30:00Z', true],
  ['2026-11-20T05:59:00Z', true],
  ['2026-11-20T06:00:00Z', false],
  ['2026-07-01T19:59:00Z', false], // two hours ahead of UTC in summer
  ['2026-07-01T20:00:00Z', true],
  ['2026-10-25T00:30:00Z', true], // 02:30 comes twice that night
  ['2026-10-25T01:30:00Z', true],
])('a night in Berlin at %s', (at, quiet) => {
  expect(isQuiet(night, instant(at))).toBe(quiet);
});

function at(time: string): number {
  return instant(`2026-11-19T${time}:00Z`);
}

test('hours within a day end at their end, and two that are the same are none', () => {
  const noon = { from: 720, to: 780, zone: 'UTC' };
  expect([at('11:59'), at('12:00'), at('12:59'), at('13:00')].map((now) => isQuiet(noon, now))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect(isQuiet({ ...noon, to: 720 }, at('12:00'))).toBe(false);
});
