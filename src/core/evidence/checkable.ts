// Whether a base can be checked at all: derived from what the checks said of it, never stored.
//
// Invariants
//   CHECKABLE-1. A base is checkable when its setup and its builds worked, every program was there, and each test check found tests. Red
//       tests and the findings of a linter are no lack: they are known, and a change is held against them.
//   CHECKABLE-2. A check that did not come to its end at the base lacks too, be it for time, for the room of its output or by a signal: no
//       failure of a change could ever be told apart from it (AGAINST-BASE-4), so that every attempt would be in vain.
//   CHECKABLE-3. What follows a failed setup or build is no lack of its own.
//   CHECKABLE-4. What was waived is the same lack of the same check. Whatever fails in another way failed.

import type { Evidence } from './evidence.ts';

/** Why a check says nothing about the base. */
export type Lack =
  | 'setup-failed'
  | 'build-failed'
  | 'program-missing'
  | 'no-tests'
  | 'no-end'
  /** The system would not start it. */
  | 'not-started';

export interface Lacking {
  readonly check: string;
  readonly lack: Lack;
}

/** CHECKABLE-1, CHECKABLE-2. */
export function lackOf(item: Evidence): Lack | undefined {
  if (item.verdict !== 'FAIL') return undefined;
  if (isMissing(item)) return 'program-missing';
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
      return item.exit === undefined ? 'no-end' : undefined;
    case 'ok':
    case 'waived':
    case 'known-failures':
    case 'flaky':
    case 'unproved':
      return undefined;
  }
}

/** As a shell says it. Some runners end with the number of failures, so that one who counted any was there. */
function isMissing({ exit, counts }: Evidence): boolean {
  return (exit === 126 || exit === 127) && (counts?.failed ?? 0) === 0;
}

/** Everything that keeps a base from being checkable; nothing, where it is. */
export function lacksIn(evidence: readonly Evidence[]): readonly Lacking[] {
  const all = evidence.flatMap((item) => {
    const lack = lackOf(item);
    return lack === undefined ? [] : [{ check: item.check, lack }];
  });
  const others = all.filter(({ lack }) => lack !== 'not-started');
  return others.length === 0 ? all : others; // CHECKABLE-3
}

/** CHECKABLE-4: what lacks as it did at a base whose lacks were waived no longer stands in the way, but it is still said. */
export function waivedAsAt(base: readonly Evidence[], evidence: readonly Evidence[]): readonly Evidence[] {
  const known = new Map(base.map((item) => [item.check, lackOf(item)]));
  return evidence.map((item) => {
    const lack = lackOf(item);
    return lack !== undefined && known.get(item.check) === lack
      ? { ...item, verdict: 'WARN' as const, because: 'waived' as const }
      : item;
  });
}
