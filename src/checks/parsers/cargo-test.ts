// Counts of `cargo test`: one line `test result: ok. 3 passed; 0 failed; 1 ignored; …` for each test program.

import type { Counts } from '../../core/evidence.ts';

const result = /^test result: (?:ok|FAILED)\. (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored;/gm;

export function cargoTestCounts(output: string): Counts | undefined {
  const lines = [...output.matchAll(result)];
  if (lines.length === 0) return undefined;
  const sum = (at: number): number => lines.reduce((total, line) => total + Number(line[at]), 0);
  return { passed: sum(1), failed: sum(2), skipped: sum(3) };
}
