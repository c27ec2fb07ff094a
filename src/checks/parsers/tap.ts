// Counts of the Test Anything Protocol: its top-level test points. Needs the plan (`1..n`), so that a line of prose
// that happens to start with `ok 1` is not taken for a test.

import type { Counts } from '../../core/evidence/evidence.ts';
import type { TestNames } from '../../core/evidence/tests-text.ts';
import { Listed } from './test-names.ts';

export function tapCounts(output: string): Counts | undefined {
  if (!/^1\.\.\d{1,9}\b/m.test(output)) return undefined;
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  for (const [, not, rest = ''] of output.matchAll(/^(not )?ok\b(.*)$/gm)) {
    if (/ # (?:skip|todo)\b/i.test(rest)) skipped += 1;
    else if (not === undefined) passed += 1;
    else failed += 1;
  }
  return { passed, failed, skipped };
}

const pointOrSubtest = /^( *)(?:(not )?ok\b(?: (\d{1,9}))?(?: -)?(.*)|# Subtest: (.*))$/gm;

/** With the subtests around them, where they are announced: a point inside comes before the point of what it lies in. */
export function tapNames(output: string): TestNames {
  const listed = new Listed();
  const around: { readonly depth: number; readonly name: string }[] = [];
  for (const [, indent = '', not, number = '', rest = '', subtest] of output.matchAll(pointOrSubtest)) {
    while ((around.at(-1)?.depth ?? -1) >= indent.length) around.pop();
    if (subtest !== undefined) {
      around.push({ depth: indent.length, name: unescaped(subtest) });
      continue;
    }
    const [, words = '', directive] =
      /^(.*?)(?: # time=[\d.]+m?s *)?(?: # (skip|todo)\b.*)?$/is.exec(rest) ?? []; // a duration is no part of a name
    const name = words.trim() === '' ? `test ${number}` : unescaped(words.trim());
    const how = directive === undefined ? (not === undefined ? 'passed' : 'failed') : 'skipped';
    listed.add(how, [...around.map((one) => one.name), name].join(' > '));
  }
  return listed.names();
}

function unescaped(name: string): string {
  return name.replaceAll(/\\([#\\])/g, '$1');
}
