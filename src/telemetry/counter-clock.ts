// Time and chance that come out the same every time, for rehearsals, recorded runs and tests.
//
// Invariants
//   COUNTER-CLOCK-1. `now` gives `start`, and `stepMs` more at every call: no two events share a time.
//   COUNTER-CLOCK-2. Durations are zero unless somebody waited: how long real work took never reaches a journal.
//   COUNTER-CLOCK-3. Waiting takes no real time; it moves the clock to where the wait ends.

import { createHash } from 'node:crypto';
import type { Clock, Ids } from './clock.ts';
import { spellId } from './id.ts';

export function counterClock(start: number, stepMs: number): Clock {
  let next = start;
  let waitedMs = 0;
  return {
    now: () => {
      const now = next;
      next += stepMs;
      return now;
    },
    monotonic: () => waitedMs,
    until: async (at, signal) => {
      if (signal.aborted || at <= next) return;
      waitedMs += at - next;
      next = at;
    },
  };
}

export function seededIds(seed: number | string): Ids {
  let count = 0;
  return {
    next: (prefix) => {
      count += 1;
      return spellId(prefix, createHash('sha256').update(`${seed}/${count}`).digest());
    },
  };
}
