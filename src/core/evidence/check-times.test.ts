import { expect, test } from 'vitest';
import { checkMsOf } from './check-times.ts';

test('a check may take what the policy gives to one, and linting five minutes of it at most', () => {
  expect(checkMsOf('test', 600_000)).toBe(600_000);
  expect(checkMsOf('lint', 600_000)).toBe(300_000);
  expect(checkMsOf('lint', 60_000)).toBe(60_000);
});
