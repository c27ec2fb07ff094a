// Real time and real chance. Nothing but this folder, the configuration and the process runner reads either.

import { randomBytes } from 'node:crypto';
import type { Clock, Ids } from './clock.ts';
import { idBytes, spellId } from './id.ts';

/**
 * The longest single timer. A timer counts the time the machine was awake and holds at most 24.8 days;
 * looking at the wall clock once a minute keeps long waits right, also over a suspended laptop.
 */
const pieceMsMax = 60_000;

export function systemClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    until: async (at, signal) => {
      const wholeMs = at - Date.now();
      const startedAt = performance.now();
      // Less than a minute is a pause and no date: whoever sets the clock back an hour must not have it last an hour longer.
      const shortLeft = (): number =>
        wholeMs > pieceMsMax ? pieceMsMax : wholeMs - (performance.now() - startedAt);
      while (!signal.aborted) {
        const leftMs = Math.min(at - Date.now(), shortLeft());
        if (!(leftMs > 0)) return;
        await pause(leftMs, signal);
      }
    },
  };
}

export function randomIds(): Ids {
  return { next: (prefix) => spellId(prefix, randomBytes(idBytes)) };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.ceil(ms));
    signal.addEventListener('abort', done, { once: true });
  });
}
