// Chance that comes out the same for the same seed. Everything random in the simulation is drawn from one of
// these, in order, so that a seed is the whole story.

export interface Random {
  /** From 0 up to, but not including, 1. */
  readonly next: () => number;
  /** A whole number from 0 up to, but not including, `limit`. */
  readonly below: (limit: number) => number;
  readonly between: (low: number, high: number) => number;
  readonly chance: (rate: number) => boolean;
  readonly pick: <T>(items: readonly [T, ...T[]]) => T;
  /** One of them, or undefined where there is none. */
  readonly maybe: <T>(items: readonly T[]) => T | undefined;
}

export function randomOf(seed: number): Random {
  let state = (seed * 0x9e3779b1 + 0x7f4a7c15) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    chance: (rate) => rate > 0 && next() < rate,
    pick: (items) => items[below(items.length)] ?? items[0],
    maybe: (items) => (items.length === 0 ? undefined : items[below(items.length)]),
  };
}
