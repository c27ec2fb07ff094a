// Where a run is cut: an effect at one of its four boundaries. Owns which points a sweep takes, and which pairs of
// kind and boundary it left out. Pure.

import type { Effect, Kind } from '../../../src/core/effects.ts';
import type { Boundary } from '../../../src/engine/engine.ts';

export interface Point {
  readonly boundary: Boundary;
  readonly key: string;
  readonly kind: Kind;
}

export function pointOf(boundary: Boundary, effect: Effect): Point {
  return { boundary, key: effect.key, kind: effect.kind };
}

export function nameOf(point: Pick<Point, 'boundary' | 'key'>): string {
  return `${point.key} ${point.boundary}`;
}

/** Kinds that cost something, or change what others see: each of their effects is cut, not only one. */
const wholeKinds: ReadonlySet<Kind> = new Set<Kind>([
  'attempt',
  'integrate',
  'push',
  'open-pull-request',
  'merge',
  'land',
]);

const eighth = 8;

/**
 * `full`: every point. `ci`: every kind once at every boundary it has; and where the deed is done and not written down, which is
 * where a second one would come from, every effect of some kinds and every eighth ask.
 */
export function chosenPoints(all: readonly Point[], size: 'ci' | 'full'): readonly Point[] {
  if (size === 'full') return all;
  const last = new Set(new Map(all.map((point) => [`${point.kind} ${point.boundary}`, point])).values());
  const asks = all.filter((point) => point.kind === 'ask' && point.boundary === 'after-act');
  const some = new Set(asks.filter((_, index) => index % eighth === 0));
  const isWhole = ({ kind, boundary }: Point): boolean => wholeKinds.has(kind) && boundary === 'after-act';
  return all.filter((point) => last.has(point) || some.has(point) || isWhole(point));
}

/** What a run that goes round does otherwise than one that does not: thinned, and each one cut. */
const roundKinds: ReadonlySet<Kind> = new Set<Kind>([
  'ask',
  'attempt',
  'push',
  'update-pull-request',
  'inspect',
]);
const wholeRoundKinds: ReadonlySet<Kind> = new Set<Kind>(['integrate', 'merge']);
const wholeRoundChecks = /\/check\/(baseline|queue)\//;

/** For a story beside the demo's, which has cut everything up to the first evaluation: about so many after it. */
export function pointsOfRounds(all: readonly Point[], max: number): readonly Point[] {
  const later = all.slice(all.findIndex((point) => point.key.includes('/check/run/')));
  const whole = later.filter(({ kind, key }) => wholeRoundKinds.has(kind) || wholeRoundChecks.test(key));
  const others = later.filter((point) => roundKinds.has(point.kind));
  return [...whole, ...thinned(others, Math.max(0, max - whole.length))];
}

/** At most so many, half of them where the deed is done and not written down; in their order. */
export function halfDone(all: readonly Point[], max: number): readonly Point[] {
  const isDone = ({ boundary }: Point): boolean => boundary === 'after-act';
  const done = thinned(all.filter(isDone), Math.ceil(max / 2));
  const others = all.filter((point) => !done.includes(point));
  const chosen = new Set([...done, ...thinned(others, max - done.length)]);
  return all.filter((point) => chosen.has(point));
}

/** At most so many, spread evenly. */
export function thinned<T>(items: readonly T[], max: number): readonly T[] {
  if (items.length <= max) return items;
  return Array.from({ length: max }, (_, index) => items[Math.floor((index * items.length) / max)]).filter(
    (item) => item !== undefined,
  );
}

export function uncoveredPairs(all: readonly Point[], covered: readonly Point[]): readonly string[] {
  const pair = ({ kind, boundary }: Point): string => `${kind}/${boundary}`;
  const found = new Set(covered.map(pair));
  return [...new Set(all.map(pair))].filter((name) => !found.has(name)).toSorted();
}
