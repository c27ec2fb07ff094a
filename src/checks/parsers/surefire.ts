// Counts of Maven's surefire, in the line that ends the tests of a module: `Tests run: 5, Failures: 1, Errors: 1,
// Skipped: 1`. The lines of single classes go on with the time they took.

import type { Counts } from '../../core/evidence/evidence.ts';
import type { TestNames } from '../../core/evidence/tests-text.ts';
import { noNames } from '../../core/evidence/tests-text.ts';

const summary =
  /^(?:\[[A-Z]{4,7}\] )?Tests run: (\d{1,9}), Failures: (\d{1,9}), Errors: (\d{1,9}), Skipped: (\d{1,9})(?:, Flakes: \d{1,9})?$/gm;

export function surefireCounts(output: string): Counts | undefined {
  const lines = [...output.matchAll(summary)];
  if (lines.length === 0) return undefined;
  const sum = (at: number): number => lines.reduce((total, line) => total + Number(line[at]), 0);
  const [failed, skipped] = [sum(2) + sum(3), sum(4)];
  return { passed: Math.max(0, sum(1) - failed - skipped), failed, skipped };
}

const failing =
  /^\[ERROR\] (?!Tests run:)(.{1,1000}?)(?: --| {1,2}) Time elapsed: .{1,40} <<< (?:FAILURE|ERROR)!$/gm;

export function surefireNames(output: string): TestNames {
  return { ...noNames, failed: [...output.matchAll(failing)].map(([, name = '']) => name) };
}
