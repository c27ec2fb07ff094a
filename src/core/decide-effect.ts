// Decide what an effect means: it begins once, its end counts for its visit, and what it brought is read by the stage it
// was for. Nothing here is asked by a person.

import { isBeside } from './pipeline/beside.ts';
import type { Command } from './commands.ts';
import type { Effect, Outcome, Provenance } from './effects.ts';
import type { SavedWork } from './tasks/saved-work.ts';
import { isLaunch } from './effects.ts';
import type { CommandAnswer } from './course.ts';
import { courseOf, endOf, followedBy } from './course.ts';
import { dayReached } from './budget/day.ts';
import { docsEnded } from './repository/docs.ts';
import { dueWithBegun, effectsDue, isTakenOver } from './effects-due.ts';
import type { RunEvent } from './events.ts';
import type { Run } from './run.ts';
import { naming, repositoryOf } from './run.ts';
import { searchAsked } from './roles/web-search.ts';
import { settled } from './pipeline/settle.ts';
import type { Done } from './pipeline/stage.ts';
import { standsAsItWas } from './tasks/standing.ts';
import { failure } from './failures/failed-effect.ts';
import { stages } from './stages/table.ts';
import { strayed } from './stages/widening.ts';

export function begin(run: Run, key: string, at: number): CommandAnswer {
  const effect = freshlyDue(run, key);
  if (effect === undefined) return { refused: 'not-due', key };
  const course = courseOf(run, [{ type: 'effect.begun', effect }], at);
  dueWithBegun(run, effect, endOf(run, course));
  return course;
}

function freshlyDue(run: Run, key: string): Effect | undefined {
  const begun = run.inFlight.some((effect) => effect.key === key);
  return begun ? undefined : effectsDue(run).find((due) => due.key === key);
}

/** Nothing was launched, so nothing is counted or paid; what follows is what a failed login would have led to. */
export function hold(
  run: Run,
  { key, agent }: Extract<Command, { type: 'launch.hold' }>,
  at: number,
): CommandAnswer {
  const effect = freshlyDue(run, key);
  return effect === undefined || !isLaunch(effect.kind)
    ? { refused: 'not-due', key }
    : settled(run, failure(run, effect, { reason: 'agent-halted', provenance: { agent } }), at);
}

export function refuse(
  run: Run,
  { key, reached }: Extract<Command, { type: 'launch.refuse' }>,
  at: number,
): CommandAnswer {
  const effect = freshlyDue(run, key);
  return effect === undefined || !isLaunch(effect.kind)
    ? { refused: 'not-due', key }
    : settled(run, dayReached(run, effect, reached), at);
}

/** What an attempt saved once a person has its task is part of what they are given when it ends. */
export function save(
  run: Run,
  { key, work }: Extract<Command, { type: 'task.save' }>,
  at: number,
): CommandAnswer {
  const effect = run.inFlight.find((item) => item.key === key);
  if (effect?.kind !== 'attempt' || isTakenOver(run, effect)) {
    return { refused: 'not-begun', key };
  }
  return courseOf(run, [{ type: 'task.saved', task: effect.subject, ...work }], at);
}

export function end(run: Run, key: string, outcome: Outcome, at: number): CommandAnswer {
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
      return (
        standsAsItWas(run, effect, outcome) ?? strayed(run, effect, outcome) ?? failure(run, effect, outcome)
      );
    case 'stopped':
      return outcome.saved === undefined || effect.kind !== 'attempt'
        ? []
        : [{ type: 'task.saved', task: effect.subject, commit: outcome.saved, ...outcome.work }];
    case 'done':
      if (outcome.kind === 'land' || outcome.kind === 'discard' || outcome.kind === 'revert')
        return closed(run, effect, outcome);
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
  outcome: Extract<Done, { kind: 'land' | 'discard' | 'revert' }>,
): readonly RunEvent[] {
  const where = naming(run, repositoryOf(run, effect));
  if (outcome.kind === 'land') return [{ type: 'change.landed', ...where, landed: outcome.result }];
  return outcome.kind === 'revert'
    ? [{ type: 'change.reverted', ...where, reverted: outcome.result }]
    : [{ type: 'change.discarded', ...where }];
}

/** A person took the task while an agent was at work on it: what it left is where they begin. */
function leftToAPerson(effect: Effect, outcome: Outcome): readonly RunEvent[] {
  const saved = workIn(outcome);
  return saved === undefined ? [] : [{ type: 'task.saved', task: effect.subject, ...saved }];
}

function workIn(outcome: Outcome): (Pick<SavedWork, 'commit'> & Partial<SavedWork>) | undefined {
  if (outcome.type === 'stopped') {
    return outcome.saved === undefined ? undefined : { commit: outcome.saved, ...outcome.work };
  }
  if (outcome.type !== 'done' || outcome.kind !== 'attempt') return undefined;
  return outcome.result.answer === 'delivered' ? { commit: outcome.result.commit } : undefined;
}
