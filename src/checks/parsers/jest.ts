// Counts of jest, in its line `Tests:       1 failed, 2 skipped, 3 passed, 6 total`.

import type { Counts } from '../../core/evidence/evidence.ts';
import type { TestNames } from '../../core/evidence/tests-text.ts';
import { noNames } from '../../core/evidence/tests-text.ts';

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

const fileOrTest = /^(PASS|FAIL) (\S{1,1000})|^ {2}● (.{1,2000})$/gm;

/** Failures, under the file whose results they are; a long run repeats them all at its end. */
export function jestNames(output: string): TestNames {
  const [once = ''] = output.split(/^Summary of all failing tests$/m, 1);
  const failed: string[] = [];
  let file: string | undefined;
  for (const [, how, named, test] of once.matchAll(fileOrTest)) {
    if (how !== undefined) file = how === 'FAIL' ? named : undefined;
    else if (file !== undefined && test !== undefined) failed.push(`${file} › ${test}`);
  }
  return { ...noNames, failed };
}
