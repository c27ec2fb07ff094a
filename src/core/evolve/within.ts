// One part of a run replaced, the rest as it was: what `evolve` and its parts are written with.
//
// Invariants
//   WITHIN-1. Every state is made by `changed`, which names each part, and so has the same shape as all others: an engine of
//       JavaScript copies and reads those many times as fast as states that were spread one from the other.

import type { Repository, Run, TaskState, Visit } from '../run.ts';

export function changed(run: Run, change: Partial<Run>): Run {
  const copy: Required<Run> = {
    id: run.id,
    pipeline: run.pipeline,
    startedAt: run.startedAt,
    title: run.title,
    source: run.source,
    by: run.by,
    author: run.author,
    policy: run.policy,
    policyHash: run.policyHash,
    config: run.config,
    forge: run.forge,
    level: run.level,
    worked: run.worked,
    repositories: run.repositories,
    visit: run.visit,
    ticket: run.ticket,
    branch: run.branch,
    checks: run.checks,
    otherChecks: run.otherChecks,
    coverageSpec: run.coverageSpec,
    preflight: run.preflight,
    dirty: run.dirty,
    survey: run.survey,
    analysis: run.analysis,
    proofs: run.proofs,
    plan: run.plan,
    lineage: run.lineage,
    draft: run.draft,
    given: run.given,
    design: run.design,
    audits: run.audits,
    points: run.points,
    accepted: run.accepted,
    tasks: run.tasks,
    queue: run.queue,
    evidence: run.evidence,
    evaluated: run.evaluated,
    review: run.review,
    coverage: run.coverage,
    gates: run.gates,
    questions: run.questions,
    searches: run.searches,
    probes: run.probes,
    docs: run.docs,
    failures: run.failures,
    feedback: run.feedback,
    holds: run.holds,
    notes: run.notes,
    sessions: run.sessions,
    past: run.past,
    ranks: run.ranks,
    rounds: run.rounds,
    simplifying: run.simplifying,
    steps: run.steps,
    replay: run.replay,
    drift: run.drift,
    extraRounds: run.extraRounds,
    budget: run.budget,
    day: run.day,
    spend: run.spend,
    spends: run.spends,
    wall: run.wall,
    trail: run.trail,
    inFlight: run.inFlight,
    taken: run.taken,
    mergeOrder: run.mergeOrder,
    landingOrder: run.landingOrder,
    landed: run.landed,
    discard: run.discard,
    revert: run.revert,
    paused: run.paused,
    blocked: run.blocked,
    ended: run.ended,
  };
  return Object.assign(copy, change);
}

export function inVisit(run: Run, change: Partial<Visit>): Run {
  return changed(run, { visit: changedVisit(run.visit, change) });
}

export function changedVisit(visit: Visit, change: Partial<Visit>): Visit {
  const copy: Required<Visit> = {
    n: visit.n,
    stage: visit.stage,
    because: visit.because,
    enteredAt: visit.enteredAt,
    carry: visit.carry,
    ended: visit.ended,
    verdicts: visit.verdicts,
    doubted: visit.doubted,
    evidence: visit.evidence,
    screened: visit.screened,
    skipped: visit.skipped,
    warned: visit.warned,
    dead: visit.dead,
  };
  return Object.assign(copy, change);
}

export function inRepository(run: Run, { alias }: Repository, change: Partial<Repository>): Run {
  return changed(run, {
    repositories: run.repositories.map((item) => (item.alias === alias ? { ...item, ...change } : item)),
  });
}

export function inTask(run: Run, id: string, change: (state: TaskState) => TaskState): Run {
  return changed(run, {
    tasks: run.tasks.map((state) => (state.task.id === id ? change(state) : state)),
  });
}

export function withFeedback(run: Run, line: string, blob: string | undefined): Run {
  return blob === undefined ? run : changed(run, { feedback: { ...run.feedback, [line]: blob } });
}
