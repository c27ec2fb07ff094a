import { describe, expect, test } from 'vitest';
import type { Lines } from './hits.ts';
import { countFiles, measure } from './measure-changed-lines.ts';
import { isSource, testsFor } from './tests-for.ts';

function diffOf(added: Readonly<Record<string, number>>): string {
  return Object.entries(added)
    .map(
      ([path, count]) =>
        `diff --git a/${path} b/${path}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${count} @@\n${'+x\n'.repeat(count)}`,
    )
    .join('');
}

const lines = (hit: readonly number[], missed: readonly number[]): Lines =>
  new Map([...hit.map((line) => [line, true] as const), ...missed.map((line) => [line, false] as const)]);

describe('the coverage of a change', () => {
  test('is that of its changed lines, as far as the report counts them', () => {
    const found = measure({
      diff: diffOf({ 'src/a.ts': 6 }),
      report: new Map([['src/a.ts', lines([1, 2, 90], [4, 5, 91])]]),
      files: ['src/a.ts', 'src/a.test.ts'],
    });
    expect(found).toMatchObject({
      lines: 4,
      hit: 2,
      unmeasured: 0,
      uncovered: [{ path: 'src/a.ts', lines: 4, hit: 2, tests: ['src/a.test.ts'] }],
    });
    expect(found.words).toBe(
      'Tests execute 2 of 4 changed lines (50 %).\n\n' +
        '- `src/a.ts`: 2 of 4, not executed: 4-5; tests belong in `src/a.test.ts`\n',
    );
  });

  test('[D4] is told beside that of the whole report, and of the sources it touches, as they are there', () => {
    const report = new Map([
      ['src/a.ts', lines([1, 2, 90], [4])],
      ['src/b.ts', lines([1], [2, 3, 4])],
      ['src/a.test.ts', lines([1, 2], [])],
    ]);
    const files = { whole: { lines: 10, hit: 6 }, touched: { lines: 4, hit: 3 } };
    const diff = diffOf({ 'src/a.ts': 6, 'src/new.ts': 2, 'src/a.test.ts': 3 });
    expect(countFiles({ diff, report })).toEqual(files);
    expect(measure({ diff, report, files: [] })).toMatchObject({ files });
  });

  test('does not ask for tests of tests, of declarations or of what is no program', () => {
    const diff = diffOf({ 'a.test.ts': 3, 'test/helper.ts': 3, 'types.d.ts': 3, 'README.md': 3, 'tests/test_a.py': 1 });
    expect(measure({ diff, report: new Map(), files: [] })).toMatchObject({ lines: 0, unmeasured: 0, uncovered: [] });
  });

  test('says of a source file that the report does not list that nobody knows, never that it is covered', () => {
    const found = measure({
      diff: diffOf({ 'src/a.ts': 2, 'src/new.ts': 3 }),
      report: new Map([['src/a.ts', lines([1, 2], [])]]),
      files: ['src/a.ts', 'src/new.ts', 'test/a.spec.ts'],
    });
    expect(found).toMatchObject({
      lines: 2,
      hit: 2,
      unmeasured: 1,
      uncovered: [{ path: 'src/new.ts', lines: 0, hit: 0, tests: ['test/new.spec.ts'] }],
    });
    expect(found.words).toContain('`src/new.ts`: not in the report, so that nobody knows');
  });

  test('names a file of another language than the report, and asks nobody for its tests', () => {
    const found = measure({
      diff: diffOf({ 'src/a.ts': 1, 'tools/x.py': 3 }),
      report: new Map([['src/a.ts', lines([1], [])]]),
      files: [],
    });
    expect(found).toMatchObject({ unmeasured: 0, uncovered: [] });
    expect(found.words).toContain('`tools/x.py`: not measured, because the report is about another language');
  });

  test('has the worst file first', () => {
    const found = measure({
      diff: diffOf({ 'a.go': 3, 'b.go': 3, 'c.go': 3 }),
      report: new Map([
        ['a.go', lines([1, 2], [3])],
        ['b.go', lines([], [1, 2, 3])],
        ['c.go', lines([1, 2, 3], [])],
      ]),
      files: [],
    });
    expect(found.uncovered.map(({ path }) => path)).toEqual(['b.go', 'a.go']);
    expect(found).toMatchObject({ lines: 9, hit: 5 });
  });

  test('of a change without a line to count is said in words', () => {
    expect(measure({ diff: '', report: new Map(), files: [] }).words).toBe(
      'The report counts none of the changed lines.\n',
    );
  });
});

describe('tests for a file', () => {
  test.each([
    ['src/a.ts', ['src/a.test.ts', 'test/a.test.ts', 'src/b.test.ts'], ['src/a.test.ts', 'test/a.test.ts']],
    ['src/a.ts', ['test/unit/b.test.ts'], ['test/a.test.ts']],
    ['src/a.mjs', ['src/b.spec.mjs'], ['src/a.spec.mjs']],
    ['lib/a.js', [], ['lib/a.test.js']],
    ['pkg/x/a.go', ['pkg/x/b_test.go'], ['pkg/x/a_test.go']],
    ['app/a.py', ['tests/test_b.py'], ['tests/test_a.py']],
    ['app/a.py', ['app/test_b.py'], ['app/test_a.py']],
    ['src/main/java/x/A.java', [], ['src/test/java/x/ATest.java']],
    ['src/main/java/x/A.java', ['src/test/java/x/ATests.java'], ['src/test/java/x/ATests.java']],
    ['lib/A.pm', [], ['t/A.t']],
    ['lib/a.rb', ['spec/b_spec.rb'], ['spec/a_spec.rb']],
    ['lib/a.rb', [], ['test/a_test.rb']],
    ['bin/a.sh', ['test/b.bats'], ['test/a.bats']],
    ['bin/a.sh', [], ['test/a.test.sh']],
    ['src/a.rs', [], ['tests/a.rs']],
    ['src/a.c', [], ['tests/a_test.c']],
  ])('%s belong, beside %j, in %j', (path, tests, expected) => {
    expect(testsFor(path, [path, ...tests])).toEqual(expected);
  });

  test('are no source of their own, but Rust keeps both in one file', () => {
    expect(['a.test.ts', 'tests/x.py', 'a_test.go', 'README.md', 'x.d.ts'].filter(isSource)).toEqual([]);
    expect(isSource('src/lib.rs')).toBe(true);
  });
});
