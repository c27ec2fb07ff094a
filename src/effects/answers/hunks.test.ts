import { expect, test } from 'vitest';
import { hunksOf } from './hunks.ts';

const told = (diff: readonly string[]) =>
  [...hunksOf(diff.join('\n'))].map(([file, hunks]) => [
    file,
    ...hunks.map(({ before, after }) => `${before.from}-${before.to} ${after.from}-${after.to}`),
  ]);

test('a diff is read as the stretches of lines it changes, on both sides', () => {
  expect(
    told([
      'diff --git a/a.ts b/a.ts',
      'index 1..2 100644',
      '--- a/a.ts',
      '+++ b/a.ts',
      '@@ -1,3 +1,4 @@ function',
      ' one',
      '-two',
      '+2',
      '+zwei',
      ' three',
      '@@ -20 +21,0 @@',
      '-gone',
      '\\ No newline at end of file',
      'diff --git a/b.ts b/b.ts',
      'new file mode 100644',
      '--- /dev/null',
      '+++ b/b.ts',
      '@@ -0,0 +1 @@',
      '+new',
      '',
    ]),
  ).toEqual([
    ['a.ts', '1-3 1-4', '20-20 21-20'],
    ['b.ts', '0--1 1-1'],
  ]);
});

test('a line that looks like the head of a file is a line, as long as its hunk lasts', () => {
  const lines = ['--- a/q.sql', '+++ b/q.sql', '@@ -1,2 +1,1 @@', '--- a comment', '-+++ b/x', '+++ b/y'];
  expect(told(lines)).toEqual([['q.sql', '1-2 1-1']]);
});

test.each([
  ['a mode alone', ['diff --git a/run.sh b/run.sh', 'old mode 100644', 'new mode 100755'], 'run.sh'],
  [
    'bytes',
    ['diff --git a/x b/y.png b/x b/y.png', 'Binary files a/x b/y.png and b/x b/y.png differ'],
    'x b/y.png',
  ],
  [
    'a quoted name',
    ['diff --git "a/a\\"b\\\\.ts" "b/a\\"b\\\\.ts"', '--- "a/a\\"b\\\\.ts"', '+++ "b/a\\"b\\\\.ts"'],
    'a"b\\.ts',
  ],
  ['a name with a space', ['--- a/my file.ts\t', '+++ b/my file.ts\t'], 'my file.ts'],
  ['a file that is gone', ['diff --git a/old.ts b/old.ts', '--- a/old.ts', '+++ /dev/null'], 'old.ts'],
])('a change of %s is a changed file', (_, lines, name) => {
  expect(told(lines)).toEqual([[name]]);
});
