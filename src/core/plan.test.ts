import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aPlan, aTask } from '../../test/support/core.ts';
import type { Plan } from './plan.ts';
import { covers, isInside, needsDesign, overlap, planFiles, tierOf, waves } from './plan.ts';

describe('a path', () => {
  test.each(['a', 'a/b.ts', 'a/', '.github/x', 'a.git/b', '..a', '…/x'])('%j is inside (P1)', (path) => {
    expect(isInside(path)).toBe(true);
  });

  test.each([
    '',
    '/',
    '/a',
    '.',
    './a',
    '..',
    'a/../b',
    'a//b',
    'a/.',
    '.git/config',
    'a/.GIT/x',
    'a\\b',
    'a\nb',
    'a\rb',
    'a\0b',
    'a'.repeat(401),
  ])('%j is not (P1)', (path) => {
    expect(isInside(path)).toBe(false);
  });

  test('that is inside never climbs out when it is resolved (P1)', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', '..', '.', '', '.git', 'b'), { maxLength: 6 }), (parts) => {
        const path = parts.join('/');
        fc.pre(isInside(path));
        expect(parts.filter((part) => ['..', '.', '.git'].includes(part))).toEqual([]);
      }),
      { seed: 1, numRuns: 300 },
    );
  });

  test('is covered by itself or by a folder it lies in', () => {
    expect(covers(['src/a.ts'], 'src/a.ts')).toBe(true);
    expect(covers(['src/'], 'src/a.ts')).toBe(true);
    expect(covers(['src'], 'src/a.ts')).toBe(false);
    expect(covers(['src/'], 'source/a.ts')).toBe(false);
  });

  test.each([
    [['a'], ['b'], false],
    [['a'], ['a'], true],
    [['src/'], ['src/a'], true],
    [['src/a'], ['src/'], true],
    [['src/'], ['src/deep/'], true],
    [['src/a'], ['src/a/b'], true],
    [['src/a'], ['src/ab'], false],
    [[], ['a'], false],
  ])('list %j and %j overlap: %s', (one, other, expected) => {
    expect(overlap(one, other)).toBe(expected);
  });
});

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
