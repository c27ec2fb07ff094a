// What is known of the tests of a change: which of its lines they execute. Measured by Slipway itself, for one tree.
//   EVIDENCE-COVERAGE-1. A line the report does not count (a comment, a blank line) is neither covered nor uncovered.
//   EVIDENCE-COVERAGE-2. A changed source file that the report does not list is unmeasured: it is said, and never taken for covered.
//   EVIDENCE-COVERAGE-3. A round only ever adds: what it brings passes checks and reviewer, or the run goes back to what it had before.
//       Once others pushed or the target was merged in meanwhile there is no such place, and it is held like the rest of the change.

import type { Head } from '../effects.ts';
import type { Evidence } from './evidence.ts';
import type { Task } from '../plan/plan.ts';
import type { Review, Run } from '../run.ts';

/** A command that runs the tests and leaves a report. From configuration or detection at the base, never from a plan. */
export interface CoverageSpec {
  readonly command: string;
  /** Where its report may be, from the root of the tree: the first that the command wrote is read. */
  readonly reports: readonly string[];
  readonly timeoutMs: number;
  /** The folder the command changes into; the root, where it is left out. */
  readonly folder?: string;
}

/** Where programs leave their reports, for a command that does not say. */
export const usualReports: readonly string[] = [
  'coverage/lcov.info',
  'coverage/coverage-final.json',
  'coverage/cobertura-coverage.xml',
  'coverage.xml',
  'lcov.info',
  'coverage.out',
  'cover.out',
];

/** A changed source file of which not every changed line is executed. */
export interface Uncovered {
  readonly path: string;
  /** Changed lines that the report counts, and those of them that were executed; 0 where it does not list the file. */
  readonly lines: number;
  readonly hit: number;
  /** Where tests for it belong: those that are there, or the one that would be. */
  readonly tests: readonly string[];
}

/** Lines that a report counts, and those of them that were executed. */
export interface LineCounts {
  readonly lines: number;
  readonly hit: number;
}

/** What tests execute of whole files, whatever of them changed: all that the report lists, and those that the change touches. */
export interface WholeCounts {
  readonly whole: LineCounts;
  readonly touched: LineCounts;
}

export interface Measured {
  readonly tree: string;
  /** Of the whole change. */
  readonly lines: number;
  readonly hit: number;
  /** The worst first, as far as they are kept. */
  readonly uncovered: readonly Uncovered[];
  /** How many changed source files the report does not list (EVIDENCE-COVERAGE-2). */
  readonly unmeasured: number;
  /** All of it in words, with the lines: a blob. */
  readonly blob: string;
  /** Journals of before do not say. */
  readonly files?: WholeCounts;
}

/** The same at the base, before anything was changed: nothing in it where that could not be measured. */
export interface MeasuredBefore extends Partial<WholeCounts> {
  readonly tree: string;
  /** Why not, in words: a blob. */
  readonly problem?: string;
}

/** With one decimal, rounded down: what is not quite reached is not reached. No line to count is nothing left to cover. */
export function percentOf({ lines, hit }: LineCounts): number {
  return lines === 0 ? 100 : Math.floor((hit * 1000) / lines) / 10;
}

/** Why nothing more is done about the coverage of a change. */
export type CoverageStop =
  | 'target-reached'
  /** No changed line is one that a test could execute. */
  | 'nothing-to-cover'
  | 'rounds-used'
  /** The last round gained less than policy asks for. */
  | 'no-gain'
  /** The testers found nothing to add. */
  | 'nothing-added'
  /** What the testers added did not pass the checks or the reviewer: it is left out. */
  | 'left-out'
  | 'budget'
  /** The command gave no report that could be read. */
  | 'not-measured'
  | 'no-command'
  /** A person wants no more of it. */
  | 'skipped';

/** What has been found out and done so far. */
export interface Coverage {
  /** In order, each with the visit it was made in. */
  readonly measured: readonly (Measured & { readonly visit: number })[];
  /** As it was before the change. */
  readonly before?: MeasuredBefore;
  /** The round under way, until the next measurement is judged. */
  readonly round?: CoverageRound;
  readonly stopped?: { readonly because: CoverageStop; readonly visit: number };
  /** Who wants no more of it. */
  readonly skipped?: string;
}

export interface CoverageRound {
  readonly tasks: readonly RoundTask[];
  /** What the pull request holds: the run goes back to it where the round comes to nothing. */
  readonly before: Before;
}

interface Before {
  readonly head: Head;
  readonly evidence: readonly Evidence[];
  readonly evaluated: string;
  readonly review: Review;
  /** What was on the run branch, step by step. */
  readonly steps: Run['steps'];
  /** Documents that were on the run branch. */
  readonly documents: Run['docs']['committed'];
}

export interface RoundTask {
  readonly task: Task;
  /** The files its tests are for. */
  readonly sources: readonly string[];
}

const nothing: Coverage = { measured: [] };

export function coverageOf(run: Pick<Run, 'coverage'>): Coverage {
  return run.coverage ?? nothing;
}

export interface MeasureInput {
  readonly commit: string;
  readonly tree: string;
  /** What the change started from: its lines are those that are new since. */
  readonly base: string;
  readonly spec: CoverageSpec;
  /** Of the base itself: the head whose files are meant. */
  readonly head?: string;
}

export type MeasureResult =
  | { readonly measured: Measured }
  /** Of the base. */
  | { readonly before: MeasuredBefore }
  /** It could not be measured; why, in words: a blob. */
  | { readonly problem: string };

/** Whether the tests are written only to cover more: such a task that fails is left out, and the run goes on. */
export function coverageTask(run: Run, id: string): RoundTask | undefined {
  return coverageOf(run).round?.tasks.find(({ task }) => task.id === id);
}
