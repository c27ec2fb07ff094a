// Counts of Python's unittest, in its last lines: `Ran 7 tests in 0.001s`, then `OK` or `FAILED (failures=1, skipped=1)`.
// Parts of one test may fail apart, so that there can be more failures than tests.

import type { Counts } from '../../core/evidence/evidence.ts';
import type { TestNames } from '../../core/evidence/tests-text.ts';

const summary =
  /^Ran (\d{1,9}) tests? in \d[\d.]{0,20}s\n+(?:OK|FAILED|NO TESTS RAN)(?: \(([a-z= ,\d]{1,200})\))?/gm;

export function unittestCounts(output: string): Counts | undefined {
  const found = [...output.matchAll(summary)].map(([, ran, notes = '']) => countsOf(Number(ran), notes));
  if (found.length === 0) return undefined;
  return {
    passed: found.reduce((sum, one) => sum + one.passed, 0),
    failed: found.reduce((sum, one) => sum + one.failed, 0),
    skipped: found.reduce((sum, one) => sum + one.skipped, 0),
  };
}

function countsOf(ran: number, notes: string): Counts {
  const noted = (name: string): number => Number(new RegExp(`(?:^|, )${name}=(\\d+)`).exec(notes)?.[1] ?? 0);
  const failed = noted('failures') + noted('errors') + noted('unexpected successes');
  const skipped = noted('skipped') + noted('expected failures');
  return { passed: Math.max(0, ran - failed - skipped), failed, skipped };
}

const bad = /^={70}\n(?:ERROR|FAIL|UNEXPECTED SUCCESS): (.{1,2000})$/gm;
const verbose = /^(\w{1,400} \([\w.]{1,1000}\))(?:\n.{0,400})? \.\.\. (ok|skipped|expected failure)\b/gm;

/** Those that passed are named with -v only. */
export function unittestNames(output: string): TestNames {
  const others = [...output.matchAll(verbose)];
  return {
    failed: [...output.matchAll(bad)].map(([, name = '']) => name),
    passed: others.filter(([, , how]) => how === 'ok').map(([, name = '']) => name),
    skipped: others.filter(([, , how]) => how !== 'ok').map(([, name = '']) => name),
  };
}
