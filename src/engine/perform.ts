// One effect, from intent to record, as a generator that yields at every boundary. Production awaits the
// yields; the simulator steps, reorders and drops them.
//
//   before intent → [intend] → after intent → [probe] → [act] → after act → [record] → after record
//
//   PERFORM-1. Nothing is done that the journal does not intend (intent first).
//   PERFORM-2. Nothing is done again before the world was asked whether it is done already (probe, then act).

import type { Effect, Outcome } from '../core/effects.ts';

export type PerformStep =
  | { readonly type: 'intend'; readonly effect: Effect }
  | { readonly type: 'probe'; readonly effect: Effect; readonly recovered: boolean }
  | { readonly type: 'act'; readonly effect: Effect; readonly recovered: boolean }
  | { readonly type: 'record'; readonly effect: Effect; readonly outcome: Outcome };

/** What the driver gives back for a step: whether the journal took it, or what the world answered. */
export interface StepAnswer {
  readonly accepted?: boolean;
  readonly outcome?: Outcome;
}

export type Performance = Generator<PerformStep, void, StepAnswer>;

export function* perform(effect: Effect, recovered: boolean): Performance {
  if (!recovered) {
    const intent = yield { type: 'intend', effect }; // PERFORM-1
    if (intent.accepted !== true) return;
  }
  const found = yield { type: 'probe', effect, recovered }; // PERFORM-2
  const outcome = found.outcome ?? (yield { type: 'act', effect, recovered }).outcome;
  if (outcome !== undefined) yield { type: 'record', effect, outcome };
}
