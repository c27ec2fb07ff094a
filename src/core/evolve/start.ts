// How a run begins, and each of its visits: all parts are there, and nothing is known yet.

import { nothingSpent } from '../budget/budget.ts';
import { noTimePassed } from '../budget/wall-clock.ts';
import type { RunStarted, StartedRepository } from '../events.ts';
import { firstStage } from '../pipeline/pipeline.ts';
import type { StageName } from '../pipeline/stage.ts';
import { nothingWorked } from '../roles/worked.ts';
import { noDocs } from '../repository/docs.ts';
import type { Repository, Run, Visit } from '../run.ts';

export function startOf(event: RunStarted, at: number): Run {
  const run: Required<Run> = {
    id: event.run,
    pipeline: event.pipeline,
    startedAt: at,
    title: event.title,
    source: event.source,
    by: event.by,
    author: event.author,
    policy: event.policy,
    policyHash: event.policyHash,
    config: event.config,
    forge: event.forge,
    level: event.level,
    worked: nothingWorked,
    repositories: event.repositories.map((item) => ({ ...item, head: headAt(item) })),
    visit: newVisit({ n: 1, stage: firstStage, because: 'the run started', enteredAt: at, carry: [] }),
    ticket: undefined,
    branch: undefined,
    checks: [],
    otherChecks: undefined,
    coverageSpec: undefined,
    preflight: undefined,
    dirty: undefined,
    survey: undefined,
    analysis: undefined,
    plan: undefined,
    lineage: undefined,
    draft: undefined,
    given: undefined,
    design: undefined,
    audits: [],
    points: [],
    accepted: undefined,
    tasks: [],
    queue: undefined,
    proofs: [],
    evidence: [],
    evaluated: undefined,
    review: undefined,
    coverage: undefined,
    gates: [],
    questions: [],
    searches: [],
    probes: [],
    docs: noDocs,
    failures: {},
    feedback: {},
    holds: [],
    notes: [],
    sessions: {},
    past: {},
    ranks: {},
    rounds: {
      plan: 0,
      design: 0,
      bug: 0,
      simplify: 0,
      review: 0,
      fix: 0,
      replan: 0,
      coverage: 0,
      triage: 0,
      rebase: 0,
      pushes: 0,
    },
    simplifying: false,
    steps: [],
    replay: [],
    drift: undefined,
    extraRounds: 0,
    budget: event.policy.budget,
    day: undefined,
    spend: nothingSpent,
    spends: {},
    wall: noTimePassed,
    trail: [firstStage],
    inFlight: [],
    taken: [],
    mergeOrder: undefined,
    landingOrder: undefined,
    landed: undefined,
    discard: undefined,
    revert: undefined,
    paused: false,
    blocked: undefined,
    ended: undefined,
  };
  return run;
}

/** Nothing happened in it yet. */
export function newVisit(start: {
  readonly n: number;
  readonly stage: StageName;
  readonly because: string;
  readonly enteredAt: number;
  readonly carry: Visit['carry'];
}): Visit {
  const visit: Required<Visit> = {
    n: start.n,
    stage: start.stage,
    because: start.because,
    enteredAt: start.enteredAt,
    carry: start.carry,
    ended: {},
    verdicts: [],
    doubted: [],
    evidence: [],
    screened: [],
    skipped: undefined,
    warned: [],
    dead: undefined,
  };
  return visit;
}

function headAt({ base, included }: StartedRepository): Repository['head'] {
  if (included === undefined) return { commit: base.commit };
  return { commit: included.commit, tree: included.tree };
}
