// Port: finding and running checks. A check is a command Slipway runs itself, on a clean checkout.

import type { View } from '../containment/box.ts';
import type { CoverageSpec } from '../core/evidence/coverage.ts';
import type { CheckSpec, Counts, Evidence } from '../core/evidence/evidence.ts';
import type { Screened } from '../screening/screened.ts';
import type { Elsewhere } from '../core/evidence/elsewhere.ts';
import type { TestNames } from '../core/evidence/tests-text.ts';

export interface CheckResult {
  readonly check: string;
  readonly kind: CheckSpec['kind'];
  readonly verdict: Evidence['verdict'];
  readonly because: Evidence['because'];
  readonly exit?: number;
  readonly ms: number;
  readonly counts?: Counts;
  /** The tests that its output or its reports name; not screened where they come from a report. */
  readonly tests?: TestNames;
  /** Files of the commit that are other after it. */
  readonly rewrote?: readonly string[];
  readonly log: Screened;
}

export type ChecksRun =
  | { readonly ended: 'ran'; readonly results: readonly CheckResult[] }
  | { readonly ended: 'stopped' };

/** What a command that measures coverage left. */
export type ReportRun =
  | { readonly ended: 'ran'; readonly results: readonly CheckResult[]; readonly report: FoundReport }
  | { readonly ended: 'stopped' };

export type FoundReport =
  /** The text is what the command wrote: nobody screened it, and nobody keeps it. */
  | { readonly found: 'report'; readonly path: string; readonly text: string }
  | { readonly found: 'none' }
  | { readonly found: 'too-large'; readonly path: string };

/** The HOME of the checks of a checkout, named after it: whoever takes one away, or finds one that a crash left, knows the other. */
export function homeBeside(checkout: string): string {
  return `${checkout}-home`;
}

/** A checkout with the HOME of its checks, and what is shown in it without being there. */
export interface PreparedCheckout {
  readonly dir: string;
  readonly home: string;
  readonly views: readonly View[];
}

/** Whose packages a setup fetches. Those of a base are kept for the next setup of that repository; those of a change go with it. */
export interface PackageUse {
  readonly repository: string;
  readonly by: 'base' | 'change';
}

export function packagesOf(repository: string, ofBase: boolean): PackageUse {
  return { repository, by: ofBase ? 'base' : 'change' };
}

export interface SideBySide {
  /** How many at a time. */
  readonly atOnce: number;
  /**
   * So many places for checks, of a checkout in which nobody is at work: the first is the checkout itself, the others are
   * copies of it. Only the first where copies cannot be had, and then nothing runs side by side.
   */
  readonly places: (
    of: PreparedCheckout,
    count: number,
  ) => Promise<readonly [PreparedCheckout, ...PreparedCheckout[]]>;
}

export interface Checks {
  /**
   * Checks of a repository by its own files, where configuration names none, and how coverage is measured. `read` gives a file
   * at the base commit; `files` are the paths there, without which checks that only names tell of are not found.
   */
  readonly survey: (
    read: (path: string) => Promise<string | undefined>,
    files: readonly string[],
  ) => Promise<{
    readonly checks: readonly CheckSpec[];
    /** The names of the ecosystems that they belong to. */
    readonly ecosystems: readonly string[];
    readonly coverage?: CoverageSpec;
    /** Commands in CI files that none of the checks runs: for people to read, never to be run. */
    readonly elsewhere: readonly string[];
  }>;
  /** The programs that commands name, and how to get each. */
  readonly programs: (
    commands: readonly string[],
  ) => readonly { readonly name: string; readonly install: string }[];
  /**
   * Runs all of them in order, in `dir`, even after one fails, except after a failed setup or build. With `sideBySide`
   * neighbours that may run at the same time, all but the first in copies that are shown to them as `dir`.
   */
  readonly run: (request: {
    readonly dir: string;
    readonly checks: readonly CheckSpec[];
    /** What is shown in `dir` without being there. */
    readonly views?: readonly View[];
    /** Folders that the git of `dir` reads from. */
    readonly borrowed?: readonly string[];
    /** HOME of the checks, for a caller who wants to see what they leave there. Otherwise one is made and deleted. */
    readonly home?: string;
    /** Left out, a setup finds no packages and leaves none. */
    readonly packages?: PackageUse;
    /** Whether their programs may attach to each other; they may not where it is left out. */
    readonly tracing?: boolean;
    readonly sideBySide?: SideBySide;
    /** Names of builds that need not go well for the others to run. */
    readonly goesOnPast?: readonly string[];
    /** Left out, tests run in the usual surroundings. */
    readonly surroundings?: Elsewhere;
    /** Which files of the commit are other in a folder that a check has left; where they may not stay so, they are put back. */
    readonly rewritten?: (dir: string, mayStay: boolean) => Promise<readonly string[]>;
    readonly tag: string;
    readonly signal: AbortSignal;
  }) => Promise<ChecksRun>;
  /**
   * The same with a command that leaves a report behind the checks it needs. Only a report that the command wrote counts:
   * what lay there before is deleted, and what is older than the command is none.
   */
  readonly measure: (
    request: Parameters<Checks['run']>[0] & { readonly spec: CoverageSpec },
  ) => Promise<ReportRun>;
}
