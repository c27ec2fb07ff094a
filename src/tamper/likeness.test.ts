// How alike two cases are, asked of texts of tests.

import { expect, test } from 'vitest';
import { likeBody, likeness, printReader } from './likeness.ts';
import type { TestCase } from './parse.ts';
import { parseTests } from './parse.ts';

function casesOf(text: string): readonly TestCase[] {
  return parseTests({ path: 'a.test.js', text, place: 'named' }, new Map()).filter(({ name }) => name !== '');
}

test('bodies that share one word of many are not alike, however long they are', () => {
  const printOf = printReader();
  const [one, other, same] = casesOf(
    [
      "test('a', () => {\n  expect(alpha(one, two, three)).toBe(four);\n});\n",
      "test('b', () => {\n  for (const each of beta) gamma[each] += delta - 3 * epsilon;\n});\n",
      "test('c', () => {\n  expect(alpha(one, two, three)).toBe(four);\n});\n",
    ].join(''),
  ).map(printOf);
  if (one === undefined || other === undefined || same === undefined)
    throw new Error('three cases stand there');
  expect(likeness(one, same)).toBeGreaterThan(0.8);
  expect(likeness(one, same)).toBeLessThanOrEqual(1);
  expect(likeness(one, other)).toBeLessThan(0.6);
  expect(likeBody(one, other)).toBe(0);
});
