// Port: how effects are probed and done. One file a kind in this folder; the engine knows only this.
//
// Invariants
//   EFFECT-1. `act` may be called again after a crash: doing it twice is doing it once, or its probe finds the first.
//   EFFECT-2. Nothing expected is thrown: what the world did not do comes back as a failed outcome.

import type { Effect, Kind, Outcome } from '../core/effects.ts';
import type { SavedWork } from '../core/tasks/saved-work.ts';
import type { Run } from '../core/run.ts';

export interface EffectContext {
  readonly run: Run;
  /** When the effect was begun, by the journal. */
  readonly begunAt: number;
  /** Begun by an owner that is gone: what it left running is ended first. */
  readonly recovered: boolean;
  readonly signal: AbortSignal;
  /** Tells the journal of work that goes on: what it has done so far is saved. */
  readonly save: (work: SavedWork) => Promise<void>;
}

export interface EffectHandler<K extends Kind> {
  /** Whether it took hold already, and with what outcome. */
  readonly probe: (effect: Effect<K>, context: EffectContext) => Promise<Outcome<K> | undefined>;
  readonly act: (effect: Effect<K>, context: EffectContext) => Promise<Outcome<K>>;
}

export type EffectHandlers = { readonly [K in Kind]: EffectHandler<K> };

/** The world as the engine sees it: the real handlers, or a simulated one. */
export interface Effects {
  readonly probe: (effect: Effect, context: EffectContext) => Promise<Outcome | undefined>;
  readonly act: (effect: Effect, context: EffectContext) => Promise<Outcome>;
}

export function effectsOf(handlers: EffectHandlers): Effects {
  return {
    probe: (effect, context) => probeWith(handlers, effect, context),
    act: (effect, context) => actWith(handlers, effect, context),
  };
}

function probeWith<K extends Kind>(
  handlers: EffectHandlers,
  effect: Effect<K>,
  context: EffectContext,
): Promise<Outcome<K> | undefined> {
  const handler: EffectHandler<K> = handlers[effect.kind];
  return handler.probe(effect, context);
}

function actWith<K extends Kind>(
  handlers: EffectHandlers,
  effect: Effect<K>,
  context: EffectContext,
): Promise<Outcome<K>> {
  const handler: EffectHandler<K> = handlers[effect.kind];
  return handler.act(effect, context);
}
