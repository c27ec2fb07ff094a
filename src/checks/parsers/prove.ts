// Counts of Perl's `prove`. With -v the test points are there and are counted; without, only its last lines are:
// `Files=3, Tests=5, …` and, for each file that failed, `(Wstat: 256 … Tests: 2 Failed: 1)`.

import type { Counts } from '../../core/evidence.ts';
import { tapCounts } from './tap.ts';

const total = /^Files=\d{1,9}, Tests=(\d{1,9}), /gm;
const failing = /\(Wstat: [^\n]{1,80} Tests: \d{1,9} Failed: (\d{1,9})\)$/gm;
const isRed = /^Result: FAIL$/m;

export function proveCounts(output: string): Counts | undefined {
  const totals = [...output.matchAll(total)];
  if (totals.length === 0) return undefined;
  // A bare `ok` is prove's own word about a file, not a test point.
  const points = tapCounts(output.replaceAll(/^ok$/gm, ''));
  const ran = sumOf(totals);
  const failed = points?.failed ?? sumOf([...output.matchAll(failing)]);
  // A file that died, or kept to no plan, is red although none of its test points is.
  const red = isRed.test(output) ? Math.max(1, failed) : failed;
  return points === undefined
    ? { passed: Math.max(0, ran - red), failed: red, skipped: 0 }
    : { ...points, failed: red };
}

function sumOf(lines: readonly RegExpMatchArray[]): number {
  return lines.reduce((sum, line) => sum + Number(line[1]), 0);
}
