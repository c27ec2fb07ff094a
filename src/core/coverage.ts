// What is known of the tests of a change: which of its lines they execute. Measured by Slipway itself, for one tree.
//   O1. A line the report does not count (a comment, a blank line) is neither covered nor uncovered.
//   O2. A changed source file that the report does not list is unmeasured: it is said, and never taken for covered.

/** A changed source file of which not every changed line is executed. */
export interface Uncovered {
  readonly path: string;
  /** Changed lines that the report counts, and those of them that were executed; 0 where it does not list the file. */
  readonly lines: number;
  readonly hit: number;
  /** Where tests for it belong: those that are there, or the one that would be. */
  readonly tests: readonly string[];
}

export interface Measured {
  readonly tree: string;
  /** Of the whole change. */
  readonly lines: number;
  readonly hit: number;
  /** The worst first, as far as they are kept. */
  readonly uncovered: readonly Uncovered[];
  /** How many changed source files the report does not list (O2). */
  readonly unmeasured: number;
  /** All of it in words, with the lines: a blob. */
  readonly blob: string;
}

/** With one decimal, rounded down: what is not quite reached is not reached. No line to count is nothing left to cover. */
export function percentOf({ lines, hit }: Pick<Measured, 'lines' | 'hit'>): number {
  return lines === 0 ? 100 : Math.floor((hit * 1000) / lines) / 10;
}
