// What a reviewing role concludes. Code, not the model, decides what a verdict opens:
//   V1. Only `pass` opens anything; `abstain` never does.
//   V2. Only validated findings of CRITICAL or MAJOR severity block, and code does the validating at the border.

import type { Role } from './modes.ts';

export type Conclusion = 'pass' | 'revise' | 'reject' | 'abstain';
export type Severity = 'CRITICAL' | 'MAJOR' | 'MINOR';

export interface Finding {
  readonly severity: Severity;
  readonly file?: string;
  readonly line?: number;
  readonly title: string;
  readonly validation: 'confirmed' | 'rejected' | 'unvalidated';
}

export interface Verdict {
  readonly role: Role;
  readonly conclusion: Conclusion;
  readonly confidence: number;
  readonly score?: number;
  readonly findings: readonly Finding[];
  readonly criteria: readonly { readonly id: string; readonly met: boolean }[];
  /** What the revision has to change; the plan unless the design alone is meant. */
  readonly concerns: 'plan' | 'design' | 'change';
  readonly blob: string;
}

export function blocking(verdict: Verdict): readonly Finding[] {
  return verdict.findings.filter(
    (finding) => finding.severity !== 'MINOR' && finding.validation === 'confirmed',
  );
}

/** A pass with something blocking, or with a criterion that is not met, is a revise, whatever the role called it. */
export function effective(verdict: Verdict): Conclusion {
  if (verdict.conclusion !== 'pass') return verdict.conclusion;
  const open = blocking(verdict).length > 0 || verdict.criteria.some((criterion) => !criterion.met);
  return open ? 'revise' : 'pass';
}
