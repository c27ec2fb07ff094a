// Evolve: a state and an event give the next state. It decides nothing: whatever had to be decided is in the
// event, so any released journal folds to the same state in every later version.

import type { Charge, Ledger } from '../budget/budget.ts';
import { charged, countedIn, launched } from '../budget/budget.ts';
import { withoutDay, withoutDayGate } from '../budget/day.ts';
import { wallAt, wallTakenUp } from '../budget/wall-clock.ts';
import { withCommitted, withRefreshed } from '../repository/docs.ts';
import type { Effect } from '../effects.ts';
import { isLaunch, whoOf } from '../effects.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { allGood } from '../evidence/evidence.ts';
import { evolveCoverage, isCoverageEvent, withoutRound } from './evolve-coverage.ts';
import type { EventOf, RunEvent } from '../events.ts';
import { withTaken } from '../identity.ts';
import { accept, evolvePlan, isPlanEvent } from './evolve-plan.ts';
import { failed } from './evolve-failure.ts';
import { evolveRepository, isRepositoryEvent } from './evolve-repository.ts';
import { evolveTask, isTaskEvent, withoutBreach } from './evolve-task.ts';
import { withChain, withoutQueue } from '../tasks/queue.ts';
import { simplifyingAfter } from '../pipeline/rounds.ts';
import { asksForOrdinary } from '../gates/gate.ts';
import type { Ends, Run, TaskState, Visit } from '../run.ts';
import { endsOf, isIn, must, naming, repositoryOf, scopesOf, treesOf } from '../run.ts';
import { withProbed } from '../roles/probing.ts';
import { withResults } from '../roles/web-search.ts';
import { leftBehind, sessionsAfter } from '../roles/sessions.ts';
import { workedAt } from '../roles/worked.ts';
import { isQueueSubject, withEvidence } from '../stages/integration-queue.ts';
import { isUntested } from '../stages/waiver.ts';
import { roleOf } from '../failures/failed-effect.ts';
import { newVisit, startOf } from './start.ts';
import { changed, changedVisit, inTask, inVisit, withFeedback } from './within.ts';

/** The fold of a whole stream. */
export function fold(events: readonly { readonly event: RunEvent; readonly at: number }[]): Run | undefined {
  return events.reduce<Run | undefined>((run, { event, at }) => followed(run, event, at), undefined);
}

/** One event of a stream, the first one too. */
export function followed(run: Run | undefined, event: RunEvent, at: number): Run {
  if (event.type === 'run.started') return startOf(event, at);
  return evolve(must(run, 'a stream starts with run.started'), event, at);
}

