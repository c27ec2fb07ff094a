// What happens to the coverage of a change: the part of `evolve` that is about measurements and rounds.

import { coverageOf } from '../evidence/coverage.ts';
import type { CoverageRound } from '../evidence/coverage.ts';
import type { EventOf, RunEvent } from '../events.ts';
import { withoutBreach } from './evolve-task.ts';
import type { Run, TaskState } from '../run.ts';
import { must, startedIn } from '../run.ts';
import type { StageName } from '../pipeline/stage.ts';
import { changed, inRepository } from './within.ts';

type CoverageEvent = Extract<RunEvent, { type: `coverage.${string}` }>;

export const isCoverageEvent = (event: RunEvent): event is CoverageEvent =>
  event.type.startsWith('coverage.');

export function evolveCoverage(run: Run, event: CoverageEvent): Run {
  const known = coverageOf(run);
  switch (event.type) {
    case 'coverage.measured':
      return changed(run, {
        coverage: { ...known, measured: [...known.measured, { ...event.measured, visit: run.visit.n }] },
      });
    case 'coverage.based':
      return changed(run, { coverage: { ...known, before: event.before } });
    case 'coverage.planned':
      return planned(run, event);
    case 'coverage.skipped':
      return changed(run, { coverage: { ...known, skipped: event.by.who } });
    case 'coverage.stopped':
      return stopped(run, event);
  }
}

function planned(run: Run, { tasks }: EventOf<'coverage.planned'>): Run {
  const { commit, tree } = startedIn(run).head;
  const before = {
    head: { commit, tree: must(tree, 'a change that was measured has a tree') },
    evidence: run.evidence,
    evaluated: must(run.evaluated, 'a change with a pull request was evaluated'),
    steps: run.steps,
    documents: run.docs.committed,
    review: must(run.review, 'a change with a pull request was reviewed'),
  };
  const fresh = tasks.map(({ task }) => ({ task, at: 'todo' as const, grants: [], evidence: [] }));
  return changed(run, {
    tasks: [...run.tasks, ...fresh],
    coverage: { ...coverageOf(run), round: { tasks, before } },
  });
}

function stopped(run: Run, { because, back }: EventOf<'coverage.stopped'>): Run {
  const { round, ...rest } = coverageOf(run);
  const now: Run = changed(run, { coverage: { ...rest, stopped: { because, visit: run.visit.n } } });
  return back === undefined ? now : wentBack(now, must(round, 'only a round is left out'));
}

/** EVIDENCE-COVERAGE-3. Its own tasks are dropped; whatever else was worked on in it is as it was. */
function wentBack(run: Run, { tasks, before }: CoverageRound): Run {
  const own = new Set(tasks.map(({ task }) => task.id));
  const asItWas = (state: TaskState): TaskState => {
    if (own.has(state.task.id)) return { ...withoutBreach(state), at: 'dropped' };
    return state.at === 'dropped' ? state : { ...withoutBreach(state), at: 'integrated' };
  };
  const { head, evidence, evaluated, review, steps, documents } = before;
  const docs = { ...run.docs, committed: documents };
  return changed(inRepository(run, startedIn(run), { head }), {
    evidence,
    evaluated,
    review,
    steps,
    docs,
    tasks: run.tasks.map(asItWas),
  });
}

/** Whatever is planned anew starts from what is there now. */
export function withoutRound(run: Run, stage: StageName): Run {
  return stage === 'analysis' || stage === 'planning' ? withRoundKept(run) : run;
}

/** There is nothing to go back to any more: what came of the round is the change's, like all of it. */
export function withRoundKept(run: Run): Run {
  if (run.coverage?.round === undefined) return run;
  const { round: _round, ...coverage } = run.coverage;
  return changed(run, { coverage });
}
