// Owners come and go, and each reads every run from its first event on. Events in the store never change and a state
// follows from the one before it and an event alone, so a step of the fold that one owner made is the next one's too.

import type { RunEvent } from '../../src/core/events.ts';
import { followed } from '../../src/core/evolve/evolve.ts';
import type { Run } from '../../src/core/run.ts';

interface Step {
  readonly before: Run | undefined;
  readonly at: number;
  readonly after: Run;
}

/** The same answers as `followed`. Only what follows the very same state at the very same time is not worked out anew. */
export function rememberedFold(): typeof followed {
  const steps = new WeakMap<RunEvent, Step>();
  return (before, event, at) => {
    const known = steps.get(event);
    if (known !== undefined && known.before === before && known.at === at) return known.after;
    const after = followed(before, event, at);
    steps.set(event, { before, at, after });
    return after;
  };
}
