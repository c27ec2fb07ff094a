// When a plan is audited, and by whom: what its size and its risk call for, and which revision needs no audit again.

import type { Policy } from '../policy.ts';
import type { Role } from '../roles/modes.ts';
import type { Plan, Task, Tier } from './plan.ts';

const auditsOf: Readonly<Record<Tier, readonly Role[]>> = {
  TRIVIAL: [],
  SMALL: ['auditor'],
  MEDIUM: ['auditor', 'assumption-verifier'],
  LARGE: ['auditor', 'assumption-verifier', 'executability-verifier'],
};

/** What the size and the risk of a plan call for. */
export function auditsFor(plan: Plan, policy: Policy): readonly Role[] {
  const openHigh = plan.risks.some((risk) => risk.impact === 'HIGH' && !risk.resolved);
  if (openHigh) return auditsOf.LARGE;
  if (policy.profile === 'quick' && (plan.tier === 'TRIVIAL' || plan.tier === 'SMALL')) return [];
  const { auditTasks, auditConfidence } = policy.plan;
  const triggered =
    plan.tasks.length >= auditTasks || plan.confidence < auditConfidence || isRisky(plan, policy.plan);
  return triggered ? auditsOf[plan.tier] : [];
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

/** Everything of a plan but its words: a revision that leaves this alone needs no audit twice that it passed. */
export function substanceOf(plan: Plan): string {
  const { tier, tasks, risks, grants } = plan;
  return JSON.stringify([tier, tasks.map(substanceOfTask), risks, grants]);
}

function substanceOfTask(task: Task): Omit<Task, 'title'> {
  const { title: _title, ...rest } = task;
  return rest;
}
