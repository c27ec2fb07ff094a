// Plan review: the audits the plan's size and risk call for, then the plan gate.
//   PLAN-REVIEW-1. Which audits run is decided here, from the plan's own numbers, never by the planner.
//   PLAN-REVIEW-2. An audit that abstains opens nothing: another agent is asked once, then a person is. One that leaves a HIGH risk
//       unanswered is asked once more, and then it has abstained.
//   PLAN-REVIEW-3. Leave to touch a protected path is a person's to give: a plan that asks for it opens the gate, whatever policy
//       says. The words a plan is made from may come from anybody.
//   PLAN-REVIEW-4. Where audits reject or abstain, stagnate or use up their rounds, a person chooses: take the best version with
//       what is open in it, ask for one more round, or stop. Nothing else gets a plan past its audits.

import type { Audited } from '../plan/audit.ts';
import { auditsFor, substanceOf } from '../plan/when-audited.ts';
import { auditConclusion, bestOf, gravestOf, roundScore, stagnates, unansweredRisks } from '../plan/audit.ts';
import type { Want } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import type { GateRequest } from '../gates/gate.ts';
import type { Role } from '../roles/modes.ts';
import { modeOf } from '../roles/modes.ts';
import type { Plan, Tier } from '../plan/plan.ts';
import { awaitsDrift } from '../plan/drift.ts';
import { isRoundLeft } from '../pipeline/rounds.ts';
import { encloses } from '../fence/paths.ts';
import { planFiles } from '../plan/plan.ts';
import type { Policy } from '../policy.ts';
import type { Run } from '../run.ts';
import { eachOf, must, startedIn } from '../run.ts';
import type { Stage } from '../pipeline/stage.ts';
import type { Conclusion, Verdict } from '../roles/verdict.ts';
import { blocking } from '../roles/verdict.ts';
import { failure } from '../failures/failed-effect.ts';
import { lessons, named, ordinalOf, ticketTexts, visitLine } from './lines.ts';

/** PLAN-REVIEW-1. Audits that passed the same plan in other words need not look again. */
export function auditsDue(plan: Plan, run: Run): readonly Role[] {
  const kept = sameBefore(plan, run)?.passed ?? [];
  return auditsFor(plan, run.policy, run.ticket?.tools).filter((role) => !kept.includes(role));
}

/** The last audits, where they read this very plan, though in other words, with this very design (WHEN-AUDITED-2). */
function sameBefore(plan: Plan, run: Run): Audited | undefined {
  const before = run.audits.findLast((item) => !isOf(item, plan, run));
  const substance = substanceOf(plan, run.design?.blob);
  if (before === undefined || substance === undefined) return undefined;
  return substanceOf(before.plan, before.design) === substance ? before : undefined;
}

function auditVerdict(run: Run, role: Role): Verdict | undefined {
  return run.visit.verdicts.find((item) => item.subject === role)?.verdict;
}

/** What the audits of this plan came to in this visit; undefined while one is still to answer. */
export function auditHere(run: Run): Audited | undefined {
  const plan = must(run.plan, 'a plan under review exists');
  return run.audits.findLast((item) => isOf(item, plan, run));
}

function isOf(item: Audited, plan: Plan, run: Run): boolean {
  return item.visit === run.visit.n && item.plan.hash === plan.hash;
}

export const planReview: Stage = {
  wanted: (run) => (auditHere(run) === undefined ? asksLeft(run).map((role) => audit(run, role)) : []),

  interpret: (run, effect, outcome) => {
    if (outcome.kind !== 'ask') return [];
    if (outcome.result.answer !== 'verdict') return failure(run, effect, { reason: 'malformed-answer' });
    const verdict = outcome.result.verdict;
    const recorded: RunEvent = { type: 'verdict.recorded', subject: effect.subject, verdict };
    const reason = doubtAbout(run, verdict, effect.subject);
    if (reason === undefined) return [recorded];
    const { agent, transcript } = outcome.result;
    const abstained = {
      reason,
      detail: verdict.blob,
      provenance: { agent, transcript },
    } as const;
    const events = failure(run, effect, abstained);
    const givenUp = events.some(
      (event) => event.type === 'failure.recorded' && event.remedy.type === 'person',
    );
    return givenUp ? [{ ...recorded, verdict: { ...verdict, conclusion: 'abstain' } }] : events; // PLAN-REVIEW-2
  },

  follows: (run) => (isAudited(run) ? [conclusion(run)] : []),

  gates: (run) => {
    const trouble = troubleWith(run);
    if (trouble !== undefined) return [exceptionGate(run, trouble)];
    const asks = needsApproval(run) && auditsPass(run) && !inheritsApproval(run);
    return asks ? [planGate(run, must(run.plan, 'a plan under review exists'), 'plan')] : [];
  },
};

/** The walk through the first tasks is worth its price only once the others have passed. */
function asksLeft(run: Run): readonly Role[] {
  const plan = must(run.plan, 'a plan under review exists');
  const left = auditsDue(plan, run).filter((role) => auditVerdict(run, role) === undefined);
  const early = left.filter((role) => role !== 'executability-verifier');
  if (early.length > 0) return early;
  return concludedSoFar(run) === 'pass' ? left : [];
}

/** Every audit that is worth asking has answered, and what they come to is not recorded yet. */
function isAudited(run: Run): boolean {
  return run.visit.verdicts.length > 0 && auditHere(run) === undefined && asksLeft(run).length === 0;
}

