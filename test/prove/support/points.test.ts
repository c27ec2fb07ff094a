import { expect, test } from 'vitest';
import type { Kind } from '../../../src/core/effects.ts';
import type { Point } from './points.ts';
import { pointsOfRounds } from './points.ts';

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
