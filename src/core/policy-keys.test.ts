import { expect, test } from 'vitest';
import { policyRows } from './policy-keys.ts';
import { placedIn } from './policy-values.ts';

test('slots come from the cores, from 1 to 10, and are 2 where nobody knows them', () => {
  const { ofCores } = policyRows.slots;
  expect([1, 3, 64, 0, Number.NaN].map(ofCores)).toEqual([1, 3, 10, 2, 2]);
});

test('checks at once come from the cores too, 4 at most', () => {
  const { ofCores } = policyRows.checksAtOnce;
  expect([1, 3, 64, Number.NaN].map((cores) => ofCores?.(cores))).toEqual([1, 3, 4, 2]);
});

test('a default is one that could be written: a number is within its range', () => {
  const outside = placedIn(policyRows).filter(({ key: { kind, default: initial } }) => {
    if ((kind.type !== 'whole' && kind.type !== 'number') || typeof initial !== 'number') return false;
    return initial < kind.min || initial > kind.max;
  });
  expect(outside).toEqual([]);
});
