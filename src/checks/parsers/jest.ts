// Counts of jest, in its line `Tests:       1 failed, 2 skipped, 3 passed, 6 total`.

import type { Counts } from '../../core/evidence.ts';

export function jestCounts(output: string): Counts | undefined {
  const lines = [...output.matchAll(/^Tests: {1,20}((?:\d{1,9} [a-z]{1,20}, ){0,6}\d{1,9} total)/gm)];
  if (lines.length === 0) return undefined;
  const sum = (name: RegExp): number =>
    lines.reduce((total, [, line = '']) => total + Number(name.exec(line)?.[1] ?? 0), 0);
  return {
    passed: sum(/(\d+) passed/),
    failed: sum(/(\d+) failed/),
    skipped: sum(/(\d+) skipped/) + sum(/(\d+) todo/),
  };
}
