// What a check says of a tree, held against what it said of the base [E2]. Pure.
//
// Invariants
//   AGAINST-BASE-1. Only what is named can be known: a runner that names fewer failures than it counts excuses nothing.
//   AGAINST-BASE-2. A name is known as often as it failed at the base, and no oftener.
//   AGAINST-BASE-3. Where fewer tests were executed than at the base nothing is excused: a suite that ends early has fewer failures.
//       What stops a change is a question of names where both runs name every test they executed, and of counts only where they do not.
//   AGAINST-BASE-4. How it ended has to be how it ended at the base; a crash is no list of known failures.
//   AGAINST-BASE-5. Without setup nothing can be shown, so that its failure is never excused. A build that fails at the base too is, where it
//       says nothing new: tests that need it fail then, and are asked about (CHECKABLE-1).
//   AGAINST-BASE-8. Where tests ran at the base, finding none is a failure: nobody waives tests that were there.
//   AGAINST-BASE-7. A check that changes files of the change while it runs, and not at the base, says nothing about the change.
//   AGAINST-BASE-6. A suite in which nothing passes excuses nothing, be the base the same: it may have broken before its tests began.

import type { CheckKind, Counts, Evidence } from './evidence.ts';
import { nonePassed } from './evidence.ts';
import type { Vanished } from './vanished.ts';
import { isNothing, vanishedFrom } from './vanished.ts';
import type { TestNames } from './tests-text.ts';
import { noNames } from './tests-text.ts';

/** One run of a check. */
export interface CheckRan {
  readonly kind: CheckKind;
  readonly verdict: Evidence['verdict'];
  readonly because: Evidence['because'];
  readonly exit?: number;
  readonly counts?: Counts;
  /** `failed` has every test that failed. */
  readonly tests?: TestNames;
  /** Files of the commit that it changed. */
  readonly rewrote?: readonly string[];
  /** Asked for only where lines have to be compared. */
  readonly log: string;
}

export interface Held {
  readonly verdict: Evidence['verdict'];
  readonly because: Evidence['because'];
  readonly known: readonly string[];
  readonly fresh: readonly string[];
  readonly fewer?: Fewer;
  readonly vanished?: Vanished;
  /** Files it changed while it ran, and does not at the base. */
  readonly rewritten?: readonly string[];
}

/** `named`: which ones those are is known by their names. */
export interface Fewer {
  readonly base: number;
  readonly now: number;
  readonly named?: true;
}

/** A check that was red, and what came of running it again on the same tree. */
export interface SettledCheck extends Held {
  /** Tests that failed first and did not again. */
  readonly flaky: readonly string[];
}

export function heldAgainst(now: CheckRan, base: CheckRan | undefined): Held {
  const gone = base === undefined ? undefined : vanishedFrom(base, now);
  const fewer = fewerThan(now, base, gone !== undefined);
  const { verdict, because } = now;
  const plain = {
    verdict,
    because,
    known: [],
    fresh: [],
    ...(fewer === undefined ? {} : { fewer }),
    ...(gone === undefined || isNothing(gone) ? {} : { vanished: gone }),
  };
  if (because === 'no-tests' && base?.counts !== undefined && executed(base.counts) > 0) {
    return { ...plain, because: 'exit', ...allGone(base.counts, base.tests) }; // AGAINST-BASE-8
  }
  const rewritten = rewrittenNow(now, base);
  if (verdict !== 'FAIL' && rewritten.length > 0) {
    return { ...plain, verdict: 'FAIL', because: 'rewrote', rewritten }; // AGAINST-BASE-7
  }
  if (verdict !== 'FAIL' || because !== 'exit') return plain;
  if (now.kind === 'test') {
    const sorted = { ...plain, ...sortedBy(now.tests?.failed ?? [], base?.tests?.failed ?? []) };
    const excused =
      isNamed(now) &&
      !nonePassed(now.counts) && // AGAINST-BASE-6
      sorted.fresh.length === 0 &&
      fewer === undefined &&
      endsAlike(now, base);
    return excused ? { ...sorted, verdict: 'WARN', because: 'known-failures' } : sorted;
  }
  return now.kind !== 'setup' && saysNothingNew(now, base) // AGAINST-BASE-5
    ? { ...plain, verdict: 'WARN', because: 'known-failures' }
    : plain;
}

/** Every test of the base, by name where it has names. */
function allGone(counts: Counts, tests: TestNames = noNames): Pick<Held, 'fewer' | 'vanished'> {
  const gone = [...tests.passed, ...tests.failed];
  const named = gone.length >= executed(counts) ? { named: true as const } : {};
  return {
    fewer: { base: executed(counts), now: 0, ...named },
    ...(gone.length === 0 ? {} : { vanished: { gone, skipped: [] } }),
  };
}

