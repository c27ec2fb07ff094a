// Git's text becomes files and numbered lines, whatever the lines look like.

import { expect, test } from 'vitest';
import { parsedDiff } from './changes.ts';

const diff = `diff --git a/one.ts b/one.ts
index 1..2 100644
--- a/one.ts
+++ b/one.ts
@@ -3,3 +3,3 @@ function here
 same
---- looks like a head
++++ looks like a head
 end
diff --git a/old b/new
similarity index 100%
rename from old
rename to new
diff --git a/p.png b/p.png
new file mode 100644
Binary files /dev/null and b/p.png differ
`;

test('lines are numbered on both sides, and a line that looks like a head is a line', () => {
  const [first] = parsedDiff(diff, 100).files;
  expect(first).toMatchObject({ path: 'one.ts', kind: 'changed', added: 1, removed: 1 });
  expect(first?.hunks[0]?.lines).toEqual([
    { sign: ' ', text: 'same', old: 3, new: 3 },
    { sign: '-', text: '--- looks like a head', old: 4 },
    { sign: '+', text: '+++ looks like a head', new: 4 },
    { sign: ' ', text: 'end', old: 5, new: 5 },
  ]);
});

test('a rename names both, a binary file has no lines', () => {
  const [, renamed, binary] = parsedDiff(diff, 100).files;
  expect(renamed).toMatchObject({ path: 'new', from: 'old', kind: 'renamed', hunks: [] });
  expect(binary).toMatchObject({ path: 'p.png', kind: 'binary' });
});

test('what is beyond the limit is counted', () => {
  const { files, linesLeft } = parsedDiff(diff, 3);
  expect(linesLeft).toBe(1);
  expect(files[0]?.hunks[0]?.lines).toHaveLength(3);
});

const megabytes = 50 * 1024 * 1024;
const head = 'diff --git a/big.js b/big.js\n--- a/big.js\n+++ b/big.js\n';

test('a change of fifty megabytes is shown as far as a page can, be it a million lines or one', () => {
  const line = `+${'x'.repeat(49)}\n`;
  const many = `${head}@@ -0,0 +1,1 @@\n${line.repeat(megabytes / line.length)}`;
  const one = `${head}@@ -0,0 +1 @@\n+${'x'.repeat(megabytes)}\n`;
  for (const diff of [many, one]) {
    const parsed = parsedDiff(diff, 20_000);
    expect(JSON.stringify(parsed).length).toBeLessThan(8 * 1024 * 1024);
    expect(parsed.files[0]?.added).toBeGreaterThan(0);
  }
  expect(parsedDiff(many, 20_000).linesLeft).toBeGreaterThan(1_000_000);
  expect(parsedDiff(one, 20_000).files[0]?.hunks[0]?.lines[0]?.text).toMatch(/x… 52\d+ more characters$/);
});
