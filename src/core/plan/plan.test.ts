import { describe, expect, test } from 'vitest';
import { aPlan, aTask } from '../../../test/support/core.ts';
import type { Plan } from './plan.ts';
import { needsDesign, planFiles, tierOf, waves } from './plan.ts';

describe('waves', () => {
  test('are the tasks by depth', () => {
    const tasks = [
      aTask('d', { dependsOn: ['b', 'c'] }),
      aTask('a'),
      aTask('b', { dependsOn: ['a'] }),
      aTask('c', { dependsOn: ['a', 'z'] }),
    ];
    expect(waves(tasks, ['z'])).toEqual({ waves: [['a'], ['b', 'c'], ['d']], left: [] });
  });

  test('leave out what stands in a circle, and what waits behind it', () => {
    const tasks = [aTask('a', { dependsOn: ['a'] }), aTask('b', { dependsOn: ['a'] }), aTask('c')];
    expect(waves(tasks, [])).toEqual({ waves: [['c']], left: ['a', 'b'] });
  });
});

describe('the tier of a plan', () => {
  test.each([
    [0, 'TRIVIAL'],
    [2, 'TRIVIAL'],
    [3, 'SMALL'],
    [5, 'SMALL'],
    [6, 'MEDIUM'],
    [14, 'MEDIUM'],
    [15, 'LARGE'],
  ] as const)('of %d files is %s', (files, tier) => {
    expect(tierOf(files)).toBe(tier);
  });

  test('says whether a design is needed', () => {
    const tiers: readonly Plan['tier'][] = ['TRIVIAL', 'SMALL', 'MEDIUM', 'LARGE'];
    expect(tiers.filter(needsDesign)).toEqual(['MEDIUM', 'LARGE']);
  });

  test('counts a file once that two tasks touch', () => {
    const tasks = [aTask('a', { files: ['x', 'y'] }), aTask('b', { files: ['x'], tests: ['z'] })];
    expect(planFiles(aPlan(tasks))).toEqual(['x', 'y', 'z']);
  });
});
