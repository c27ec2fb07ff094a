// Counts of Node's own test runner, in the summary that its spec and TAP reporters end with.
// A file that declares no test counts as one test there: the runner cannot tell it from a script that asserts.

import type { Counts } from '../../core/evidence.ts';

export function nodeTestCounts(output: string): Counts | undefined {
  const lines = [...output.matchAll(/^(?:#|ℹ) (tests|pass|fail|cancelled|skipped|todo) (\d{1,9})$/gm)];
  if (!lines.some((line) => line[1] === 'tests') || !lines.some((line) => line[1] === 'pass'))
    return undefined;
  const sum = (...names: readonly string[]): number =>
    lines.reduce((total, [, name = '', count]) => (names.includes(name) ? total + Number(count) : total), 0);
  return { passed: sum('pass'), failed: sum('fail', 'cancelled'), skipped: sum('skipped', 'todo') };
}
