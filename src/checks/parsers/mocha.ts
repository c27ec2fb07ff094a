// Counts of mocha, in its lines `3 passing (12ms)`, `1 pending` and `2 failing`. The first is always there.

import type { Counts } from '../../core/evidence/evidence.ts';
import type { TestNames } from '../../core/evidence/tests-text.ts';
import { noNames } from '../../core/evidence/tests-text.ts';

export function mochaCounts(output: string): Counts | undefined {
  const lines = [
    ...output.matchAll(/^ {2}(\d{1,9}) (passing|failing|pending)(?: \(\d{1,9}(?:ms|s|m|h)\))?$/gm),
  ];
  if (!lines.some((line) => line[2] === 'passing')) return undefined;
  const sum = (wanted: string): number =>
    lines.reduce((total, [, count, name]) => (name === wanted ? total + Number(count) : total), 0);
  return { passed: sum('passing'), failed: sum('failing'), skipped: sum('pending') };
}

const failure = /^ {2}\d{1,6}\) (.{1,2000}(?:\n {7,}.{1,2000}){0,30}?):$/gm;

/** Failures are listed at the end, each with the suites it lies in. */
export function mochaNames(output: string): TestNames {
  const [, list = ''] = output.split(/^ {2}\d{1,9} failing$/m, 2);
  const failed = [...list.matchAll(failure)].map(([, name = '']) =>
    name
      .split('\n')
      .map((part) => part.trim())
      .join(' > '),
  );
  return { ...noNames, failed };
}
