// Waiting for a time. It counts from when the wait was begun, so a crash does not start it over.

import type { EffectHandler } from '../effect.ts';
import type { EffectParts } from '../parts.ts';
import { never } from '../probe.ts';

export function waitUntil(parts: EffectParts): EffectHandler<'wait-until'> {
  return {
    probe: never,
    act: async (effect, { begunAt, signal }) => {
      const { waitMs, untilMs } = effect.input;
      await parts.clock.until(untilMs ?? begunAt + (waitMs ?? 0), signal);
      return signal.aborted ? { type: 'stopped' } : { type: 'done', kind: 'wait-until', result: {} };
    },
  };
}
