// Decide: a command and a state give events or a refusal. Pure and total; the only judge of what may happen.
// Two generic commands, effect begun and effect ended, carry every kind of effect; stages add none.

import { isBeside } from './pipeline/beside.ts';
import type { Command, Refusal } from './commands.ts';
import { isRefusal } from './commands.ts';
import { coverageOf } from './evidence/coverage.ts';
import { dayPassed, dayReached } from './budget/day.ts';
import type { Effect, Outcome, Provenance } from './effects.ts';
import { isLaunch } from './effects.ts';
import type { Course } from './course.ts';
import { courseOf, endOf, followedBy } from './course.ts';
import { docsEnded } from './repository/docs.ts';
import { effectsDue, isTakenOver } from './effects-due.ts';
import { mayRaise, raisedAt } from './budget/budget-gate.ts';
import type { RunEvent } from './events.ts';
import { startOf } from './evolve/start.ts';
import type { Decider, Decision, Gate } from './gates/gate.ts';
import { isExpired, mayDecide } from './gates/gate.ts';
import { openProblems } from './plan/open-questions.ts';
import { planProblems } from './plan/plan-contract.ts';
import type { Run, TaskState } from './run.ts';
import { headsOf, must, naming, openGates, repositoryOf } from './run.ts';
import { searchAsked } from './roles/web-search.ts';
import { notYet } from './pipeline/not-yet.ts';
import { settle } from './pipeline/settle.ts';
import type { Done } from './pipeline/stage.ts';
import { takeable } from './tasks/schedule.ts';
import { standsAsItWas } from './tasks/standing.ts';
import { failure } from './failures/failed-effect.ts';
import { personsName } from './stages/lines.ts';
import { seenEvents } from './stages/merge.ts';
import { baseAgain, mayReplace, replacedBy } from './stages/other-checks.ts';
import { planAtGate } from './stages/plan-review.ts';
import { planContext } from './stages/planning.ts';
import { judgedByPerson } from './stages/reviewing.ts';
import { stages } from './stages/table.ts';
import { isNews } from './stages/triage.ts';
import { asksForTests, waivedNow } from './stages/waiver.ts';
import { moves } from './pipeline/transitions.ts';

type Answer = Course | Refusal;

export function decide(run: Run | undefined, command: Command, at: number): readonly RunEvent[] | Refusal {
  const answer = courseAfter(run, command, at);
  return isRefusal(answer) ? answer : answer.events;
}

/** The same, with the states that the events lead to. */
export function courseAfter(run: Run | undefined, command: Command, at: number): Answer {
  if (command.type === 'run.start') return start(run, command, at);
  if (run === undefined) return { refused: 'not-started' };
  switch (command.type) {
    case 'effect.begin':
      return begin(run, command.key, at);
    case 'launch.hold':
      return hold(run, command, at);
    case 'launch.refuse':
      return refuse(run, command, at);
    case 'day.pass': {
      const passed = dayPassed(run, command.day);
      return isRefusal(passed) ? passed : settled(run, passed, at);
    }
    case 'effect.end':
      return end(run, command.key, command.outcome, at);
    case 'pull-request.see':
      return see(run, command, at);
    case 'run.land':
      return land(run, command, at);
    case 'run.cancel':
      return cancel(run, command, at);
    case 'run.tell':
    case 'plan.edit':
    case 'task.take':
    case 'task.give':
    case 'checks.replace':
      return over(run) ?? shape(run, command, at);
    case 'gate.decide':
    case 'run.pause':
    case 'run.resume':
    case 'run.retry':
    case 'coverage.skip':
    case 'run.merge':
    case 'run.fail':
      return over(run) ?? steer(run, command, at);
  }
}

/** What has landed as well is told apart: nobody has to be sent to `land`. */
function over({ ended, landed }: Run): Refusal | undefined {
  if (ended === undefined) return undefined;
  return { refused: 'run-ended', how: landed === undefined ? ended : 'landed' };
}

