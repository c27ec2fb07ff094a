// The budget of a day [C8]: what all runs of a home may use together until midnight. What they used is not in the state of any run:
// the engine looks before each intent, and tells a run whose launch does not fit any more.
//   DAY-1. Nothing is launched by a run that was told, until the day is over or a person raised its cap.
//   DAY-3. A raise is of the day, which all runs share: it moves every run that waits for the same cap, and counts until the day is over.
//   DAY-2. What is done beside the stages is given up instead: nobody is asked for money for it.

import { isBeside } from '../pipeline/beside.ts';
import type { NamedCap, ScopedCap, Spend } from './budget.ts';
import { capName, limitOf, scopedCaps } from './budget.ts';
import type { Caps } from '../policy.ts';
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
  /** How high the cap was then, where it was raised on this day in another run. */
  readonly limit?: number;
}

/** What a person said of the day in one run, for all that share the cap. */
export interface DayRaise {
  readonly cap: ScopedCap;
  readonly from: number;
  readonly to: number;
}

/** Instead of a launch that the day cannot pay for. */
export function dayReached(run: Run, effect: Effect, reached: DayReached): readonly RunEvent[] {
  return isBeside(effect)
    ? failure(run, effect, { reason: 'over-budget' }) // DAY-2
    : [{ type: 'day.reached', ...reached }];
}

export function dayGate(run: Run): readonly GateRequest[] {
  const { day } = run;
  if (day === undefined) return [];
  const named = { cap: day.cap, scope: 'day' } as const;
  const subject = capName(named);
  return [{ kind: 'budget', subject, digest: `${subject}.${day.day}.${limitNow(run, named)}` }];
}

/** How high a cap is for this run; that of the day may have been raised in another one. */
export function limitNow({ budget, day }: Pick<Run, 'budget' | 'day'>, named: NamedCap): number {
  const own = limitOf(budget, named);
  return named.scope === 'day' ? Math.max(own, day?.limit ?? own) : own;
}

/** DAY-3. What the caps of a run have become by the raises of a day, the oldest first. */
export function capsAfter(caps: Caps, raises: readonly DayRaise[]): Caps {
  const after = scopedCaps.flatMap((cap) => {
    const limit = caps[cap];
    return limit === undefined ? [] : [[cap, raisedTo({ cap, limit }, raises)] as const];
  });
  return { ...caps, ...Object.fromEntries(after) };
}

/** Each raise is of those who had the cap as high as the run in which it was raised, or between. */
function raisedTo(
  { cap, limit }: { readonly cap: ScopedCap; readonly limit: number },
  raises: readonly DayRaise[],
): number {
  return raises
    .filter((raise) => raise.cap === cap)
    .reduce((now, { from, to }) => (now >= from && now < to ? to : now), limit);
}

/** DAY-3. */
export function dayRaised(
  run: Run,
  raise: { readonly day: string; readonly cap: ScopedCap; readonly to: number },
): readonly RunEvent[] | Refusal {
  const { day, cap, to } = raise;
  const waits = run.day?.day === day && run.day.cap === cap;
  return waits && to > limitNow(run, { cap, scope: 'day' })
    ? [{ type: 'day.raised', day, cap, to }]
    : { refused: 'STATE_MISMATCH', expected: 'a run that waits for a higher cap of the day', actual: day };
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
