// The table of rules is true: every id has a row, and every row names something that is there.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Place } from './rules.ts';
import { ruleIds, rules } from './rules.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const all = rules();
const kept = all.flatMap((rule) => ('later' in rule ? [] : [rule]));

describe('the table of rules', () => {
  test('has a row for every id, in order, and no other', () => {
    expect([...new Set(all.map(({ id }) => id))]).toEqual(ruleIds);
  });

  test('says each rule once', () => {
    const lines = all.map(({ rule }) => rule);
    expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
  });

  test.each(kept.map(({ id, rule, by }) => ({ id, rule, by })))(
    '[$id] $rule: what enforces it is there',
    ({ by }) => {
      expect(by.file).toMatch(/^src\/.*(?<!\.test)\.ts$/);
      expect(namesIn(textOf(by))).toContain(by.name);
    },
  );

  test.each(kept.map(({ id, rule, test: place }) => ({ id, rule, place })))(
    '[$id] $rule: its test is there',
    ({ place }) => {
      expect(place.file).toMatch(/\.test\.ts$/);
      expect(testsIn(textOf(place))).toContain(place.name);
    },
  );
});

function textOf({ file }: Place): string {
  const whole = path.join(root, file);
  if (!existsSync(whole))
    throw new Error(`${file} is not there any more: mend its row in test/generated/rules.yaml`);
  return readFileSync(whole, 'utf8');
}

/** What a file declares at its outermost level. */
function namesIn(text: string): readonly string[] {
  const declared = /^(?:export )?(?:async )?(?:function\*?|const|class) (\w+)/gm;
  return [...text.matchAll(declared)].map(([, name = '']) => name);
}

/** The quoted texts of a file: names of tests are among them, also those that stand in a table. */
function testsIn(text: string): readonly string[] {
  return [...text.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"/g)].map(([, one, two]) =>
    (one ?? two ?? '').replaceAll(/\\(['"])/g, '$1'),
  );
}