function start(run: Run | undefined, command: Extract<Command, { type: 'run.start' }>, at: number): Answer {
  if (run !== undefined) return { refused: 'already-started' };
  const { pipeline } = command.start;
  if (moves[pipeline] === undefined) return { refused: 'pipeline-not-built', pipeline };
  const event = { type: 'run.started' as const, ...command.start };
  const { plan } = command;
  const given: readonly RunEvent[] =
    plan === undefined ? [] : [{ type: 'plan.given', plan, by: command.start.by }];
  const started = startOf(event, at);
  return followedBy({ events: [event], states: [started] }, settled(started, given, at));
}

function begin(run: Run, key: string, at: number): Answer {
  const effect = freshlyDue(run, key);
  return effect === undefined
    ? { refused: 'not-due', key }
    : courseOf(run, [{ type: 'effect.begun', effect }], at);
}

function freshlyDue(run: Run, key: string): Effect | undefined {
  const begun = run.inFlight.some((effect) => effect.key === key);
  return begun ? undefined : effectsDue(run).find((due) => due.key === key);
}

/** Nothing was launched, so nothing is counted or paid; what follows is what a failed login would have led to. */
function hold(run: Run, { key, agent }: Extract<Command, { type: 'launch.hold' }>, at: number): Answer {
  const effect = freshlyDue(run, key);
  return effect === undefined || !isLaunch(effect.kind)
    ? { refused: 'not-due', key }
    : settled(run, failure(run, effect, { reason: 'agent-halted', provenance: { agent } }), at);
}

function refuse(run: Run, { key, reached }: Extract<Command, { type: 'launch.refuse' }>, at: number): Answer {
  const effect = freshlyDue(run, key);
  return effect === undefined || !isLaunch(effect.kind)
    ? { refused: 'not-due', key }
    : settled(run, dayReached(run, effect, reached), at);
}

function end(run: Run, key: string, outcome: Outcome, at: number): Answer {
  const effect = run.inFlight.find((item) => item.key === key);
  if (effect === undefined) return { refused: 'not-begun', key }; // a duplicate, or somebody else's
  if (outcome.type === 'done' && outcome.kind !== effect.kind) {
    return { refused: 'STATE_MISMATCH', expected: effect.kind, actual: outcome.kind };
  }
  const ended: RunEvent = {
    type: 'effect.ended',
    key,
    how: outcome.type,
    ...(outcome.charge === undefined ? {} : { charge: outcome.charge }),
    ...signed(outcome),
    ...(outcome.level === undefined ? {} : { level: outcome.level }),
  };
  const course = courseOf(run, [ended], at);
  const after = endOf(run, course);
  // Late work changes nothing, but it is still charged.
  const counts = effect.visit === run.visit.n || isBeside(effect);
  return followedBy(course, settled(after, counts ? interpret(after, effect, outcome) : [], at));
}

/** Whoever was at work, and however it ended: people read the transcript afterwards. */
function signed(outcome: Outcome): { readonly provenance?: Provenance } {
  if (outcome.type !== 'done') {
    return outcome.provenance === undefined ? {} : { provenance: outcome.provenance };
  }
  if (outcome.kind !== 'ask' && outcome.kind !== 'attempt') return {};
  const { agent, transcript, version, session, facts, denials } = outcome.result;
  return {
    provenance: {
      agent,
      transcript,
      ...(version === undefined ? {} : { version }),
      ...(session === undefined ? {} : { session }),
      ...(facts === undefined ? {} : { facts }),
      ...(denials === undefined ? {} : { denials }),
    },
  };
}