/** AGAINST-BASE-7. What is set up and built may write what it makes; tests are nobody's product. */
function rewrittenNow(now: CheckRan, base: CheckRan | undefined): readonly string[] {
  const known = new Set(base?.rewrote);
  const makes = now.kind === 'setup' || now.kind === 'build';
  return (now.rewrote ?? []).filter((file) => !known.has(file) && (!makes || isTestPath(file)));
}

const testPath =
  /(?:^|\/)(?:tests?|__tests__|specs?|e2e)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_[^/]*$|_test\.\w+$/;

function isTestPath(file: string): boolean {
  return testPath.test(file);
}

/** Whether something new failed, and it can be said what: only then does another run tell more. */
export function mayBeFlaky(now: CheckRan, held: Held): boolean {
  return held.verdict === 'FAIL' && isNamed(now) && held.fresh.length > 0;
}

/**
 * Whether every new failure is of a test that came with this file: its name says so, or the base names all its tests and this is none
 * of them. Such a test did not flap: it was never green.
 */
export function comesWith(file: string, { fresh }: Held, base: CheckRan | undefined): boolean {
  const isNew = newTo(base);
  return fresh.every((name) => namesFile(name, file) || isNew(name));
}

function newTo(base: CheckRan | undefined): (name: string) => boolean {
  const { counts, tests } = base ?? {};
  if (counts === undefined || tests === undefined) return () => false;
  const { failed, passed, skipped } = tests;
  if (failed.length + passed.length < executed(counts)) return () => false;
  const there = new Set([...failed, ...passed, ...skipped]);
  return (name) => !there.has(name);
}

/** By its path, or by the name that a module of Python has after its file. */
function namesFile(name: string, file: string): boolean {
  const python = /([^/]+)\.py$/.exec(file)?.[1];
  return (
    name.split(/[\s()]+|::?/).some((part) => part === file || part.endsWith(`/${file}`)) ||
    (python !== undefined && name.split(/[\s().:/]+/).includes(python))
  );
}

/** Where the second run has no new failure, the first ones were flaky; where it has others, it stays red. */
export function settledBy(first: SettledCheck, again: Held): SettledCheck {
  const still = new Set(again.fresh);
  const flaky = [...first.flaky, ...first.fresh.filter((name) => !still.has(name))];
  return again.verdict === 'FAIL' || again.fewer !== undefined
    ? { ...again, verdict: 'FAIL', because: again.because === 'ok' ? first.because : again.because, flaky }
    : { ...again, verdict: 'WARN', because: 'flaky', flaky };
}

/** AGAINST-BASE-1. */
function isNamed({ counts, tests = noNames }: CheckRan): boolean {
  return counts !== undefined && tests.failed.length > 0 && tests.failed.length >= counts.failed;
}

/** AGAINST-BASE-2. */
function sortedBy(
  failed: readonly string[],
  before: readonly string[],
): { readonly known: readonly string[]; readonly fresh: readonly string[] } {
  const left = new Map<string, number>();
  for (const name of before) left.set(name, (left.get(name) ?? 0) + 1);
  const known: string[] = [];
  const fresh: string[] = [];
  for (const name of failed) {
    const times = left.get(name) ?? 0;
    (times > 0 ? known : fresh).push(name);
    left.set(name, times - 1);
  }
  return { known, fresh };
}

/** AGAINST-BASE-3. */
function fewerThan(now: CheckRan, base: CheckRan | undefined, named: boolean): Held['fewer'] {
  if (now.counts === undefined || base?.counts === undefined) return undefined;
  const [was, is] = [executed(base.counts), executed(now.counts)];
  return is < was ? { base: was, now: is, ...(named ? { named } : {}) } : undefined;
}

function executed({ passed, failed }: Counts): number {
  return passed + failed;
}

/** AGAINST-BASE-4. Some runners end with the number of failures. */
function endsAlike(now: CheckRan, base: CheckRan | undefined): boolean {
  if (base?.verdict !== 'FAIL' || base.because !== 'exit') return false;
  return now.exit !== undefined && (now.exit === base.exit || now.exit === now.counts?.failed);
}

/** Whether every line of its output, numbers aside, is one of the base's: what a linter finds moves with the lines. */
function saysNothingNew(now: CheckRan, base: CheckRan | undefined): boolean {
  if (!endsAlike(now, base) || base === undefined) return false;
  const [lines, before] = [linesOf(now.log), linesOf(base.log)];
  if (lines === undefined || before === undefined || lines.length === 0) return false;
  return sortedBy(lines, before).fresh.length === 0;
}

/** Undefined where lines were left out: nobody knows what they said. */
function linesOf(log: string): readonly string[] | undefined {
  if (/^\[… \d+ bytes left out …\]$/m.test(log)) return undefined;
  return log
    .split('\n')
    .map((line) => line.trim().replaceAll(/\d+/g, '0'))
    .filter((line) => line !== '');
}
