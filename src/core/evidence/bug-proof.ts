// The proof of a bug fix [E4]: the test that was seen red on the base is at the head as it was, and green there.
//   PROOF-1. What counts is the file as it was seen red: another content proves something else.
//   PROOF-2. A test that is not run is not green: skipped, or fewer tests executed than when it was red.

import type { CheckKind, Counts, Evidence } from './evidence.ts';
import type { SortedNames } from './tests-text.ts';
import { allFailed } from './tests-text.ts';

/** A reproduction that was seen red: its file, the commit it was red at, and what the checks said there. */
export interface Proof {
  readonly path: string;
  readonly commit: string;
  readonly tried: readonly Evidence[];
  /** It was committed before anybody worked on the bug, onto this commit. */
  readonly onto?: string;
  /** The branch was made anew on another base since, where it comes with the work that was made on it. */
  readonly moved?: true;
}

export type ProofState = 'green' | 'gone' | 'changed' | 'red' | 'not-run';

/** One test check, when the bug was seen or now. */
export interface Witness {
  readonly check: string;
  readonly kind: CheckKind;
  readonly verdict: Evidence['verdict'];
  readonly counts?: Counts;
  readonly names: SortedNames;
}

export function proofState(about: {
  /** What the file holds, by git's name for it; undefined where it is not there. */
  readonly file: { readonly before?: string; readonly after?: string };
  readonly before: readonly Witness[];
  readonly after: readonly Witness[];
}): ProofState {
  const { file, before, after } = about;
  if (file.after === undefined) return 'gone';
  if (file.after !== file.before) return 'changed'; // PROOF-1
  const states = before
    .filter(({ kind, verdict }) => kind === 'test' && verdict === 'FAIL')
    .map((red) =>
      stateOf(
        red,
        after.find((item) => item.check === red.check),
      ),
    );
  return states.find((state) => state !== 'green') ?? 'green';
}

function stateOf(before: Witness, now: Witness | undefined): ProofState {
  if (now === undefined) return 'not-run';
  const { fresh } = before.names;
  const failing = new Set([...allFailed(now.names), ...now.names.flaky]);
  if (fresh.length === 0 ? now.verdict === 'FAIL' : fresh.some((name) => failing.has(name))) return 'red';
  const skipped = new Set(now.names.skipped);
  return fresh.some((name) => skipped.has(name)) || executed(now) < executed(before) ? 'not-run' : 'green'; // PROOF-2
}

function executed({ counts = { passed: 0, failed: 0, skipped: 0 } }: Witness): number {
  return counts.passed + counts.failed;
}

export function proofWords(path: string, state: ProofState): string {
  switch (state) {
    case 'green':
      return `The test that shows the bug, ${path}, is as it was seen red, and green now.`;
    case 'gone':
      return `The test that shows the bug, ${path}, is gone. Add it back as it was.`;
    case 'changed':
      return `The test that shows the bug, ${path}, was changed. Put it back as it was, and mend the bug instead.`;
    case 'red':
      return `The test that shows the bug, ${path}, still fails.`;
    case 'not-run':
      return `The test that shows the bug, ${path}, is there but was not run. Nothing may keep it from running.`;
  }
}