export function evolve(run: Run, event: RunEvent, at: number): Run {
  if (isTaskEvent(event)) return evolveTask(run, event);
  if (isPlanEvent(event)) return evolvePlan(run, event);
  if (isCoverageEvent(event)) return evolveCoverage(run, event);
  if (isRepositoryEvent(event)) return evolveRepository(run, event);
  switch (event.type) {
    case 'run.started':
      return startOf(event, at);
    case 'command.taken':
      return withTaken(run, event);
    case 'effect.begun':
      return begun(run, event.effect, at);
    case 'effect.ended':
      return ended(run, event, at);
    case 'run.taken-up':
      return changed(run, { wall: wallTakenUp(run, at) });
    case 'failure.recorded':
      return failed(run, event);
    case 'stage.entered':
      return entered(run, event, at);
    case 'stage.skipped':
      return event.stage === run.visit.stage ? inVisit(run, { skipped: event.because }) : run;
    case 'ticket.recorded':
      return changed(run, { ticket: event.ticket, branch: event.branch, title: event.ticket.title });
    case 'ticket.refined':
      return refined(run, event);
    case 'note.added': {
      const { note: blob, task } = event;
      return changed(run, { notes: [...run.notes, task === undefined ? { blob } : { blob, task }] });
    }
    case 'question.raised': {
      const { line, blob, options } = event;
      return changed(run, { questions: [...run.questions, { line, blob, options, visit: run.visit.n }] });
    }
    case 'search.asked': {
      const { line, role, queries, refused } = event;
      return changed(run, { searches: [...run.searches, { line, role, queries, refused }] });
    }
    case 'search.recorded':
      return withResults(run, event.line, event.searched.results);
    case 'probes.asked': {
      const { line, probes, blob } = event;
      return changed(run, { probes: [...run.probes, { line, probes, blob }] });
    }
    case 'probes.recorded':
      return withProbed(run, event.line, event.probed);
    case 'docs.refreshed':
      return withRefreshed(run, event.line, event.documents);
    case 'docs.committed':
      return withCommitted(run, event);
    case 'gate.opened':
      return changed(run, {
        gates: [...run.gates, { ...event.request, id: event.gate, visit: run.visit.n, openedAt: at }],
      });
    case 'gate.decided':
      return decided(run, event);
    case 'budget.raised':
      return withoutDay(changed(run, { budget: event.budget }));
    case 'day.reached': {
      const { type: _type, ...day } = event;
      return changed(run, { day });
    }
    case 'day.passed':
    case 'day.raised':
      return withoutDayGate(withoutDay(run));
    case 'evidence.recorded':
      return evidenced(run, event);
    case 'queue.formed':
      return withChain(run, event.chain);
    case 'delivery.screened':
      return inVisit(run, { screened: [...run.visit.screened, screenedIn(event)] });
    case 'merge.ordered':
      return changed(run, { mergeOrder: { head: event.head, by: event.by, documents: run.docs.committed } });
    case 'landing.ordered':
      return changed(inVisit(run, { warned: [] }), { landingOrder: { how: event.how } });
    case 'run.paused':
      return changed(run, { paused: true });
    case 'run.resumed':
      return changed(run, { paused: false });
    case 'run.blocked':
      return changed(run, { blocked: event.because });
    case 'run.retried':
      return retried(run);
    case 'run.cancelled':
      return changed(run, { ended: 'cancelled' });
    case 'discard.ordered':
      return changed(run, { discard: 'ordered' });
    case 'revert.ordered':
      return changed(inVisit(run, { warned: [] }), { revert: 'ordered' });
    case 'run.completed':
      return changed(run, { ended: 'completed' });
    case 'run.failed':
      return changed(run, { ended: 'failed' });
  }
}

function begun(run: Run, effect: Effect, at: number): Run {
  const { spend, spends } = spendAt(run, effect);
  const inFlight = [...run.inFlight, effect];
  const started: Run = changed(run, { inFlight, spend, spends, wall: wallAt(run, inFlight, at) });
  return effect.kind === 'attempt'
    ? inTask(started, effect.subject, (state) => ({ ...state, at: 'working' }))
    : started;
}

/** A launch is counted at its intent, under the role that is asked. */
function spendAt(run: Run, effect: Effect): Ledger {
  if (!isLaunch(effect.kind)) return run;
  const role = must(roleOf(run, effect), 'a launch is made in a role');
  return countedIn(run, scopesOf(run, effect), (spend) => launched(spend, role));
}

function chargedFor(run: Run, effect: Effect, charge: Charge = { agentMs: 0 }): Ledger {
  if (!isLaunch(effect.kind)) return run;
  return countedIn(run, scopesOf(run, effect), (spend) => charged(spend, charge));
}

function ended(run: Run, event: EventOf<'effect.ended'>, at: number): Run {
  const effect = must(
    run.inFlight.find((item) => item.key === event.key),
    `effect ${event.key} was begun before it ended`,
  );
  const inFlight = run.inFlight.filter((item) => item !== effect);
  const { spend, spends } = chargedFor(run, effect, event.charge);
  const worked = workedAt(run.worked, effect, event.level);
  const wall = wallAt(run, inFlight, at);
  if (effect.visit !== run.visit.n) return changed(run, { inFlight, spend, spends, worked, wall });
  const { kind, subject, line } = effect;
  // The most frequent event of all with the one before it, so the run is copied once.
  const noted: Run = changed(run, {
    inFlight,
    spend,
    spends,
    worked,
    wall,
    visit: changedVisit(run.visit, { ended: endedOnceMore(run, effect, event.how) }),
    sessions: sessionsAfter(run, effect, event.provenance),
  });
  if (kind === 'wait-until' && event.how === 'done') return release(noted, line);
  return kind === 'attempt'
    ? inTask(noted, subject, (state) => (state.at === 'working' ? signedBy(state, event) : state))
    : noted;
}

function endedOnceMore(run: Run, effect: Effect, how: keyof Ends): Visit['ended'] {
  const ends = endsOf(run, effect);
  return { ...run.visit.ended, [whoOf(effect)]: { ...ends, [how]: ends[how] + 1 } };
}

