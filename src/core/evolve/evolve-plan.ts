// What happens to the plan of a run until it is accepted: the part of `evolve` that is about analysis, plan and audits.

import { grantsFor } from '../tasks/may-touch.ts';
import { pointsAfter } from '../plan/audit.ts';
import { withoutDrift } from '../plan/drift.ts';
import type { Analysis } from '../effects.ts';
import type { EventOf, RunEvent } from '../events.ts';
import { editedLineage, lineageAfter } from '../plan/lineage.ts';
import type { Run } from '../run.ts';
import { headsOf, isTaskLine, must, startedIn } from '../run.ts';
import { finalVerdict } from '../stages/review.ts';
import { changed, inRepository, inVisit } from './within.ts';

/** By the first word of their type. */
const aboutPlans = ['analysis', 'reproduction', 'plan', 'design', 'verdict', 'audit'] as const;
type PlanEvent = Extract<RunEvent, { type: `${(typeof aboutPlans)[number]}.${string}` }>;

const subjects: ReadonlySet<string> = new Set(aboutPlans);
export const isPlanEvent = (event: RunEvent): event is PlanEvent =>
  subjects.has(event.type.slice(0, event.type.indexOf('.')));

export function evolvePlan(run: Run, event: PlanEvent): Run {
  switch (event.type) {
    case 'analysis.recorded':
      return changed(run, {
        analysis: { ...event.analysis, ...unrunBefore(run), ...firstBefore(run), visit: run.visit.n },
      });
    case 'plan.given':
      return changed(run, { given: event.plan });
    case 'plan.drafted':
      return changed(run, { draft: { blob: event.draft, visit: run.visit.n } });
    case 'reproduction.tried': {
      const analysis = must(run.analysis, 'a reproduction is tried after it was found');
      const { red: reproduced, evidence, unrun } = event;
      const seen = {
        reproduced,
        tried: evidence,
        ...(unrun === undefined ? {} : { unrun, unrunIn: run.visit.n }),
      };
      const tried = changed(run, { analysis: { ...analysis, ...seen } });
      if (!event.red) return tried;
      const { path, commit } = must(analysis.reproduction, 'what was seen red is a reproduction');
      return changed(tried, { proofs: [...run.proofs, { path, commit, tried: event.evidence }] });
    }
    case 'reproduction.committed': {
      const { head } = event;
      const repository = startedIn(run);
      const onto = repository.head.commit;
      const proofs = run.proofs.map((proof) => (proof.commit === head.commit ? { ...proof, onto } : proof));
      return changed(inRepository(run, repository, { head }), { proofs });
    }
    case 'plan.proposed':
      return changed(run, {
        plan: { ...event.plan, visit: run.visit.n },
        lineage: lineageAfter(run.lineage, event),
      });
    case 'plan.chosen': // what was said of the last version says nothing of this one
      return changed(inVisit(run, { verdicts: [] }), { plan: { ...event.plan, visit: run.visit.n } });
    case 'plan.edited':
      return edited(run, event);
    case 'design.recorded':
      return changed(run, { design: { blob: event.blob, visit: run.visit.n } });
    case 'verdict.recorded':
      return judged(run, event);
    case 'audit.concluded':
      return audited(run, event);
  }
}

/** Its author has given another one, or none: who is told the same twice would be asked for ever. */
function unrunBefore({ analysis, visit }: Run): Pick<Analysis, 'unrunBefore'> {
  return analysis?.visit === visit.n && analysis.unrun !== undefined ? { unrunBefore: analysis.unrun } : {};
}

/** A later round explains a failure; what the ticket is about was said by the first. */
function firstBefore({ analysis, visit }: Run): Pick<Analysis, 'first'> {
  const first = analysis?.first ?? (analysis?.visit === visit.n ? undefined : analysis?.blob);
  return first === undefined ? {} : { first };
}

/**
 * The plan's tasks take the place of all that are not integrated yet, and of what those asked. What the integrated
 * ones depended on is history: it may be gone by now, or build on them.
 */
export function accept(run: Run): Run {
  const { visit: _visit, ...plan } = must(run.plan, 'a plan is accepted after it was proposed');
  const planned = new Set(plan.tasks.map((task) => task.id));
  const kept = run.tasks
    .filter((state) => state.at === 'integrated' || !planned.has(state.task.id))
    .map((state) =>
      state.at === 'integrated'
        ? { ...state, task: { ...state.task, dependsOn: [] } }
        : { ...state, at: 'dropped' as const },
    );
  const fresh = plan.tasks.map((task) => ({
    task,
    at: 'todo' as const,
    grants: grantsFor(plan, task),
    evidence: [],
  }));
  const questions = run.questions.filter((item) => item.answer !== undefined || !isTaskLine(item.line));
  return changed(withoutDrift(run), {
    accepted: plan,
    tasks: [...kept, ...fresh],
    replay: [], // whatever had to come again is done anew
    questions,
    audits: [],
    points: [],
  });
}

/** Reviewed as if it had just been planned: what was said of the plan before says nothing of this one. */
function edited(run: Run, event: EventOf<'plan.edited'>): Run {
  const superseded = inVisit(run, { verdicts: [] });
  return changed(superseded, {
    plan: { ...event.plan, visit: run.visit.n },
    lineage: editedLineage(run.lineage, event.plan),
    gates: run.gates.map((gate) =>
      gate.kind === 'plan' && gate.decision === undefined ? { ...gate, superseded: true } : gate,
    ),
  });
}

function judged(run: Run, event: EventOf<'verdict.recorded'>): Run {
  const { subject, verdict, repository } = event;
  const told = { subject, verdict, ...(repository === undefined ? {} : { repository }) };
  const noted = changed(inVisit(run, { verdicts: [...run.visit.verdicts, told] }), {
    points: pointsAfter(run.points, verdict, run.visit.n),
  });
  const all = subject === 'run' ? finalVerdict(noted) : undefined;
  if (all === undefined) return noted;
  // Nothing moves a head during a review, so a journal that does not say means what is there.
  const head = repository === undefined ? event.head : undefined;
  return changed(noted, { review: { ...all, head: head ?? headsOf(run) } });
}

function audited(run: Run, event: EventOf<'audit.concluded'>): Run {
  const { conclusion, score, open, passed } = event;
  const { visit: _visit, ...plan } = must(run.plan, 'a plan that was audited exists');
  const item = {
    visit: run.visit.n,
    plan,
    ...(run.design === undefined ? {} : { design: run.design.blob }),
    conclusion,
    open,
    passed,
    ...(score === undefined ? {} : { score }),
  };
  return changed(run, { audits: [...run.audits, item] });
}
