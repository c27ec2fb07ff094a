// Planning: the planner proposes, the contract decides. In a round that follows a failure it plans what
// mends that failure; tasks that are integrated stay.

import { modeOf } from '../modes.ts';
import type { PlanContext } from '../plan-contract.ts';
import { planProblems } from '../plan-contract.ts';
import type { Run } from '../run.ts';
import { must, only } from '../run.ts';
import type { Stage } from '../stage.ts';
import { failure } from './failures.ts';
import { lessons, mandateTexts, named, ordinalOf, ticketTexts, visitLine } from './lines.ts';

export const planning: Stage = {
  wanted: (run) => {
    if (run.plan?.visit === run.visit.n) return [];
    const line = visitLine(run, 'ask/planner');
    return [
      {
        kind: 'ask',
        subject: 'planner',
        line,
        input: {
          role: 'planner',
          mode: modeOf.planner,
          ordinal: ordinalOf(run, line),
          commit: only(run).head.commit,
          inputs: [
            ...ticketTexts(run),
            ...mandateTexts(run),
            ...named('analysis', run.analysis?.blob),
            ...named('plan before', run.plan?.blob),
            ...run.visit.carry,
            ...lessons(run, line),
          ],
        },
      },
    ];
  },

  interpret: (run, effect, outcome) => {
    if (outcome.kind !== 'ask') return [];
    const plan = outcome.result.answer === 'plan' ? outcome.result.plan : undefined;
    return plan !== undefined && planProblems(plan, planContext(run)).length === 0
      ? [{ type: 'plan.proposed', plan }]
      : failure(run, effect, { reason: 'malformed-answer' });
  },

  gates: () => [],
};

/** What a plan of this run is measured against; the border uses the same to tell the planner what is wrong. */
export function planContext(run: Run): PlanContext {
  return {
    checks: run.checks.map((check) => check.name),
    testChecks: run.checks.filter((check) => check.kind === 'test').map((check) => check.name),
    criteria: must(run.ticket, 'a run has a ticket once intake is left').criteria,
    mandates: run.ticket?.mandates ?? [],
    integrated: run.tasks.filter((state) => state.at === 'integrated').map((state) => state.task.id),
    policy: run.policy,
  };
}