function signedBy(state: TaskState, { provenance }: EventOf<'effect.ended'>): TaskState {
  return { ...state, at: 'todo', ...(provenance === undefined ? {} : { author: provenance.agent }) };
}

function release(run: Run, line: string): Run {
  return changed(run, { holds: run.holds.filter((hold) => hold.line !== line) });
}

function entered(run: Run, event: EventOf<'stage.entered'>, at: number): Run {
  const { visit, stage, because, carry, round } = event;
  const next: Run = changed(withoutRound(withoutQueue(run), stage), {
    visit: newVisit({ n: visit, stage, because, enteredAt: at, carry }),
    trail: [...run.trail, stage],
    holds: [],
    ...leftBehind(run),
    ranks: {},
    // An attempt of the visit before is unwanted now, and its end changes nothing: the task starts again.
    tasks: run.tasks.map((state) => (state.at === 'working' ? { ...state, at: 'todo' } : state)),
    rounds: round === undefined ? run.rounds : { ...run.rounds, [round]: run.rounds[round] + 1 },
    simplifying: simplifyingAfter(run, event),
  });
  return stage === 'implementation' && event.from === 'plan-review' ? accept(next) : next;
}

function refined(run: Run, event: EventOf<'ticket.refined'>): Run {
  const ticket = must(run.ticket, 'a ticket is recorded before it is refined');
  return changed(run, { ticket: { ...ticket, criteria: event.criteria, refined: event.refined } });
}

function evidenced(run: Run, event: EventOf<'evidence.recorded'>): Run {
  if (event.subject === 'run') {
    const repository = repositoryOf(run, event);
    const own = event.evidence.map((item) => ({ ...item, ...naming(run, repository) }));
    const isOthers = (item: Evidence): boolean => !isIn(run, item, repository);
    const evidence = [...run.visit.evidence.filter(isOthers), ...own];
    return changed(inVisit(run, { evidence }), {
      evidence: [...run.evidence.filter(isOthers), ...own],
      evaluated: treesOf(run) ?? run.evaluated,
    });
  }
  if (isQueueSubject(event.subject)) {
    const chain = must(run.queue, 'a chain is checked while it is there');
    const commit = event.subject.slice('queue/'.length);
    return changed(run, { queue: withEvidence(chain, commit, event.evidence) });
  }
  return inTask(run, event.subject.slice('task/'.length), (state) => ({
    ...state,
    evidence: event.evidence,
    at: allGood(event.evidence) ? 'reviewing' : state.at,
  }));
}

function decided(run: Run, event: EventOf<'gate.decided'>): Run {
  const gate = must(
    run.gates.find((item) => item.id === event.gate),
    `gate ${event.gate} was opened before it was decided`,
  );
  const { decision } = event;
  const noted: Run = changed(run, {
    gates: run.gates.map((item) => (item === gate ? { ...item, decision } : item)),
  });
  if (gate.kind === 'question') {
    return changed(noted, {
      questions: run.questions.map((item) =>
        item.line === gate.subject && item.answer === undefined
          ? { ...item, answer: decision.comment ?? item.blob }
          : item,
      ),
    });
  }
  if (gate.kind === 'login') return withoutLogin(noted, gate.subject);
  const isNo = decision.answer === 'revise' || (decision.answer === 'reject' && asksForOrdinary(gate));
  return gate.kind === 'widen-scope' && isNo
    ? inTask(withFeedback(noted, `task/${gate.subject}`, decision.comment), gate.subject, withoutBreach)
    : noted;
}

function withoutLogin(run: Run, agent: string): Run {
  return changed(run, { holds: run.holds.filter((hold) => hold.login !== agent) });
}

/** A person's retry: every loop gets one more round, every task that gave up is tried afresh. */
function retried(run: Run): Run {
  return changed(run, {
    blocked: undefined,
    failures: {},
    simplifying: false, // a person gave it more room than the last try had
    extraRounds: run.extraRounds + 1,
    tasks: run.tasks.map((state) =>
      state.at === 'failed' || state.at === 'replan' || isUntested(state) ? { ...state, at: 'todo' } : state,
    ),
  });
}

function screenedIn({
  head,
  verdict,
  where,
  told,
}: EventOf<'delivery.screened'>): Run['visit']['screened'][number] {
  return {
    head,
    verdict,
    ...(where === undefined ? {} : { where }),
    ...(told === undefined ? {} : { told }),
  };
}
