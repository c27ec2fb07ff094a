// Forty ways to destroy something, each of which has to be seen.

import { describe, expect, test } from 'vitest';
import { planted } from '../../test/support/destructive-changes.ts';
import { judged, lines, told } from '../../test/support/two-trees.ts';

describe('what a change destroys is seen', () => {
  test.each(planted)('%s', (_name, [before, after], expected) => {
    expect(told(judged(before, after))).toEqual([expected]);
  });

  test('there are forty of them at least', () => {
    expect(planted.length).toBeGreaterThanOrEqual(40);
  });

  test('and is told with what uses it or what it does', () => {
    const uses = "import { rate } from './rates.ts';\n";
    const found = judged({ 'src/rates.ts': lines('r'), 'src/a.ts': uses }, { 'src/a.ts': uses });
    expect(found[0]?.words).toBe('It is deleted, and `src/a.ts:1` uses it.');
  });
});

test('a text that would make a careless pattern take for ever is judged at once', () => {
  const text = `DELETE FROM ${'a.'.repeat(20_000)}\n${' '.repeat(50_000)}\n${'\n'.repeat(20_000)}rm ${'-r '.repeat(5_000)}`;
  const begun = performance.now();
  judged(
    { 'src/old.ts': lines('o') },
    { 'db/x.sql': text, 'src/a.ts': text, 'scripts/a.sh': text, 'a.proto': text },
  );
  expect(performance.now() - begun).toBeLessThan(10_000);
});
