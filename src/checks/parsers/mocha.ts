// Counts of mocha, in its lines `3 passing (12ms)`, `1 pending` and `2 failing`. The first is always there.

import type { Counts } from '../../core/evidence.ts';

export function mochaCounts(output: string): Counts | undefined {
  const lines = [
    ...output.matchAll(/^ {2}(\d{1,9}) (passing|failing|pending)(?: \(\d{1,9}(?:ms|s|m|h)\))?$/gm),
  ];
  if (!lines.some((line) => line[2] === 'passing')) return undefined;
  const sum = (wanted: string): number =>
    lines.reduce((total, [, count, name]) => (name === wanted ? total + Number(count) : total), 0);
  return { passed: sum('passing'), failed: sum('failing'), skipped: sum('pending') };
}
