import { expect, test } from 'vitest';
import { modeOf, roles } from './modes.ts';

test('only those who write may write: implementers and documenters, testers beside the code, and nobody else', () => {
  const writing = roles.filter((role) => modeOf[role] === 'execute');
  expect(writing).toEqual(['implementer', 'documenter']);
  expect(roles.filter((role) => modeOf[role] === 'coverage')).toEqual(['tester']);
  expect(roles.filter((role) => modeOf[role] === 'review')).toEqual(['reviewer']);
  const others = roles.filter((role) => !['implementer', 'documenter', 'tester', 'reviewer'].includes(role));
  expect(others.map((role) => modeOf[role])).toEqual(others.map(() => 'investigate'));
});
