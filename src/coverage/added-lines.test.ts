import { expect, test } from 'vitest';
import { addedLines } from './added-lines.ts';

test('gives the lines that are new, numbered as they are after the change', () => {
  const diff = `diff --git a/src/a.ts b/src/a.ts
index 1..2 100644
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,3 +1,4 @@ class X
 one
-two
+zwei
+drei
 four
@@ -10 +11,2 @@
 ten
+eleven
`;
  expect(addedLines(diff)).toEqual(new Map([['src/a.ts', [2, 3, 12]]]));
});

test('takes a line that looks like a diff for the line it is', () => {
  const diff = `diff --git a/a.diff b/a.diff
--- /dev/null
+++ b/a.diff
@@ -0,0 +1,4 @@
+diff --git a/x b/x
++++ b/evil.ts
+@@ -0,0 +1,9 @@
+-- a/gone
\\ No newline at end of file
diff --git a/b.ts b/b.ts
--- a/b.ts
+++ b/b.ts
@@ -1 +1 @@
--- a/b.ts
\\ No newline at end of file
++++ b/b.ts
\\ No newline at end of file
`;
  expect(addedLines(diff)).toEqual(
    new Map([
      ['a.diff', [1, 2, 3, 4]],
      ['b.ts', [1]],
    ]),
  );
});

test('a file that is gone, renamed in place or binary has no new line', () => {
  const diff = `diff --git a/gone.ts b/gone.ts
--- a/gone.ts
+++ /dev/null
@@ -1,2 +0,0 @@
-one
-two
diff --git a/p.png b/p.png
Binary files a/p.png and b/p.png differ
diff --git a/x b/x
old mode 100644
new mode 100755
`;
  expect(addedLines(diff)).toEqual(new Map());
});

test('names with unusual signs are what git meant', () => {
  const diff = [
    'diff --git "a/\\303\\274 \\"x\\"\\t.ts" "b/\\303\\274 \\"x\\"\\t.ts"',
    '--- /dev/null',
    '+++ "b/\\303\\274 \\"x\\"\\t.ts"',
    '@@ -0,0 +1 @@',
    '+one',
    'diff --git a/with blank.ts b/with blank.ts',
    '--- /dev/null',
    '+++ b/with blank.ts\t',
    '@@ -0,0 +1 @@',
    '+one',
    '',
  ].join('\n');
  expect(addedLines(diff)).toEqual(
    new Map([
      ['ü "x"\t.ts', [1]],
      ['with blank.ts', [1]],
    ]),
  );
});
