// Plan review: the audits the plan's size and risk call for, then the plan gate.
//   A1. Which audits run is decided here, from the plan's own numbers, never by the planner.
//   A2. An audit that abstains opens nothing: it is asked once more, then a person is.
//   A3. Leave to touch a protected path is a person's to give: a plan that asks for it opens the gate, whatever policy
//       says. The words a plan is made from may come from anybody.

import type { Want } from '../effects.ts';
import type { Role } from '../modes.ts';
import { modeOf } from '../modes.ts';
import type { Plan, Tier } from '../plan.ts';
import { planFiles } from '../plan.ts';
import type { Run } from '../run.ts';
import { must, only } from '../run.ts';
import type { Stage } from '../stage.ts';
import type { Verdict } from '../verdict.ts';
import { effective } from '../verdict.ts';
import { failure } from './failures.ts';
import { lessons, named, ordinalOf, visitLine } from './lines.ts';

const auditsOf: Readonly<Record<Tier, readonly Role[]>> = {
  TRIVIAL: [],
  SMALL: ['auditor'],
  MEDIUM: ['auditor', 'assumption-verifier'],
  LARGE: ['auditor', 'assumption-verifier', 'executability-verifier'],
};

/** A1. */
export function auditsDue(plan: Plan, run: Run): readonly Role[] {
  const openHigh = plan.risks.some((risk) => risk.impact === 'HIGH' && !risk.resolved);
  if (openHigh) return auditsOf.LARGE;
  if (run.policy.profile === 'quick' && (plan.tier === 'TRIVIAL' || plan.tier === 'SMALL')) return [];
  const { auditTasks, auditConfidence } = run.policy.plan;
  const triggered = plan.tasks.length >= auditTasks || plan.confidence < auditConfidence;
  return triggered ? auditsOf[plan.tier] : [];
}

export function auditVerdict(run: Run, role: Role): Verdict | undefined {
  return run.visit.verdicts.find((item) => item.subject === role)?.verdict;
}

export const planReview: Stage = {
  wanted: (run) => {
    const plan = must(run.plan, 'a plan under review exists');
    const asked = auditsDue(plan, run).filter((role) => auditVerdict(run, role) === undefined);
    // The walk through the first tasks is worth its price only once the others have passed.
    const early = asked.filter((role) => role !== 'executability-verifier');
    const walk = early.length === 0 && auditsSoFarPass(run);
    return (walk ? asked : early).map((role) => audit(run, role));
  },

  interpret: (run, effect, outcome) => {
    if (outcome.kind !== 'ask') return [];
    if (outcome.result.answer !== 'verdict') return failure(run, effect, { reason: 'malformed-answer' });
    const verdict = outcome.result.verdict;
    if (verdict.conclusion === 'abstain' || verdict.confidence < confidenceMin(effect.subject)) {
      return failure(run, effect, { reason: 'abstained', detail: verdict.blob }); // A2
    }
    return [{ type: 'verdict.recorded', subject: effect.subject, verdict }];
  },

  gates: (run) => {
    const plan = must(run.plan, 'a plan under review exists');
    const asks = needsApproval(run) && auditsPass(run) && !inheritsApproval(run);
    return asks ? [{ kind: 'plan', subject: 'plan', digest: planDigest(run), blob: plan.blob }] : [];
  },
};

function audit(run: Run, role: Role): Want {
  const line = visitLine(run, `ask/${role}`);
  return {
    kind: 'ask',
    subject: role,
    line,
    input: {
      role,
      mode: modeOf[role],
      ordinal: ordinalOf(run, line),
      commit: only(run).head.commit,
      inputs: [
        ...named('ticket', run.ticket?.blob),
        ...named('analysis', run.analysis?.blob),
        ...named('plan', run.plan?.blob),
        ...named('design', run.design?.blob),
        ...run.visit.carry,
        ...lessons(run, line),
      ],
    },
  };
}

function confidenceMin(role: string): number {
  return role === 'executability-verifier' ? 0.6 : 0.7;
}

function auditsSoFarPass(run: Run): boolean {
  return run.visit.verdicts.every((item) => effective(item.verdict) === 'pass');
}

export function auditsPass(run: Run): boolean {
  const plan = must(run.plan, 'a plan under review exists');
  const answered = auditsDue(plan, run).every((role) => auditVerdict(run, role) !== undefined);
  return answered && auditsSoFarPass(run);
}

/** A3. */
export function needsApproval(run: Run): boolean {
  return run.policy.gates.plan || must(run.plan, 'a plan under review exists').grants.length > 0;
}

/** What a person approves: this plan, on this base, under this policy. */
export function planDigest(run: Run): string {
  const plan = must(run.plan, 'a plan under review exists');
  return `${plan.hash}.${only(run).base.commit}.${run.policyHash}`;
}

/** A fix round inherits the approval while it stays inside what was approved. */
export function inheritsApproval(run: Run): boolean {
  const { accepted, plan } = run;
  if (accepted === undefined || plan === undefined) return false;
  const order: readonly Tier[] = ['TRIVIAL', 'SMALL', 'MEDIUM', 'LARGE'];
  const files = new Set(planFiles(accepted));
  return (
    planFiles(plan).every((file) => files.has(file)) &&
    plan.grants.every((path) => accepted.grants.includes(path)) &&
    order.indexOf(plan.tier) <= order.indexOf(accepted.tier) &&
    !plan.risks.some((risk) => risk.impact === 'HIGH' && !risk.resolved)
  );
}
