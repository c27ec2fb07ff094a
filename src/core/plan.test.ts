import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aPlan, aTask } from '../../test/support/core.ts';
import type { Plan, PlanContext, Task } from './plan.ts';
import { covers, isInside, needsDesign, overlap, planFiles, planProblems, tierOf, waves } from './plan.ts';
import { defaultPolicy } from './policy.ts';

const context: PlanContext = {
  checks: ['test', 'lint'],
  criteria: ['c1'],
  integrated: [],
  policy: defaultPolicy,
};
const problems = (tasks: readonly Task[], change: Partial<PlanContext> = {}) =>
  planProblems(aPlan(tasks), { ...context, ...change });

describe('the contract of a plan', () => {
  test('is kept by a plan with tasks that build on each other', () => {
    expect(problems([aTask('a'), aTask('b', { dependsOn: ['a'] })])).toEqual([]);
  });

  test('wants at least one task', () => {
    expect(problems([], { criteria: [] })).toEqual(['the plan has no task']);
  });

  test('wants at most ten tasks', () => {
    const tasks = Array.from({ length: 11 }, (_, n) => aTask(`t${n}`));
    expect(problems(tasks)).toEqual(['the plan has 11 tasks; at most 10 are allowed']);
    expect(problems(tasks.slice(1))).toEqual([]);
  });

  test('wants a table of tasks that fits into an event', () => {
    const title = '☂'.repeat(5_000);
    expect(problems([aTask('a', { title })])).toEqual([
      expect.stringMatching(
        /^the tasks' titles, paths and names take 15\d+ bytes; at most 12288 are allowed$/,
      ),
    ]);
  });

  test.each(['', '-a', 'a b', 'a/b', '../a', 'a'.repeat(41)])('refuses the task id %j', (id) => {
    expect(problems([aTask(id, { files: ['x'] })])).toEqual([
      `task id '${id}' is not letters, digits and hyphens`,
    ]);
  });

  test('refuses an id that is used twice, also by what is integrated', () => {
    expect(problems([aTask('a'), aTask('a')])).toEqual(["task id 'a' is used twice"]);
    expect(problems([aTask('a')], { integrated: ['a'] })).toEqual(["task id 'a' is used twice"]);
  });

  test('refuses a task without files, or with too many', () => {
    expect(problems([aTask('a', { files: [] })])).toEqual(['task a names no file']);
    const files = Array.from({ length: 8 }, (_, n) => `f${n}`);
    expect(problems([aTask('a', { files, tests: ['t1', 't2'] })])).toEqual([]);
    expect(problems([aTask('a', { files, tests: ['t1', 't2', 't3'] })])).toEqual([
      'task a names 11 files; at most 10 are allowed',
    ]);
  });

  test('refuses a path that leaves the repository (P1)', () => {
    expect(problems([aTask('a', { tests: ['../x'] })])).toEqual([
      "task a: '../x' is not a path inside the repository",
    ]);
  });

  test('refuses a dependency on a task that does not exist (P2)', () => {
    expect(problems([aTask('a', { dependsOn: ['z'] })])).toEqual([
      "task a depends on 'z', which does not exist",
    ]);
    expect(problems([aTask('a', { dependsOn: ['z'] })], { integrated: ['z'] })).toEqual([]);
  });

  test('refuses tasks that wait for each other (P2)', () => {
    const tasks = [
      aTask('a', { dependsOn: ['c'] }),
      aTask('b'),
      aTask('c', { dependsOn: ['a'] }),
      aTask('d', { dependsOn: ['d'] }),
    ];
    expect(problems(tasks)).toEqual(['tasks a, c, d depend on each other in a circle']);
  });

  test('refuses a check that is not configured (P3)', () => {
    expect(problems([aTask('a', { verification: ['test', 'rm -rf /'] })])).toEqual([
      "task a: there is no check named 'rm -rf /'",
    ]);
  });

  test('wants every acceptance criterion covered', () => {
    expect(problems([aTask('a')], { criteria: ['c1', 'c2'] })).toEqual([
      'no task covers acceptance criterion c2',
    ]);
  });

  test('lets a fix round cover nothing anew', () => {
    expect(problems([aTask('b', { criteria: [] })], { integrated: ['a'] })).toEqual([]);
  });

  test('names everything that is wrong, not only the first thing', () => {
    expect(problems([aTask('a b', { files: ['/x'], dependsOn: ['z'] })])).toHaveLength(3);
  });
});

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
