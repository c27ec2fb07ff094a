// What the tamper check found: that a change weakens what it is checked with. Code finds, code decides what stops a run,
// and a person may let exactly these findings pass.
//   TAMPER-1. A finding stops unless the approved plan granted its file, or it is of a kind that only a reviewer can judge.
//   TAMPER-2. A waiver is for the findings that were shown: others, or more of them, are asked about again.

import { covers } from '../fence/paths.ts';
import type { Care } from './careful.ts';
import type { Destroyed } from './destruction.ts';

export const tamperKinds = [
  'test-removed',
  'test-skipped',
  'assertion-dropped',
  'assertion-loosened',
  'expectation-changed',
  'threshold-lowered',
  'config-touched',
  'check-shadowed',
  'snapshot-rewritten',
  'lockfile-touched',
  'suppression-added',
  'report-forged',
  'test-detected',
  'install-touched',
  'old-test-red',
  'unproven',
  'check-silenced',
  'no-canary',
  'only-when-tested',
  'files-rewritten',
] as const;

export type TamperKind = (typeof tamperKinds)[number];

export interface TamperFinding {
  readonly kind: TamperKind;
  readonly file: string;
  readonly line?: number;
  /** What is weaker than before, in one sentence. */
  readonly words: string;
}

/** As the journal keeps it: the sentence is in the blob. */
export interface RecordedFinding {
  readonly kind: TamperKind;
  readonly file: string;
  readonly line?: number;
  /** The approved plan granted its file: shown, and no reason to stop. */
  readonly granted?: true;
}

/** Everything that was found in one change, the findings that stop first; the sentences are in the blob. */
export interface Weakened {
  readonly findings: readonly RecordedFinding[];
  readonly blob: string;
}

export interface CompareInput {
  readonly from: string;
  readonly to: string;
  readonly tree: string;
  /** What the approved plan, or a person since, gave leave to touch. */
  readonly grants: readonly string[];
  /** Names of tests that were executed at the base and are not any more: blobs, one for each check that names them. */
  readonly vanished?: readonly string[];
  /** What live fire found: blobs, one for each shot that found something. */
  readonly fired?: readonly string[];
}

/** What came of comparing a change with its base. */
export interface Compared {
  /** The tree that was compared: for another it says nothing. */
  readonly tree: string;
  /** Not there where nothing is weaker than before. */
  readonly weakened?: Weakened;
  /** How many tests the files lost that the plan gave leave to touch. */
  readonly leave?: number;
  /** Not there where nothing is destroyed. */
  readonly destroyed?: Destroyed;
  /** Which parts of the repository it is in; journals of before do not say, and neither do they what follows. */
  readonly modules?: readonly string[];
  /** Where it touches concurrent or distributed code, as far as it is kept. */
  readonly careful?: readonly Care[];
}

/** Whether an expected value was rewritten rightly is for whoever knows the ticket to say: the reviewer. */
const forTheReviewer: ReadonlySet<TamperKind> = new Set<TamperKind>(['expectation-changed']);

/** TAMPER-1. */
export function stops(finding: RecordedFinding): boolean {
  return finding.granted !== true && !forTheReviewer.has(finding.kind);
}

export function stopping(weakened: Weakened | undefined): readonly RecordedFinding[] {
  return (weakened?.findings ?? []).filter(stops);
}

export function recordedFinding(
  { kind, file, line }: TamperFinding,
  grants: readonly string[],
): RecordedFinding {
  return {
    kind,
    file,
    ...(line === undefined ? {} : { line }),
    ...(file !== '' && covers(grants, file) ? { granted: true as const } : {}),
  };
}
