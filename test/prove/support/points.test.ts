import { expect, test } from 'vitest';
import type { Kind } from '../../../src/core/effects.ts';
import type { Point } from './points.ts';
import { chosenPoints, halfDone, pointsOfRounds, uncoveredPairs } from './points.ts';

const point = (kind: Kind, visit: number, subject: string): Point => ({
  boundary: 'after-act',
  key: `main/${visit}/${kind}/${subject}/1`,
  kind,
});

const first = [point('check', 2, 'baseline'), point('attempt', 5, 'text'), point('integrate', 5, 'queue')];
const whole = [
  point('check', 21, 'baseline'),
  point('integrate', 21, 'queue'),
  point('check', 21, 'queue'),
  point('merge', 27, 'pull-request'),
];
const others = [point('attempt', 10, 'text'), point('update-pull-request', 24, 'pull-request')];
const never = [
  point('check', 6, 'run'),
  point('check', 10, 'task-text'),
  point('write-artifacts', 21, 'visit'),
];

test('a story beside the demo is cut from its first evaluation on, where rounds differ', () => {
  expect(pointsOfRounds([...first, ...never, ...others, ...whole], 60)).toEqual([...whole, ...others]);
});

test('where that is too much, merging and its checks are cut all the same', () => {
  expect(pointsOfRounds([...first, ...never, ...others, ...whole], 5)).toEqual([...whole, others[0]]);
  expect(pointsOfRounds([...first, ...never, ...others, ...whole], 2)).toEqual(whole);
});

const at = (boundary: Point['boundary'], visit: number): Point => ({
  ...point('label', visit, 'ticket'),
  boundary,
});

test('in CI every kind is cut at every boundary it has, whichever of its effects has it', () => {
  // The last one was found done by its probe, and so has no act to be cut after.
  const all = [at('after-intent', 2), at('after-act', 2), at('after-intent', 9), ...first, ...whole];
  expect(uncoveredPairs(all, chosenPoints(all, 'ci'))).toEqual([]);
  expect(chosenPoints(all, 'ci').length).toBeLessThan(all.length);
});

test('in CI each deed that costs or is seen is cut between the deed and its record', () => {
  const deeds = [1, 2, 3].map((visit) => point('attempt', visit, 'text'));
  const begun = deeds.map((one): Point => ({ ...one, boundary: 'after-intent' }));
  expect(chosenPoints([...begun, ...deeds], 'ci')).toEqual([begun[2], ...deeds]);
});

test('of an engine that is killed, half of the cuts lie between the deed and its record', () => {
  const done = [1, 2, 3, 4].map((visit) => at('after-act', visit));
  const others = [1, 2, 3, 4, 5, 6].map((visit) => at('after-intent', visit));
  expect(halfDone([...others, ...done], 4)).toEqual([others[0], others[4], done[0], done[2]]);
  expect(halfDone([...others, ...done], Number.POSITIVE_INFINITY)).toEqual([...others, ...done]);
});
