import { expect, test } from 'vitest';
import { slotWords } from './wait-words.ts';

test('a run without a slot says how many of them are taken', () => {
  expect(slotWords({ atWork: 3, slots: 3 })).toBe('waits for a slot: 3 of 3 are at work');
});
