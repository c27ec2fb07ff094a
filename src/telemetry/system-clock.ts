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
      while (!signal.aborted) {
        const leftMs = at - Date.now();
        if (!(leftMs > 0)) return;
        await pause(Math.min(leftMs, pieceMsMax), signal);
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
