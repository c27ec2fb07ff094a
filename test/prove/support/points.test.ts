import { expect, test } from 'vitest';
import type { Kind } from '../../../src/core/effects.ts';
import type { Point } from './points.ts';
import { pointsOfRounds } from './points.ts';

const point = (kind: Kind, visit: number, subject: string): Point => ({
  boundary: 'after-act',
  key: `main/${visit}/${kind}/${subject}/1`,
  kind,
});

test('a story beside the demo is cut from its first evaluation on, where rounds differ', () => {
  const later = [
    point('check', 6, 'run'),
    point('attempt', 10, 'text'),
    point('check', 21, 'baseline'),
    point('integrate', 21, 'queue'),
    point('check', 21, 'queue'),
    point('update-pull-request', 24, 'pull-request'),
  ];
  const leftOut = [point('check', 10, 'task-text'), point('write-artifacts', 21, 'visit')];
  const first = [point('check', 2, 'baseline'), point('attempt', 5, 'text'), point('integrate', 5, 'queue')];
  expect(pointsOfRounds([...first, ...later, ...leftOut])).toEqual(later);
});
