// Counts of Node's own test runner, in the summary that its spec and TAP reporters end with.
// A file that declares no test counts as one test there: the runner cannot tell it from a script that asserts.

import type { Counts } from '../../core/evidence/evidence.ts';
import type { TestNames } from '../../core/evidence/tests-text.ts';
import { Listed } from './test-names.ts';

export function nodeTestCounts(output: string): Counts | undefined {
  const lines = [...output.matchAll(/^(?:#|ℹ) (tests|pass|fail|cancelled|skipped|todo) (\d{1,9})$/gm)];
  if (!lines.some((line) => line[1] === 'tests') || !lines.some((line) => line[1] === 'pass'))
    return undefined;
  const sum = (...names: readonly string[]): number =>
    lines.reduce((total, [, name = '', count]) => (names.includes(name) ? total + Number(count) : total), 0);
  return { passed: sum('pass'), failed: sum('fail', 'cancelled'), skipped: sum('skipped', 'todo') };
}

const line = /^( *)(✔|✖|﹣|▶) (.{1,2000}?)(?: \(\d[\d.]{0,20}ms\))?(?: # (SKIP|TODO)\b.*)?$/gmu;

/** Of the spec reporter, with the groups around them; its list of failures at the end says them again. */
export function specNames(output: string): TestNames {
  const [results = ''] = output.split(/^ℹ tests \d{1,9}$/m, 1);
  const listed = new Listed();
  const around: { readonly depth: number; readonly name: string }[] = [];
  for (const [, indent = '', mark, name = '', directive] of results.matchAll(line)) {
    while ((around.at(-1)?.depth ?? -1) >= indent.length) around.pop();
    if (mark === '▶') around.push({ depth: indent.length, name });
    else {
      const how = mark === '✖' ? 'failed' : mark === '✔' && directive === undefined ? 'passed' : 'skipped';
      listed.add(how, [...around.map((one) => one.name), name].join(' > '));
    }
  }
  return listed.names();
}
