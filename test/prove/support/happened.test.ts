import { expect, test } from 'vitest';
import { missingIn } from './happened.ts';

const whole = { rounds: { bug: 1, fix: 1, rebase: 1 }, basesMoved: 1, conflicts: 1 };

test('a story in which everything happened lacks nothing', () => {
  expect(missingIn('rounds', whole)).toEqual([]);
  expect(missingIn('demo', { rounds: { coverage: 1 }, basesMoved: 0, conflicts: 0 })).toEqual([]);
});

test.each([
  ['a bug round', { ...whole, rounds: { fix: 1, rebase: 1 } }],
  ['a fix round', { ...whole, rounds: { bug: 1, rebase: 1 } }],
  ['a target that moved', { ...whole, basesMoved: 0 }],
  ['a step that conflicts with it', { ...whole, conflicts: 0 }],
])('a story without %s says so', (name, facts) => {
  expect(missingIn('rounds', facts).map((finding) => finding.what)).toEqual([`${name} did not happen`]);
});
