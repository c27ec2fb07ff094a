import { describe, expect, test } from 'vitest';
import { defaultPolicy } from '../../core/policy.ts';
import { reachOf, reachProblems } from './plan-reach.ts';

const limits = defaultPolicy.plan;
const many = (count: number, name: (n: number) => string): readonly string[] =>
  Array.from({ length: count }, (_, n) => name(n));
const tree = [
  ...many(12, (n) => `src/${n}.ts`),
  ...many(4, (n) => `src/auth/${n}.ts`),
  ...many(40, (n) => `docs/${n}.md`),
  'package.json',
];
const task = (files: readonly string[], tests: readonly string[] = []) => ({ id: 'a', files, tests });

describe('what a plan reaches', () => {
  test('is not counted where it names files only', () => {
    expect(reachOf([task(['src/1.ts', 'new.ts'], ['t.ts'])], tree, limits)).toBeUndefined();
  });

  test('is every file its entries stand for, once', () => {
    const tasks = [task(['src/*.ts', 'src/1.ts']), task(['src/?.ts', 'new.ts'])];
    expect(reachOf(tasks, tree, limits)).toEqual({ files: 13, code: 13 });
  });

  test('is as many as a task may have for a folder or glob that nothing is there for yet: nobody knows how many', () => {
    expect(reachOf([task(['src/1.ts', 'src/new/*.ts'])], tree, limits)).toEqual({ files: 11, code: 11 });
    expect(reachOf([task(['src/1.ts', 'src/new/'])], tree, limits)).toEqual({ files: 11, code: 11 });
    expect(reachOf([task(['src/1.ts'], ['lib/*.test.ts'])], tree, limits)).toEqual({ files: 11, code: 1 });
  });

  test('is risky where one of the files is', () => {
    expect(reachOf([task(['src/*/'])], tree, limits)).toEqual({ files: 4, code: 4, risky: true });
  });
});

describe('an entry that is too wide', () => {
  test.each([['docs/'], ['docs/**'], ['**/*.md']])('is %j, for half of the tree', (entry) => {
    expect(reachProblems(task([entry, 'src/1.ts']), tree, limits)).toEqual([
      `task a: '${entry}' stands for 40 of the 57 files there are; name the files, a folder or a narrower glob`,
    ]);
  });

  test('comes to more files than a task may touch', () => {
    expect(reachProblems(task(['src/*.ts', 'src/auth/'], ['t.ts']), tree, limits)).toEqual([
      "task a may touch 17 files ('src/*.ts' is 12, 'src/auth/' is 4); at most 10 are allowed",
    ]);
  });

  test('is not the only folder of a small repository', () => {
    expect(reachProblems(task(['src/']), ['src/a.ts', 'src/b.ts', 'README.md'], limits)).toEqual([]);
  });

  test('is not told twice where there are too many names already, nor looked up where it is no path', () => {
    expect(reachProblems(task(many(11, (n) => `src/${n}.ts`)), tree, limits)).toEqual([]);
    expect(reachProblems(task(['../**']), tree, limits)).toEqual([]);
  });
});
