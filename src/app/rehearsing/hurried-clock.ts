// A clock for rehearsals: whoever waits for a time is told at once that it has come, and from then on it has. What takes time of its
// own, such as a check or an attempt, takes it.

import { setTimeout as wait } from 'node:timers/promises';
import type { Clock } from '../../telemetry/clock.ts';

/** So that somebody who looks again and again does not turn on the spot. */
const breathMs = 20;

/** `from` is the time it is at least: a clock that takes over from one that had hurried ahead does not go back. */
export function hurriedClock(real: Clock, from: number): Clock {
  let aheadMs = Math.max(0, from - real.now());
  const now = (): number => real.now() + aheadMs;
  return {
    now,
    monotonic: () => real.monotonic(),
    until: async (at, signal) => {
      if (signal.aborted || !(at > now())) return;
      await wait(breathMs, undefined, { signal }).catch(() => undefined); // told by the signal, too
      if (!signal.aborted) aheadMs += Math.max(0, at - now());
    },
  };
}
