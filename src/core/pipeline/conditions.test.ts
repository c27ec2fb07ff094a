import { expect, test } from 'vitest';
import { drive } from '../../../test/support/core.ts';
import type { Condition } from './conditions.ts';
import * as conditions from './conditions.ts';

const isCondition = (value: unknown): value is Condition =>
  typeof value === 'object' && value !== null && 'name' in value && 'holds' in value;
const all = Object.values(conditions).flat().filter(isCondition);

test('every condition has words of its own that end "the run moves on when …"', () => {
  expect(all.length).toBeGreaterThan(60);
  for (const { name } of all) expect(name).toMatch(/^\S.* .*[^.]$/);
  expect(new Set(all.map(({ name }) => name)).size).toBe(new Set(all).size);
});

test('a pull request is merged once it was, and not before', () => {
  const driver = drive().to('merge');
  expect(conditions.pullRequestMerged.holds(driver.run())).toBe(false);
  expect(conditions.pullRequestMerged.holds(driver.go().run())).toBe(true);
});