function conclusion(run: Run): RunEvent {
  const verdicts = run.visit.verdicts.map((item) => item.verdict);
  const plan = must(run.plan, 'a plan under review exists');
  const score = roundScore(verdicts) ?? sameBefore(plan, run)?.score;
  return {
    type: 'audit.concluded',
    conclusion: concludedSoFar(run),
    ...(score === undefined ? {} : { score }),
    open: verdicts.reduce((sum, verdict) => sum + blocking(verdict).length, 0),
    passed: passedSoFar(run),
  };
}

function concludedSoFar(run: Run): Conclusion {
  return gravestOf(run.visit.verdicts.map((item) => concludes(run, item.verdict)));
}

function concludes(run: Run, verdict: Verdict): Conclusion {
  const score = roundScore(run.visit.verdicts.map((item) => item.verdict));
  const regressions = run.points.filter(
    (point) => point.regressed === run.visit.n && point.role === verdict.role,
  ).length;
  return auditConclusion(verdict, { score, regressions }, run.policy.plan);
}

/** Those that passed now, and those whose pass of the same plan in other words still counts. */
function passedSoFar(run: Run): readonly Role[] {
  const plan = must(run.plan, 'a plan under review exists');
  const due = auditsDue(plan, run);
  const kept = auditsFor(plan, run.policy, run.ticket?.tools).filter((role) => !due.includes(role));
  const now = run.visit.verdicts.filter((item) => concludes(run, item.verdict) === 'pass');
  return [...kept, ...now.map((item) => item.verdict.role)];
}

/** PLAN-REVIEW-2: why a verdict does not count yet. */
function doubtAbout(run: Run, verdict: Verdict, role: string): 'abstained' | 'risk-unanswered' | undefined {
  if (abstains(verdict, role, run.policy)) return 'abstained';
  const plan = must(run.plan, 'a plan under review exists');
  return unansweredRisks(plan, verdict).length > 0 ? 'risk-unanswered' : undefined;
}

function abstains(verdict: Verdict, role: string, { plan }: Policy): boolean {
  const min = role === 'executability-verifier' ? plan.walkConfidenceMin : plan.confidenceMin;
  return verdict.conclusion === 'abstain' || verdict.confidence < min;
}

/** Why the audits leave a person to choose; undefined where they pass, or a revision can still mend it (PLAN-REVIEW-4). */
export function troubleWith(run: Run): Trouble | undefined {
  const here = auditHere(run);
  if (here === undefined || here.conclusion === 'pass') return undefined;
  if (here.conclusion === 'reject') return 'rejected';
  if (here.conclusion === 'abstain') return 'abstained';
  if (stagnates(run.audits, run.policy.plan)) return 'stagnation';
  return isRoundLeft(run, 'plan') ? undefined : 'rounds';
}

export type Trouble = 'rejected' | 'abstained' | 'stagnation' | 'rounds';

/** Where more rounds bring nothing more, the best version is put before the person; else this one. */
export function planAtGate(run: Run): Plan {
  const plan = must(run.plan, 'a plan under review exists');
  const trouble = troubleWith(run);
  if (trouble !== 'stagnation' && trouble !== 'rounds') return plan;
  return must(bestOf(run.audits), 'a plan that stagnates was audited').plan;
}

function exceptionGate(run: Run, trouble: Trouble): GateRequest {
  return planGate(run, planAtGate(run), trouble);
}

function planGate(run: Run, plan: Plan, subject: 'plan' | Trouble): GateRequest {
  return { kind: 'plan', subject, digest: digestOf(run, plan), blob: plan.blob };
}

/** A person took this plan although its audits did not pass. */
export function isOverridden(run: Run): boolean {
  return run.gates.some(
    (gate) =>
      gate.kind === 'plan' &&
      gate.subject !== 'plan' &&
      gate.visit === run.visit.n &&
      gate.digest === planDigest(run) &&
      gate.decision?.answer === 'approve',
  );
}

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
      commit: startedIn(run).head.commit,
      inputs: [
        ...ticketTexts(run),
        ...named('analysis', run.analysis?.blob),
        ...named('plan', run.plan?.blob),
        ...named('what changed since the plan before', run.lineage?.changes),
        ...named('design', run.design?.blob),
        ...run.visit.carry,
        ...lessons(run, line),
      ],
    },
  };
}

export function auditsPass(run: Run): boolean {
  const plan = must(run.plan, 'a plan under review exists');
  return auditHere(run)?.conclusion === 'pass' || auditsDue(plan, run).length === 0;
}

/** PLAN-REVIEW-3. */
export function needsApproval(run: Run): boolean {
  return run.policy.gates.plan || must(run.plan, 'a plan under review exists').grants.length > 0;
}

/** What a person approves: this plan, on this base, under this policy. */
export function planDigest(run: Run): string {
  return digestOf(run, must(run.plan, 'a plan under review exists'));
}

function digestOf(run: Run, plan: Plan): string {
  return `${plan.hash}.${eachOf(run, ({ base }) => base.commit)}.${run.policyHash}`;
}

/** A fix round inherits the approval while it stays inside what was approved. */
export function inheritsApproval(run: Run): boolean {
  const { accepted, plan } = run;
  if (accepted === undefined || plan === undefined || awaitsDrift(run)) return false;
  const order: readonly Tier[] = ['TRIVIAL', 'SMALL', 'MEDIUM', 'LARGE'];
  return (
    planFiles(plan).every((file) => encloses(planFiles(accepted), file)) &&
    plan.grants.every((path) => accepted.grants.includes(path)) &&
    order.indexOf(plan.tier) <= order.indexOf(accepted.tier) &&
    !plan.risks.some((risk) => risk.impact === 'HIGH' && !risk.resolved)
  );
}
