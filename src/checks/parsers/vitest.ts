// Counts of vitest, in its line `Tests  1 failed | 3 passed | 1 skipped (5)`.

import type { Counts } from '../../core/evidence/evidence.ts';
import type { TestNames } from '../../core/evidence/tests-text.ts';

export function vitestCounts(output: string): Counts | undefined {
  const lines = [
    ...output.matchAll(/^ *Tests {2,}((?:\d{1,9} [a-z ]{1,20}(?: \| )?){1,6}\(\d{1,9}\)|no tests)/gm),
  ];
  if (lines.length === 0) return undefined;
  const sum = (name: RegExp): number =>
    lines.reduce((total, [, line = '']) => total + Number(name.exec(line)?.[1] ?? 0), 0);
  return {
    passed: sum(/(\d+) passed/),
    failed: sum(/(\d+) failed/),
    skipped: sum(/(\d+) skipped/) + sum(/(\d+) todo/),
  };
}

const failing = /^ FAIL {2}(.{1,2000})$/gm;
const verbose = /^ *(✓|↓) (\S{1,1000} > .{1,2000}?)(?: \d+ms)?$/gm;

/** A file that cannot be loaded is named twice in one line. Those that passed are named by the verbose reporter only. */
export function vitestNames(output: string): TestNames {
  const others = [...output.matchAll(verbose)];
  return {
    failed: [...output.matchAll(failing)].map(([, name = '']) => name.replace(/^(\S+) \[ \1 \]$/, '$1')),
    passed: others.filter(([, mark]) => mark === '✓').map(([, , name = '']) => name),
    skipped: others.filter(([, mark]) => mark === '↓').map(([, , name = '']) => name),
  };
}
