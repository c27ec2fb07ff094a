// What a reviewing role concludes. Code, not the model, decides what a verdict opens:
//   VERDICT-1. Only `pass` opens anything; `abstain` never does.
//   VERDICT-2. Only validated findings of CRITICAL or MAJOR severity block, and code does the validating at the border.
//   VERDICT-3. An audit may pass with a few MAJOR findings; a reviewer of a change may not.
//   VERDICT-4. What a reviewer concludes needs a ground that stood up to a look: for anything but a pass a grave finding that code did
//       not refute, a criterion that is not met or a mandate that is not followed; for a pass, evidence for every criterion that names
//       something that exists. Without one the verdict is unfounded: it opens nothing, sends nothing back and uses no round.

import type { Marks } from '../plan/audit-score.ts';
import type { RiskCategory } from '../plan/plan.ts';
import type { Role } from './modes.ts';
import type { Policy } from '../policy.ts';
import { defaultPolicy } from '../policy.ts';

export type Conclusion = 'pass' | 'revise' | 'reject' | 'abstain';
export type Severity = 'CRITICAL' | 'MAJOR' | 'MINOR';

export interface Finding {
  /** Of a finding of an audit: later rounds say whether it is settled. */
  readonly id?: string;
  readonly severity: Severity;
  readonly file?: string;
  readonly line?: number;
  readonly title: string;
  readonly validation: 'confirmed' | 'rejected' | 'unvalidated';
  /** Why it was not confirmed; journals of before do not say. */
  readonly doubt?: Doubt;
}

export type Doubt = 'no-such-file' | 'no-such-line' | 'outside-the-change' | 'another-text' | 'names-nothing';

export interface CriterionAnswer {
  readonly id: string;
  readonly met: boolean;
  /** The reviewer calls it met, and names nothing that exists to show it: so it is not. */
  readonly unproven?: true;
}

export const riskStates = ['dealt_with', 'bearable', 'open'] as const;

export interface RiskAnswer {
  readonly category: RiskCategory;
  /** Whether the plan deals with it, it can be lived with as it is, or it is open. */
  readonly state: (typeof riskStates)[number];
}

export interface Verdict {
  readonly role: Role;
  readonly conclusion: Conclusion;
  readonly confidence: number;
  readonly score?: number;
  readonly findings: readonly Finding[];
  readonly criteria: readonly CriterionAnswer[];
  /** What the ticket says must or must not be used, and whether the change keeps to it. */
  readonly mandates?: readonly { readonly id: string; readonly followed: boolean }[];
  /** What the revision has to change; the plan unless the design alone is meant. */
  readonly concerns: 'plan' | 'design' | 'change';
  readonly blob: string;
  /** Of an auditor. */
  readonly marks?: Marks;
  /** Of an auditor: what it says of risks of the plan; journals of before do not say. */
  readonly risks?: readonly RiskAnswer[];
  /** Of an assumption-verifier: how many things the plan takes for granted are not so. */
  readonly mirages?: number;
  /** Of an executability-verifier: points of its walk that were not clear, and tasks that cannot be done. */
  readonly walk?: { readonly unclear: number; readonly blocked: number };
  /** What an audit says of points of earlier rounds. */
  readonly earlier?: readonly { readonly id: string; readonly settled: boolean }[];
}

/** What a revision is about: also what could not be looked up, where the reviewer wants one. */
export function pressing(verdict: Verdict): readonly Finding[] {
  return verdict.findings.filter(
    ({ severity, validation }) => severity !== 'MINOR' && validation !== 'rejected',
  );
}

export function blocking(verdict: Verdict): readonly Finding[] {
  return verdict.findings.filter(
    (finding) => finding.severity !== 'MINOR' && finding.validation === 'confirmed',
  );
}

/** A pass that code cannot agree with is a revise, whatever the role called it. */
export function effective(verdict: Verdict, limits: Policy['plan'] = defaultPolicy.plan): Conclusion {
  if (verdict.conclusion !== 'pass') return verdict.conclusion;
  return faultsOf(verdict, limits).length > 0 ? 'revise' : 'pass';
}

/** What a reviewer's verdict counts for: less sure of itself than policy wants, it abstains, whatever it says. */
export function weighed(verdict: Verdict, limits: Policy['plan']): Conclusion | 'unfounded' {
  if (verdict.conclusion === 'abstain' || verdict.confidence < limits.confidenceMin) return 'abstain';
  const conclusion = effective(verdict, limits);
  return conclusion === 'pass' || hasGround(verdict) ? conclusion : 'unfounded'; // VERDICT-4
}

function hasGround(verdict: Verdict): boolean {
  return (
    pressing(verdict).length > 0 ||
    verdict.criteria.some(({ met, unproven }) => !met && unproven !== true) ||
    isDisobeyed(verdict)
  );
}

function isDisobeyed({ mandates }: Verdict): boolean {
  return mandates?.some((mandate) => !mandate.followed) === true;
}

/** What stands against a pass, as far as the verdict itself tells. */
export function faultsOf(verdict: Verdict, limits: Policy['plan']): readonly string[] {
  const found = blocking(verdict);
  const majors = found.filter((finding) => finding.severity === 'MAJOR').length;
  const audits = auditing.has(verdict.role);
  return [
    ...(found.length > majors ? ['a CRITICAL finding'] : []),
    ...(majors > (audits ? limits.majorsMax : 0) ? [`MAJOR findings: ${majors}`] : []), // VERDICT-3
    ...(verdict.criteria.some((criterion) => !criterion.met) ? ['a criterion that is not met'] : []),
    ...(isDisobeyed(verdict) ? ['a mandate of the ticket that is not followed'] : []),
    ...(verdict.role === 'auditor' && verdict.marks === undefined ? ['no marks'] : []),
    ...(verdict.role === 'auditor' && verdict.score !== undefined && verdict.score < limits.scoreMin
      ? [`a score of ${verdict.score}`]
      : []),
    ...(verdict.walk !== undefined && verdict.walk.unclear + verdict.walk.blocked > 0
      ? ['a walk that is not clear']
      : []),
  ];
}

const auditing: ReadonlySet<Role> = new Set<Role>([
  'auditor',
  'assumption-verifier',
  'executability-verifier',
]);
