// Setting aside what a run may cost, in the ledger of the home.

import type { EffectHandler } from '../effect.ts';
import type { EffectParts } from '../parts.ts';

export function reserve(parts: EffectParts): EffectHandler<'reserve'> {
  const done = { type: 'done', kind: 'reserve', result: {} } as const;
  return {
    probe: async (_effect, { run }) => ((await parts.home.hasReserved(run.id)) ? done : undefined),
    act: async (effect, { run }) => {
      await parts.home.record({ type: 'budget.reserved', run: run.id, ...effect.input });
      return done;
    },
  };
}
