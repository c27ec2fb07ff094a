// Counts of vitest, in its line `Tests  1 failed | 3 passed | 1 skipped (5)`.

import type { Counts } from '../../core/evidence.ts';

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
