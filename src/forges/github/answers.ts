// What GitHub refused, in the words of the port; and how a write whose answer was lost is found again.

import type { GitHubAnswered, Refusal } from '../../github/answer.ts';
import type { Clock } from '../../telemetry/clock.ts';
import type { ForgeAnswer } from '../forge.ts';

export type ForgeRefused = Extract<ForgeAnswer<never>, { readonly ok: false }>;

export function asForge(refusal: Refusal): ForgeRefused {
  const { detail, until } = refusal;
  switch (refusal.why) {
    case 'limited':
      return { ok: false, reason: 'forge-limited', detail, ...(until === undefined ? {} : { until }) };
    case 'unreachable':
    case 'unsettled':
    case 'garbled':
      return { ok: false, reason: 'forge-unavailable', detail };
    case 'conflict':
    case 'absent':
    case 'forbidden':
    case 'unacceptable':
    case 'unknown-caller':
      return { ok: false, reason: 'forge-refused', detail };
  }
}

export function forgeAnswer<T>(answer: GitHubAnswered<T>): ForgeAnswer<T> {
  return answer.ok ? answer : asForge(answer);
}

export function refused(detail: string): ForgeRefused {
  return { ok: false, reason: 'forge-refused', detail };
}

export function moved(detail: string): ForgeRefused {
  return { ok: false, reason: 'ref-moved', detail };
}

export const done: { readonly ok: true; readonly value: void } = { ok: true, value: undefined };

export interface Patience {
  readonly clock: Clock;
  /** Waits before each look; a list may lag behind what was written. */
  readonly looksMs: readonly number[];
}

/**
 * A write whose answer was lost is not sent again here: it is looked for, and where it cannot be found the forge counts as
 * unavailable. Whoever tries again later looks first.
 */
export async function settled<T>(
  patience: Patience,
  written: GitHubAnswered<T>,
  find: () => Promise<GitHubAnswered<T | undefined>>,
): Promise<GitHubAnswered<T>> {
  if (written.ok || written.why !== 'unsettled') return written;
  for (const ms of patience.looksMs) {
    await pause(patience.clock, ms);
    const found = await find();
    if (found.ok && found.value !== undefined) return { ok: true, value: found.value };
  }
  return written;
}

export async function pause(clock: Clock, ms: number): Promise<void> {
  if (ms > 0) await clock.until(clock.now() + ms, new AbortController().signal);
}
