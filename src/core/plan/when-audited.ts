// When a plan is audited, and by whom: what its size and its risk call for, and which revision needs no audit again.
//
// Invariants
//   WHEN-AUDITED-1. A larger plan is audited because of its size; a smaller one where something of it asks for that.
//   WHEN-AUDITED-3. What the ticket says must be used has to be seen working: a plan with such a task is never too small for an
//       audit, whatever the profile.
//   WHEN-AUDITED-2. A pass belongs to what was read: another plan or another design is audited anew by everybody. Only words
//       make no other plan, and which fields are words is said in one list (`effects/plans/plan-substance.ts`).

import type { Policy } from '../policy.ts';
import type { Role } from '../roles/modes.ts';
import type { Plan, Tier } from './plan.ts';
import { needsDesign } from './plan.ts';

const auditsOf: Readonly<Record<Tier, readonly Role[]>> = {
  TRIVIAL: ['auditor'],
  SMALL: ['auditor'],
  MEDIUM: ['auditor', 'assumption-verifier'],
  LARGE: ['auditor', 'assumption-verifier', 'executability-verifier'],
};

/** WHEN-AUDITED-1. `tools` are the mandates of the ticket that name something to be used. */
export function auditsFor(plan: Plan, policy: Policy, tools: readonly string[] = []): readonly Role[] {
  const openHigh = plan.risks.some((risk) => risk.impact === 'HIGH' && !risk.resolved);
  if (openHigh) return auditsOf.LARGE;
  const usesTool = plan.tasks.some(({ mandates = [] }) => mandates.some((id) => tools.includes(id)));
  if (needsDesign(plan.tier) || usesTool) return auditsOf[plan.tier]; // WHEN-AUDITED-3
  return policy.profile !== 'quick' && isTriggered(plan, policy.plan) ? auditsOf[plan.tier] : [];
}

function isTriggered(plan: Plan, limits: Policy['plan']): boolean {
  const { auditTasks, auditConfidence } = limits;
  return plan.tasks.length >= auditTasks || plan.confidence < auditConfidence || isRisky(plan, limits);
}

/** Where changing something is dangerous whatever the plan says of itself. */
function isRisky(plan: Plan, limits: Policy['plan']): boolean {
  if (plan.grants.length > 0 || plan.tasks.some((task) => task.destructive)) return true;
  return (
    plan.reach?.risky === true ||
    plan.tasks.flatMap((task) => task.files).some((file) => isRiskyPath(file, limits))
  );
}

export function isRiskyPath(path: string, { riskyWords }: Policy['plan']): boolean {
  return path
    .toLowerCase()
    .split(/[^a-z]+/)
    .some((word) => riskyWords.includes(word) || riskyWords.includes(word.replace(/s$/, '')));
}

/** WHEN-AUDITED-2. Undefined where the plan does not say what its substance is, as those of older journals. */
export function substanceOf(plan: Plan, design: string | undefined): string | undefined {
  if (plan.substance === undefined) return undefined;
  const named: readonly string[] = ['hash', 'blob', 'source', 'visit'];
  const rest = Object.entries(plan).filter(([key]) => !named.includes(key));
  return JSON.stringify([rest, design]);
}
