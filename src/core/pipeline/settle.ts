// Settling: after something happened, the run moves, asks and stops until nothing more follows by itself.
//   SETTLE-1. Only this file applies the transition table, and it is bounded: a run never turns in place.

import type { Course } from '../course.ts';
import { courseOf, endOf, followedBy } from '../course.ts';
import type { RunEvent } from '../events.ts';
import { gatesDue } from '../gates/gates-due.ts';
import type { Run } from '../run.ts';
import { stages } from '../stages/table.ts';
import { isStuck } from '../status.ts';
import type { Move } from './moves/move.ts';
import { nextMove } from './transitions.ts';

const stepsMax = 64;

export function settle(start: Run, at: number): Course {
  let course: Course = { events: [], states: [] };
  for (let step = 0; step < stepsMax; step += 1) {
    const run = endOf(start, course);
    const next = follows(run);
    if (next.length === 0) return course;
    course = followedBy(course, courseOf(run, next, at));
  }
  const stopped: RunEvent = { type: 'run.blocked', because: 'the run turned in place' }; // SETTLE-1
  return followedBy(course, courseOf(endOf(start, course), [stopped], at));
}

/** Events, and all that follows from them by itself. */
export function settled(run: Run, events: readonly RunEvent[], at: number): Course {
  const course = courseOf(run, events, at);
  return followedBy(course, settle(endOf(run, course), at));
}

function follows(run: Run): readonly RunEvent[] {
  if (run.ended !== undefined || run.blocked !== undefined || run.paused) return [];
  const facts = stages[run.visit.stage].follows?.(run) ?? [];
  if (facts.length > 0) return facts;
  const move = nextMove(run);
  if (move !== undefined) return moved(run, move);
  const [request] = gatesDue(run);
  if (request !== undefined) {
    return [{ type: 'gate.opened', gate: `g${run.gates.length + 1}`, request }];
  }
  return isStuck(run)
    ? [{ type: 'run.blocked', because: 'nothing is in flight, nothing is due and nobody is asked' }]
    : [];
}

function moved(run: Run, move: Move): readonly RunEvent[] {
  if (move.to === 'completed') return [{ type: 'run.completed' }];
  if (move.to === 'blocked') return [{ type: 'run.blocked', because: move.because }];
  return [
    {
      type: 'stage.entered',
      visit: run.visit.n + 1,
      stage: move.to,
      from: run.visit.stage,
      because: move.because,
      ...(move.round === undefined ? {} : { round: move.round }),
      carry: move.carry?.(run) ?? [],
    },
    ...(move.also?.(run) ?? []),
  ];
}
