// Counts of pytest, in its last line: `1 failed, 2 passed, 1 skipped in 0.12s`, with or without `=` around it.
// An error is a test that could not run, and counts as failed; an expected failure proves nothing, and counts as skipped.

import type { Counts } from '../../core/evidence/evidence.ts';
import type { TestNames } from '../../core/evidence/tests-text.ts';

const summary = /^(?:=+ )?((?:\d{1,9} [a-z ]{1,30}, ){0,10}\d{1,9} [a-z ]{1,30}) in \d[\d.:]{0,20}s\b/gm;
const none = /^(?:=+ )?no tests ran in \d/m;
const known = /\d (?:passed|failed|errors?|skipped|xfailed|xpassed|deselected)\b/;

export function pytestCounts(output: string): Counts | undefined {
  const lines = [...output.matchAll(summary)].map(([, line = '']) => line).filter((line) => known.test(line));
  if (lines.length === 0) return none.test(output) ? { passed: 0, failed: 0, skipped: 0 } : undefined;
  const sum = (name: RegExp): number =>
    lines.reduce((total, line) => total + Number(name.exec(line)?.[1] ?? 0), 0);
  return {
    passed: sum(/(\d+) passed\b/) + sum(/(\d+) xpassed\b/),
    failed: sum(/(\d+) failed\b/) + sum(/(\d+) errors?\b/),
    skipped: sum(/(\d+) skipped\b/) + sum(/(\d+) xfailed\b/),
  };
}

const said = /^(FAILED|ERROR) (.{1,2000}?)(?: - .*)?$/gm;
const verbose = /^(\S.{0,2000}?::.{1,2000}?) (PASSED|SKIPPED|XFAIL|XPASS)\b/gm;

/** Failures are in the summary at its end; the others are named with -v only. */
export function pytestNames(output: string): TestNames {
  const [, summaryInfo = ''] = output.split(/^=+ short test summary info =+$/m, 2);
  const others = [...output.matchAll(verbose)];
  const named = (...hows: readonly string[]): readonly string[] =>
    others.filter(([, , how = '']) => hows.includes(how)).map(([, name = '']) => name);
  return {
    failed: [...summaryInfo.matchAll(said)].map(([, , name = '']) => name),
    passed: named('PASSED', 'XPASS'),
    skipped: named('SKIPPED', 'XFAIL'),
  };
}
