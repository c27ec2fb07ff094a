import { expect, test } from 'vitest';
import { inLanes, isPlanted, sizeOf } from './proof.ts';

test('work in lanes is done once for each item, never more at a time than there are lanes', async () => {
  let busy = 0;
  let most = 0;
  const told: number[] = [];
  const results = await inLanes({
    items: [1, 2, 3, 4, 5],
    lanes: 2,
    work: async (item, lane) => {
      busy += 1;
      most = Math.max(most, busy);
      await Promise.resolve();
      busy -= 1;
      return { item, lane };
    },
    onDone: (_result, done) => told.push(done),
  });
  expect(new Set(results.map(({ item }) => item))).toEqual(new Set([1, 2, 3, 4, 5]));
  expect(new Set(results.map(({ lane }) => lane))).toEqual(new Set([0, 1]));
  expect([results.length, most, told]).toEqual([5, 2, [1, 2, 3, 4, 5]]);
});

test('an option that no proof knows is refused in words', () => {
  expect(() => sizeOf('huge')).toThrow('--size is ci or full');
  expect(() => isPlanted('everything', 'open')).toThrow('--plant is open');
  expect([isPlanted(undefined, 'open'), isPlanted('open', 'open')]).toEqual([false, true]);
});
