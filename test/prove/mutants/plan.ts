// Which tests are run for a mutant, and in which order: those that reach it, likely and quick ones first.

import path from 'node:path';
import type { Baseline, Planned, TestRun } from './bench.ts';
import type { Mutant } from './tree.ts';

export interface Plan {
  readonly tests: readonly Planned[];
  /** What these tests take without a mutant. */
  readonly ms: number;
}

/** One plan for each mutant, in their order. */
export function plansFor(mutants: readonly Mutant[], { tests, loaded }: Baseline): readonly Plan[] {
  const byNumber = mutants.map(() => new Set<TestRun>());
  for (const test of tests) {
    for (const number of [...test.reached, ...(loaded[test.file] ?? [])]) byNumber[number]?.add(test);
  }
  return mutants.map(({ file }, number) => {
    const reaching = [...(byNumber[number] ?? [])].toSorted(
      (a, b) => distance(file, a.file) - distance(file, b.file) || a.ms - b.ms,
    );
    return {
      tests: reaching.map((test) => ({ file: test.file, at: test.at })),
      ms: reaching.reduce((sum, { ms }) => sum + ms, 0),
    };
  });
}

/** The tests of the file itself, then those of its folder, then all others. */
function distance(file: string, test: string): number {
  if (test === file.replace(/\.ts$/, '.test.ts')) return 0;
  return path.posix.dirname(test) === path.posix.dirname(file) ? 1 : 2;
}
