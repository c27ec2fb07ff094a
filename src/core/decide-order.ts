// Decide what a person orders of a run: an answer at a gate, pause and resume, another try, cancel, merge, land.

import type { Command, Refusal } from './commands.ts';
import { coverageOf } from './evidence/coverage.ts';
import type { CommandAnswer } from './course.ts';
import { courseOf } from './course.ts';
import { mayRaise, raisedAt } from './budget/budget-gate.ts';
import type { RunEvent } from './events.ts';
import type { Decider, Decision, Gate } from './gates/gate.ts';
import { isExpired, mayDecide } from './gates/gate.ts';
import { asksForMerge } from './autonomy.ts';
import { mcpChannel, ownRun } from './gates/own-run.ts';
import type { Run } from './run.ts';
import { headsOf, must, openGates } from './run.ts';
import { notYet } from './pipeline/not-yet.ts';
import { earlierStages, foundSoFar } from './pipeline/earlier.ts';
import { settled } from './pipeline/settle.ts';
import type { StageName } from './pipeline/stage.ts';
import { personsName } from './stages/lines.ts';
import { baseAgain } from './stages/other-checks.ts';
import { planAtGate } from './stages/plan-review.ts';
import { judgedByPerson } from './stages/reviewing.ts';
import { asksForTests, waivedNow } from './stages/waiver.ts';
import { widenedBy } from './stages/widening.ts';

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

/** What has landed as well is told apart: nobody has to be sent to `land`. */
export function over({ ended, landed }: Run): Refusal | undefined {
  if (ended === undefined) return undefined;
  return { refused: 'run-ended', how: landed === undefined ? ended : 'landed' };
}

export function steer(run: Run, command: Steering, at: number): CommandAnswer {
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
      return notAgain(run, command.from, at) ?? settled(run, retry(run, command), at);
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
export function cancel(
  run: Run,
  command: Extract<Command, { type: 'run.cancel' }>,
  at: number,
): CommandAnswer {
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

function notAgain(run: Run, from: StageName | undefined, at: number): Refusal | undefined {
  if (run.blocked === undefined && !isOverdue(run, at))
    return { refused: 'STATE_MISMATCH', expected: 'blocked', actual: 'not blocked' };
  if (from === undefined || from === run.visit.stage || earlierStages(run).includes(from)) return undefined;
  return { refused: 'no-way-back', stage: run.visit.stage, to: from, ways: earlierStages(run) };
}

type Again = Pick<Extract<Command, { type: 'run.retry' }>, 'by' | 'comment' | 'from'>;

export function retry(
  run: Run,
  { by, comment, from = run.visit.stage }: Again,
  base = baseAgain(run, by),
): readonly RunEvent[] {
  const isHere = from === run.visit.stage;
  return [
    { type: 'run.retried', by, ...words(comment) },
    ...base,
    {
      type: 'stage.entered',
      visit: run.visit.n + 1,
      stage: from,
      from: run.visit.stage,
      because: isHere ? 'a person asked to go on' : 'a person asked to begin again there',
      carry: [
        ...(isHere ? run.visit.carry : foundSoFar(run)),
        ...(comment === undefined ? [] : [{ name: personsName, blob: comment }]),
      ],
    },
  ];
}

function decideGate(run: Run, command: Extract<Command, { type: 'gate.decide' }>, at: number): CommandAnswer {
  const gate = run.gates.find((item) => item.id === command.gate);
  if (gate === undefined) return { refused: 'no-such-gate', gate: command.gate };
  const expired = isExpired(gate, run.policy.gateMs, at);
  const refusal =
    mayDecide(gate, run.visit.n, command, expired) ??
    ownRun(run, command.decision.by) ??
    mayRaise(run, gate, command.decision);
  if (refusal !== undefined) return refusal;
  const decided: RunEvent = { type: 'gate.decided', gate: gate.id, decision: command.decision };
  return settled(run, [decided, ...consequences(run, gate, command.decision)], at);
}

/** What an answer gives at once, beyond opening the way. */
function consequences(run: Run, gate: Gate, decision: Decision): readonly RunEvent[] {
  if (gate.kind === 'review') return judgedByPerson(run, gate, decision);
  if (gate.kind === 'widen-scope') return widenedBy(run, gate, decision);
  if (decision.answer !== 'approve') return [];
  if (gate.kind === 'plan') return chosen(run, gate, decision);
  const raised = raisedAt(run, gate, decision);
  if (raised !== undefined) return [raised];
  return asksForTests(gate) ? waivedNow(run) : [];
}

/** Where the best version stood at the gate and is not the last, it is the run's plan from now on. */
function chosen(run: Run, gate: Gate, { by }: Decision): readonly RunEvent[] {
  const { visit: _visit, ...last } = must(run.plan, 'a plan gate is about a plan');
  const plan = planAtGate(run);
  return gate.subject === 'plan' || plan.hash === last.hash ? [] : [{ type: 'plan.chosen', plan, by }];
}

/** What was merged is taken back by a pull request for people to merge, one in each repository. Where one failed, it is tried again. */
export function revert(
  run: Run,
  { by }: Extract<Command, { type: 'run.revert' }>,
  at: number,
): CommandAnswer {
  const open = run.repositories.filter(({ reverted }) => reverted === undefined);
  const back = run.repositories.flatMap(({ reverted }) => reverted ?? []);
  if (run.ended !== 'completed' || open.some(({ pullRequest }) => pullRequest?.merged === undefined)) {
    return {
      refused: 'STATE_MISMATCH',
      expected: 'a change that is merged',
      actual: run.ended ?? 'not merged',
    };
  }
  if (open.length === 0) {
    return {
      refused: 'STATE_MISMATCH',
      expected: 'a change that is not taken back yet',
      actual: `taken back by pull request #${back.map(({ number }) => number).join(', #')}`,
    };
  }
  return courseOf(run, [{ type: 'revert.ordered', by }], at);
}

/** Landing is the merge order for this head, and then the change goes into the user's repository. */
export function land(run: Run, command: Extract<Command, { type: 'run.land' }>, at: number): CommandAnswer {
  const ordered: RunEvent = { type: 'landing.ordered', how: command.how, by: command.by };
  if (run.ended === 'completed' && run.landed === undefined) return courseOf(run, [ordered], at);
  return over(run) ?? order(run, command, [ordered], at);
}

function order(
  run: Run,
  command: { readonly head: string; readonly by: Decider },
  also: readonly RunEvent[],
  at: number,
): CommandAnswer {
  const head = headsOf(run);
  if (run.visit.stage !== 'merge' || run.blocked !== undefined) {
    return notYet(run);
  }
  const refusal = ownRun(run, command.by);
  if (refusal !== undefined) return refusal;
  if (command.head !== head) return { refused: 'STATE_MISMATCH', expected: command.head, actual: head };
  const gate = openGates(run).find((item) => item.kind === 'merge');
  // Nobody is asked yet, so there is no code that a person could have given: to order ahead is a person's alone.
  if (gate === undefined && command.by.channel === mcpChannel && asksForMerge(run.policy))
    return { refused: 'no-such-gate', gate: 'merge' };
  const approved: readonly RunEvent[] =
    gate === undefined
      ? []
      : [{ type: 'gate.decided', gate: gate.id, decision: { answer: 'approve', by: command.by } }];
  return settled(run, [...approved, { type: 'merge.ordered', head, by: command.by }, ...also], at);
}

function words(comment: string | undefined): { readonly comment?: string } {
  return comment === undefined ? {} : { comment };
}
