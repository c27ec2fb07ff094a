// Counts of `cargo test`: one line `test result: ok. 3 passed; 0 failed; 1 ignored; …` for each test program.

import type { Counts } from '../../core/evidence/evidence.ts';
import type { TestNames } from '../../core/evidence/tests-text.ts';
import { Listed } from './test-names.ts';

const result = /^test result: (?:ok|FAILED)\. (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored;/gm;

export function cargoTestCounts(output: string): Counts | undefined {
  const lines = [...output.matchAll(result)];
  if (lines.length === 0) return undefined;
  const sum = (at: number): number => lines.reduce((total, line) => total + Number(line[at]), 0);
  return { passed: sum(1), failed: sum(2), skipped: sum(3) };
}

const line = /^test (.{1,2000}?) \.\.\. (ok|FAILED|ignored)/gm;
const hows = { ok: 'passed', FAILED: 'failed', ignored: 'skipped' } as const;

/** Without the program they belong to: it is named on another stream, in no certain order. */
export function cargoTestNames(output: string): TestNames {
  const listed = new Listed();
  for (const [, name = '', how = ''] of output.matchAll(line)) {
    // The line of a documented example moves with every line above it.
    if (how === 'ok' || how === 'FAILED' || how === 'ignored') {
      listed.add(hows[how], name.replace(/ \(line \d+\)$/, ''));
    }
  }
  return listed.names();
}