function interpret(run: Run, effect: Effect, outcome: Outcome): readonly RunEvent[] {
  if (effect.kind === 'ask' && isBeside(effect)) return docsEnded(run, effect, outcome);
  if (effect.kind === 'attempt' && isTakenOver(run, effect)) return leftToAPerson(effect, outcome);
  switch (outcome.type) {
    case 'failed':
      return standsAsItWas(run, effect, outcome) ?? failure(run, effect, outcome);
    case 'stopped':
      return outcome.saved === undefined || effect.kind !== 'attempt'
        ? []
        : [{ type: 'task.saved', task: effect.subject, commit: outcome.saved }];
    case 'done':
      if (outcome.kind === 'land' || outcome.kind === 'discard') return closed(run, effect, outcome);
      if (outcome.kind === 'search') {
        return [{ type: 'search.recorded', line: effect.line, searched: outcome.result }];
      }
      if (outcome.kind === 'ask' && outcome.result.answer === 'search') {
        return searchAsked(run, effect, outcome.result);
      }
      if ((outcome.kind === 'ask' || outcome.kind === 'attempt') && outcome.result.answer === 'question') {
        const { blob, options } = outcome.result;
        return [{ type: 'question.raised', line: effect.line, blob, options }];
      }
      return stages[run.visit.stage].interpret(run, effect, outcome);
  }
}

/** What is done for a run that has ended. */
function closed(
  run: Run,
  effect: Effect,
  outcome: Extract<Done, { kind: 'land' | 'discard' }>,
): readonly RunEvent[] {
  const where = naming(run, repositoryOf(run, effect));
  return outcome.kind === 'land'
    ? [{ type: 'change.landed', ...where, landed: outcome.result }]
    : [{ type: 'change.discarded', ...where }];
}

/** A person took the task while an agent was at work on it: what it left is where they begin. */
function leftToAPerson(effect: Effect, outcome: Outcome): readonly RunEvent[] {
  const saved = workIn(outcome);
  return saved === undefined ? [] : [{ type: 'task.saved', task: effect.subject, commit: saved }];
}

function workIn(outcome: Outcome): string | undefined {
  if (outcome.type === 'stopped') return outcome.saved;
  if (outcome.type !== 'done' || outcome.kind !== 'attempt') return undefined;
  return outcome.result.answer === 'delivered' ? outcome.result.commit : undefined;
}

/** STAGES-MERGE-2: only what changed is a fact; a look that found nothing new leaves nothing in the journal. */
function see(run: Run, command: Extract<Command, { type: 'pull-request.see' }>, at: number): Answer {
  const repository = repositoryOf(run, command);
  return isNews(run, repository, command.found)
    ? settled(run, seenEvents(command.found, naming(run, repository)), at)
    : { refused: 'STATE_MISMATCH', expected: 'news of a pull request at its merge gate', actual: 'none' };
}

type Steering = Extract<
  Command,
  {
    type:
      | 'gate.decide'
      | 'run.pause'
      | 'run.resume'
      | 'run.retry'
      | 'coverage.skip'
      | 'run.merge'
      | 'run.fail';
  }
>;

function steer(run: Run, command: Steering, at: number): Answer {
  switch (command.type) {
    case 'gate.decide':
      return decideGate(run, command, at);
    case 'run.pause':
      return run.paused
        ? { refused: 'STATE_MISMATCH', expected: 'going', actual: 'paused' }
        : courseOf(run, [{ type: 'run.paused', by: command.by }], at);
    case 'run.resume':
      return run.paused
        ? settled(run, [{ type: 'run.resumed', by: command.by }], at)
        : { refused: 'STATE_MISMATCH', expected: 'paused', actual: 'going' };
    case 'run.retry':
      return run.blocked === undefined && !isOverdue(run, at)
        ? { refused: 'STATE_MISMATCH', expected: 'blocked', actual: 'not blocked' }
        : settled(run, retry(run, command.by, command.comment), at);
    case 'coverage.skip':
      return coverageOf(run).skipped === undefined
        ? settled(run, [{ type: 'coverage.skipped', by: command.by }], at)
        : { refused: 'STATE_MISMATCH', expected: 'coverage', actual: 'skipped' };
    case 'run.merge':
      return order(run, command, [], at);
    case 'run.fail':
      return courseOf(run, [{ type: 'run.failed', because: command.because }], at);
  }
}

/** A person was asked, and too long ago: whoever asks to go on is asked again. */
function isOverdue(run: Run, at: number): boolean {
  return openGates(run).some((gate) => isExpired(gate, run.policy.gateMs, at));
}

