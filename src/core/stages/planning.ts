// Planning: the planner proposes, the contract decides. In a round that follows a failure it plans what
// mends that failure; tasks that are integrated stay.

import type { Effect } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import { revisionOf } from '../plan/lineage.ts';
import { modeOf } from '../roles/modes.ts';
import type { Plan } from '../plan/plan.ts';
import { filesOf } from '../plan/plan.ts';
import { awaitsAnswer } from '../plan/open-questions.ts';
import type { PlanContext } from '../plan/plan-contract.ts';
import { planProblems } from '../plan/plan-contract.ts';
import type { Run } from '../run.ts';
import { must, startedIn } from '../run.ts';
import type { Stage } from '../pipeline/stage.ts';
import { reproductionTried, trying } from './analysis.ts';
import { baselineTaken, isBaseline, takingBaseline } from './baseline.ts';
import { failure } from '../failures/failed-effect.ts';
import { reproductionText } from './reproduction-first.ts';
import { lessons, mandateTexts, named, ordinalOf, ticketTexts, visitLine } from './lines.ts';

export const planning: Stage = {
  wanted: (run) => {
    const beside = [...takingBaseline(run), ...trying(run)];
    if (run.plan?.visit === run.visit.n) return beside;
    const draft = run.draft?.visit === run.visit.n ? run.draft.blob : undefined;
    const role = draft === undefined ? 'planner' : 'splitter';
    const line = visitLine(run, `ask/${role}`);
    return [
      ...beside,
      {
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
            ...mandateTexts(run),
            ...named('survey of the repository', run.survey),
            ...named('analysis', run.analysis?.blob),
            ...reproductionText(run),
            ...named('plan before', run.plan?.blob),
            ...named('plan handed in', run.plan === undefined ? run.given?.blob : undefined),
            ...named('draft of the plan', draft),
            ...run.visit.carry,
            ...lessons(run, line),
          ],
        },
      },
    ];
  },

  interpret: (run, effect, outcome) => {
    if (outcome.kind === 'check') {
      return isBaseline(effect)
        ? [baselineTaken(run, effect, outcome.result)]
        : [reproductionTried(run, outcome.result)];
    }
    if (outcome.kind !== 'ask') return [];
    const { result } = outcome;
    if (result.answer === 'draft') return drafted(run, effect, result);
    const holds =
      result.answer === 'plan' &&
      planProblems(result.plan, planContext(run)).length === 0 &&
      !awaitsAnswer(result.plan, run.policy);
    return holds
      ? [proposed(run, result.plan, result.changes)]
      : failure(run, effect, { reason: 'malformed-answer' });
  },

  gates: () => [],
};

/** One repair, as for every malformed answer; then what is missing is left to the splitter, who has nobody behind it. */
function drafted(
  run: Run,
  effect: Effect,
  { draft, problems }: { readonly draft: string; readonly problems: string },
): readonly RunEvent[] {
  const events = failure(run, effect, { reason: 'malformed-answer', detail: problems });
  const usedUp = events.some((event) => event.type === 'failure.recorded' && event.remedy.type === 'person');
  return usedUp && effect.subject === 'planner' ? [{ type: 'plan.drafted', draft }] : events;
}

function proposed(run: Run, plan: Plan, changes: string | undefined): RunEvent {
  return {
    type: 'plan.proposed',
    plan,
    ...revisionOf(run),
    ...(changes === undefined ? {} : { changes }),
  };
}

/**
 * A plan that was handed in takes the place of the planner's first launch where it holds. Where it does not, because
 * the ticket turned out to ask for more or because it leaves something open, the planner is given it to start from.
 */
export function handedIn(run: Run): readonly RunEvent[] {
  const { given } = run;
  const holds =
    given !== undefined &&
    run.plan === undefined &&
    planProblems(given, planContext(run)).length === 0 &&
    !awaitsAnswer(given, run.policy);
  return holds ? [proposed(run, given, undefined)] : [];
}

/** What the checks said of the bases, once they did. */
function knownOfBases({ repositories }: Run): Pick<PlanContext, 'baseline'> {
  const taken = repositories.flatMap(({ baseline }) => (baseline === undefined ? [] : [baseline]));
  return taken.length === 0 ? {} : { baseline: taken.flatMap(({ evidence }) => evidence) };
}

/** What a plan of this run is measured against; the border uses the same to tell the planner what is wrong. */
export function planContext(run: Run): PlanContext {
  return {
    checks: run.checks.map((check) => check.name),
    testChecks: run.checks.filter((check) => check.kind === 'test').map((check) => check.name),
    criteria: must(run.ticket, 'a run has a ticket once intake is left').criteria,
    mandates: run.ticket?.mandates ?? [],
    ...(run.simplifying ? { within: run.tasks.flatMap(({ task }) => filesOf(task)) } : {}),
    integrated: run.tasks.filter((state) => state.at === 'integrated').map((state) => state.task.id),
    ...knownOfBases(run),
    policy: run.policy,
  };
}
