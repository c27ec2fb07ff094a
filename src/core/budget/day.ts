// The budget of a day [C8]: what all runs of a home may use together until midnight. What they used is not in the state of any run:
// the engine looks before each intent, and tells a run whose launch does not fit any more.
//   DAY-1. Nothing is launched by a run that was told, until the day is over or a person raised its cap.
//   DAY-2. What is done beside the stages is given up instead: nobody is asked for money for it.

import { isBeside } from '../pipeline/beside.ts';
import type { ScopedCap, Spend } from './budget.ts';
import { capName, limitOf } from './budget.ts';
import type { Refusal } from '../commands.ts';
import type { Effect } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import type { GateRequest } from '../gates/gate.ts';
import { isOfDay } from '../gates/gate.ts';
import type { Run } from '../run.ts';
import { failure } from '../failures/failed-effect.ts';
import { changed } from '../evolve/within.ts';

export interface DayReached {
  /** The day it is about, as 2026-11-16. */
  readonly day: string;
  readonly cap: ScopedCap;
  /** What all runs had used of it by then. */
  readonly spent: Spend;
}

/** Instead of a launch that the day cannot pay for. */
export function dayReached(run: Run, effect: Effect, reached: DayReached): readonly RunEvent[] {
  return isBeside(effect)
    ? failure(run, effect, { reason: 'over-budget' }) // DAY-2
    : [{ type: 'day.reached', ...reached }];
}

export function dayGate({ day, budget }: Run): readonly GateRequest[] {
  if (day === undefined) return [];
  const named = { cap: day.cap, scope: 'day' } as const;
  const subject = capName(named);
  return [{ kind: 'budget', subject, digest: `${subject}.${day.day}.${limitOf(budget, named)}` }];
}

/** Another day has begun. */
export function dayPassed(run: Run, day: string): readonly RunEvent[] | Refusal {
  return run.day === undefined || run.day.day >= day
    ? { refused: 'STATE_MISMATCH', expected: 'a run that waits for another day', actual: day }
    : [{ type: 'day.passed', day }];
}

/** DAY-1: the run goes on, and is told again where it still does not fit. */
export function withoutDay(run: Run): Run {
  return changed(run, { day: undefined });
}

/** What was asked about the day that is over is not asked any more. */
export function withoutDayGate(run: Run): Run {
  return changed(run, {
    gates: run.gates.map((gate) =>
      isOfDay(gate) && gate.decision === undefined ? { ...gate, superseded: true } : gate,
    ),
  });
}