/** Cancelling ends a run once; what it published can be taken back afterwards too, unless it was merged. */
function cancel(run: Run, command: Extract<Command, { type: 'run.cancel' }>, at: number): Answer {
  const { by, comment } = command;
  const cancelled: readonly RunEvent[] =
    run.ended === undefined ? [{ type: 'run.cancelled', by, ...words(comment) }] : [];
  const discards = command.discard === true && run.discard === undefined;
  const discarded: readonly RunEvent[] = discards ? [{ type: 'discard.ordered', by }] : [];
  const refusal = over(run);
  if (refusal !== undefined && (run.ended === 'completed' || !discards)) return refusal;
  if (discards && run.repositories.some(({ pullRequest }) => pullRequest?.merged !== undefined)) {
    return { refused: 'STATE_MISMATCH', expected: 'a change that is not merged', actual: 'merged' };
  }
  return courseOf(run, [...cancelled, ...discarded], at);
}

function retry(
  run: Run,
  by: Decider,
  comment: string | undefined,
  base = baseAgain(run, by),
): readonly RunEvent[] {
  return [
    { type: 'run.retried', by, ...words(comment) },
    ...base,
    {
      type: 'stage.entered',
      visit: run.visit.n + 1,
      stage: run.visit.stage,
      from: run.visit.stage,
      because: 'a person asked to go on',
      carry: [...run.visit.carry, ...(comment === undefined ? [] : [{ name: personsName, blob: comment }])],
    },
  ];
}

type Shaping = Extract<
  Command,
  { type: 'run.tell' | 'plan.edit' | 'task.take' | 'task.give' | 'checks.replace' }
>;

/** What a person puts in themselves: words, a plan, their own hands, commands. */
function shape(run: Run, command: Shaping, at: number): Answer {
  switch (command.type) {
    case 'run.tell': {
      const { by, note, task } = command;
      if (task === undefined) return courseOf(run, [{ type: 'note.added', note, by }], at);
      return taskOf(run, task) === undefined
        ? noSuchTask(run, task)
        : courseOf(run, [{ type: 'note.added', note, task, by }], at);
    }
    case 'plan.edit':
      return editPlan(run, command, at);
    case 'task.take':
      return take(run, command, at);
    case 'task.give':
      return give(run, command, at);
    case 'checks.replace': {
      const replaced = [replacedBy(run, command)];
      const events = run.blocked === undefined ? replaced : retry(run, command.by, undefined, replaced);
      return mayReplace(run) ?? settled(run, events, at);
    }
  }
}

/** GATE-2 holds for editing too: nobody changes a plan they have not seen. */
function editPlan(run: Run, command: Extract<Command, { type: 'plan.edit' }>, at: number): Answer {
  const gate = openGates(run).find((item) => item.kind === 'plan');
  if (gate === undefined) return { refused: 'no-such-gate', gate: 'plan' };
  if (gate.digest !== command.seen) {
    return { refused: 'subject-changed', gate: gate.id, seen: command.seen, now: gate.digest };
  }
  const open = openProblems(command.plan, run.policy);
  const problems = [...planProblems(command.plan, planContext(run)), ...open];
  if (problems.length > 0) return { refused: 'plan-problems', problems };
  return settled(run, [{ type: 'plan.edited', plan: command.plan, by: command.by }], at);
}

/** A person who takes what the agents gave up on lets a blocked run go on, as a retry does. */
function take(run: Run, { task, by }: Extract<Command, { type: 'task.take' }>, at: number): Answer {
  const state = taskOf(run, task);
  if (state === undefined) return noSuchTask(run, task);
  const again = run.blocked === undefined ? [] : retry(run, by, undefined);
  const now = endOf(run, courseOf(run, again, at));
  const free = run.visit.stage === 'implementation' && takeable(now).some((item) => item.task.id === task);
  return free
    ? settled(run, [...again, { type: 'task.taken', task, by }], at)
    : { refused: 'STATE_MISMATCH', expected: 'a task that could be worked on now', actual: state.at };
}

