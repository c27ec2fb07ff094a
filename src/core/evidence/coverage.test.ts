import { expect, test } from 'vitest';
import { percentOf, usualReports } from './coverage.ts';

test('a percentage is rounded down: what is not quite reached is not reached', () => {
  expect(percentOf({ lines: 1000, hit: 799 })).toBe(79.9);
  expect(percentOf({ lines: 100_000, hit: 79_999 })).toBe(79.9);
  expect(percentOf({ lines: 3, hit: 3 })).toBe(100);
});

test('a change without a line to count lacks nothing', () => {
  expect(percentOf({ lines: 0, hit: 0 })).toBe(100);
});

test('a report is looked for where programs leave theirs, inside the checkout', () => {
  for (const path of usualReports) expect(path).toMatch(/^[a-z]+[/.][\w./-]+$/);
  expect(new Set(usualReports).size).toBe(usualReports.length);
});
