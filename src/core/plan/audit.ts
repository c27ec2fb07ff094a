// What the audits of a plan add up to. Roles give marks, findings and walks; the sums and the limits are here.
//
// Invariants
//   AUDIT-1. A pass is the stricter of the role's own word and what code can count; nothing turns another word into a pass.
//   AUDIT-2. Marks are capped by what the other audits found: a plan that rests on mirages is not correct, whoever likes it.
//   AUDIT-3. A point that was settled in an earlier round and is open again is a regression, and blocks.
//   AUDIT-4. A HIGH risk of the plan is a point the auditor answers: one that it says nothing of is asked about once more, and then the
//       audit has abstained.

import { scoreOf } from './audit-score.ts';
import type { Role } from '../roles/modes.ts';
import type { Plan, RiskCategory } from './plan.ts';
import { highRisks } from './plan.ts';
import type { Policy } from '../policy.ts';
import type { Conclusion, Severity, Verdict } from '../roles/verdict.ts';
import { faultsOf } from '../roles/verdict.ts';

/** What an audit asked for, and what became of it in later rounds. */
export interface Point {
  readonly id: string;
  readonly role: Role;
  readonly severity: Severity;
  readonly title: string;
  readonly state: 'open' | 'settled';
  /** The visit in which it came back after it had been settled (AUDIT-3). */
  readonly regressed?: number;
}

/** One plan that was audited to the end. */
export interface Audited {
  readonly visit: number;
  readonly plan: Plan;
  /** The design that was read with it: a blob. */
  readonly design?: string;
  readonly conclusion: Conclusion;
  readonly score?: number;
  /** Findings that block, of all audits together. */
  readonly open: number;
  readonly passed: readonly Role[];
}

/** AUDIT-4. */
export function unansweredRisks(plan: Plan, verdict: Verdict): readonly RiskCategory[] {
  if (verdict.role !== 'auditor') return [];
  const said = (verdict.risks ?? []).map(({ category }) => category);
  return highRisks(plan).filter((category) => !said.includes(category));
}

/** The score of a round: the auditor's marks under the caps of the others. Undefined where no auditor gave marks. */
export function roundScore(verdicts: readonly Verdict[]): number | undefined {
  const marks = verdicts.find((verdict) => verdict.marks !== undefined)?.marks;
  if (marks === undefined) return undefined;
  const mirages = verdicts.reduce((sum, verdict) => sum + (verdict.mirages ?? 0), 0);
  const blockedTasks = verdicts.reduce((sum, verdict) => sum + (verdict.walk?.blocked ?? 0), 0);
  return scoreOf(marks, { mirages, blockedTasks });
}

/** AUDIT-1, with what only the whole round can tell: the capped score, and points that came back. */
export function auditConclusion(
  verdict: Verdict,
  round: { readonly score: number | undefined; readonly regressions: number },
  limits: Policy['plan'],
): Conclusion {
  if (verdict.conclusion !== 'pass') return verdict.conclusion;
  const capped = verdict.role === 'auditor' && round.score !== undefined && round.score < limits.scoreMin;
  return capped || round.regressions > 0 || faultsOf(verdict, limits).length > 0 ? 'revise' : 'pass';
}

const gravity: readonly Conclusion[] = ['reject', 'abstain', 'revise', 'pass'];

/** What the audits of a round come to together: the gravest of them. */
export function gravestOf(conclusions: readonly Conclusion[]): Conclusion {
  return gravity.find((conclusion) => conclusions.includes(conclusion)) ?? 'pass';
}

/** From the third audit on: over the last two rounds the score grew by less than five percent of what it was. */
export function stagnates(audits: readonly Audited[], limits: Policy['plan']): boolean {
  if (audits.length < limits.stagnationRound) return false;
  const now = audits.at(-1)?.score;
  const before = audits.at(-3)?.score;
  return now !== undefined && before !== undefined && percentGained(before, now) < limits.gainMin;
}

/** Of nothing, the first point is more than any percent. */
function percentGained(before: number, now: number): number {
  if (before === 0) return now === 0 ? 0 : Infinity;
  return ((now - before) / before) * 100;
}

/** The best-scored plan, the later one of equals. */
export function bestOf(audits: readonly Audited[]): Audited | undefined {
  return audits.reduce<Audited | undefined>(
    (best, item) => (best === undefined || (item.score ?? 0) >= (best.score ?? 0) ? item : best),
    undefined,
  );
}

/** The points after a verdict: what it said of earlier ones, and what it asks for now (AUDIT-3). */
export function pointsAfter(points: readonly Point[], verdict: Verdict, visit: number): readonly Point[] {
  const said = new Map((verdict.earlier ?? []).map(({ id, settled }) => [id, settled]));
  const updated = points.map((point): Point => {
    const settled = said.get(point.id);
    if (settled === undefined || point.role !== verdict.role) return point;
    if (settled) return { ...point, state: 'settled' };
    return point.state === 'settled' ? { ...point, state: 'open', regressed: visit } : point;
  });
  const fresh = verdict.findings.flatMap(({ id, severity, title, validation }): readonly Point[] =>
    id === undefined || severity === 'MINOR' || validation !== 'confirmed'
      ? []
      : [{ id, role: verdict.role, severity, title, state: 'open' }],
  );
  return [...updated, ...fresh];
}