function give(run: Run, command: Extract<Command, { type: 'task.give' }>, at: number): Answer {
  const { task, by, work } = command;
  const state = taskOf(run, task);
  if (state === undefined) return noSuchTask(run, task);
  const has = state.at === 'taken' && state.workspace !== undefined;
  return has
    ? settled(run, [{ type: 'task.given', task, by, work }], at)
    : { refused: 'STATE_MISMATCH', expected: 'a task that was handed out', actual: state.at };
}

function taskOf(run: Run, id: string): TaskState | undefined {
  return run.tasks.find((state) => state.task.id === id && state.at !== 'dropped');
}

function noSuchTask(run: Run, task: string): Refusal {
  const tasks = run.tasks.filter((state) => state.at !== 'dropped').map((state) => state.task.id);
  return { refused: 'no-such-task', task, tasks };
}

function decideGate(run: Run, command: Extract<Command, { type: 'gate.decide' }>, at: number): Answer {
  const gate = run.gates.find((item) => item.id === command.gate);
  if (gate === undefined) return { refused: 'no-such-gate', gate: command.gate };
  const expired = isExpired(gate, run.policy.gateMs, at);
  const refusal = mayDecide(gate, run.visit.n, command, expired) ?? mayRaise(run, gate, command.decision);
  if (refusal !== undefined) return refusal;
  const decided: RunEvent = { type: 'gate.decided', gate: gate.id, decision: command.decision };
  return settled(run, [decided, ...consequences(run, gate, command.decision)], at);
}

/** What an answer gives at once, beyond opening the way. */
function consequences(run: Run, gate: Gate, decision: Decision): readonly RunEvent[] {
  if (gate.kind === 'review') return judgedByPerson(run, gate, decision);
  if (decision.answer !== 'approve') return [];
  if (gate.kind === 'plan') return chosen(run, gate, decision);
  const raised = raisedAt(run, gate, decision);
  if (raised !== undefined) return [raised];
  if (asksForTests(gate)) return waivedNow(run);
  return gate.kind === 'widen-scope'
    ? [{ type: 'task.granted', task: gate.subject, paths: gate.paths ?? [] }]
    : [];
}

/** Where the best version stood at the gate and is not the last, it is the run's plan from now on. */
function chosen(run: Run, gate: Gate, { by }: Decision): readonly RunEvent[] {
  const { visit: _visit, ...last } = must(run.plan, 'a plan gate is about a plan');
  const plan = planAtGate(run);
  return gate.subject === 'plan' || plan.hash === last.hash ? [] : [{ type: 'plan.chosen', plan, by }];
}

/** Landing is the merge order for this head, and then the change goes into the user's repository. */
function land(run: Run, command: Extract<Command, { type: 'run.land' }>, at: number): Answer {
  const ordered: RunEvent = { type: 'landing.ordered', how: command.how, by: command.by };
  if (run.ended === 'completed' && run.landed === undefined) return courseOf(run, [ordered], at);
  return over(run) ?? order(run, command, [ordered], at);
}

function order(
  run: Run,
  command: { readonly head: string; readonly by: Decider },
  also: readonly RunEvent[],
  at: number,
): Answer {
  const head = headsOf(run);
  if (run.visit.stage !== 'merge' || run.blocked !== undefined) {
    return notYet(run);
  }
  if (command.head !== head) return { refused: 'STATE_MISMATCH', expected: command.head, actual: head };
  const gate = openGates(run).find((item) => item.kind === 'merge');
  const approved: readonly RunEvent[] =
    gate === undefined
      ? []
      : [{ type: 'gate.decided', gate: gate.id, decision: { answer: 'approve', by: command.by } }];
  return settled(run, [...approved, { type: 'merge.ordered', head, by: command.by }, ...also], at);
}

function words(comment: string | undefined): { readonly comment?: string } {
  return comment === undefined ? {} : { comment };
}

function settled(run: Run, events: readonly RunEvent[], at: number): Course {
  const course = courseOf(run, events, at);
  return followedBy(course, settle(endOf(run, course), at));
}
