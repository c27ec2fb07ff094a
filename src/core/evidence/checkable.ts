// Whether a base can be checked at all: derived from what the checks said of it, never stored.
//
// Invariants
//   CHECKABLE-1. A base is checkable when its setup worked, its builds did or tests pass without them, every program was there, and each test
//       check found tests. Red tests and the findings of a linter are no lack: they are known, and a change is held against them.
//   CHECKABLE-2. A check that did not come to its end at the base lacks too, be it for time, for the room of its output or by a signal: no
//       failure of a change could ever be told apart from it (AGAINST-BASE-4), so that every attempt would be in vain.
//   CHECKABLE-3. A red suite that counts nothing lacks names: only what is named is known (AGAINST-BASE-1), so that every change that does not
//       turn it green would be charged with what the base has too.
//   CHECKABLE-4. What follows a failed setup or build is no lack of its own.
//   CHECKABLE-5. What was waived is the same lack of the same check. Whatever fails in another way failed.
//   CHECKABLE-6. A red suite in which nothing passed shows nothing: it broke before its tests began, or nobody could tell that from here. Every
//       change would pass against it. Red tests beside ones that pass are no lack.

import type { Evidence, Lack } from './evidence.ts';
import { lacksProgram, nonePassed } from './evidence.ts';

export interface Lacking {
  readonly check: string;
  readonly lack: Lack;
}

/** CHECKABLE-1, CHECKABLE-2, CHECKABLE-3, CHECKABLE-6. */
export function lackOf(item: Evidence): Lack | undefined {
  if (item.verdict !== 'FAIL') return undefined;
  if (lacksProgram(item)) return 'program-missing';
  if (item.kind === 'setup') return 'setup-failed';
  if (item.kind === 'build') return item.because === 'not-run' ? 'not-started' : 'build-failed';
  switch (item.because) {
    case 'no-tests':
      return 'no-tests';
    case 'timeout':
    case 'output-limit':
      return 'no-end';
    case 'not-run':
      return 'not-started';
    case 'exit':
      if (item.exit === undefined) return 'no-end';
      return item.kind === 'test' ? lackOfTests(item) : undefined;
    case 'ok':
    case 'waived':
    case 'known-failures':
    case 'flaky':
    case 'unproved':
    case 'rewrote':
      return undefined;
  }
}

function lackOfTests({ counts }: Evidence): Lack | undefined {
  if (counts === undefined) return 'no-names';
  return nonePassed(counts) ? 'none-passed' : undefined;
}

/** Everything that keeps a base from being checkable; nothing, where it is. */
export function lacksIn(evidence: readonly Evidence[]): readonly Lacking[] {
  const all = evidence.flatMap((item) => {
    const lack = lackOf(item);
    return lack === undefined ? [] : [{ check: item.check, lack }];
  });
  const others = all.filter(({ lack }) => lack !== 'not-started');
  const found = others.length === 0 ? all : others; // CHECKABLE-4
  return evidence.some(showsTests) ? found.filter(({ lack }) => lack !== 'build-failed') : found;
}

/** Tests passed, so that whatever failed before them did not keep them from showing something (CHECKABLE-1). */
function showsTests(item: Evidence): boolean {
  if (item.kind !== 'test' || lackOf(item) !== undefined) return false;
  return item.verdict !== 'FAIL' || item.counts !== undefined;
}

/** CHECKABLE-5: what lacks as it did at a base whose lacks were waived no longer stands in the way, but it is still said. */
export function waivedAsAt(base: readonly Evidence[], evidence: readonly Evidence[]): readonly Evidence[] {
  const known = new Map(base.map((item) => [item.check, lackOf(item)]));
  return evidence.map((item) => {
    const lack = lackOf(item);
    return lack !== undefined && known.get(item.check) === lack
      ? { ...item, verdict: 'WARN' as const, because: 'waived' as const, lack }
      : item;
  });
}
