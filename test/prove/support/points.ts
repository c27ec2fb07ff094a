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

/** Kinds that cost something, or change what others see: each of their effects is cut, not only two. */
const wholeKinds: ReadonlySet<Kind> = new Set<Kind>([
  'attempt',
  'integrate',
  'push',
  'open-pull-request',
  'merge',
  'land',
]);

/** `full`: every point. `ci`: every boundary of the first and the last effect of each kind, all of some kinds, and every other ask. */
export function chosenPoints(all: readonly Point[], size: 'ci' | 'full'): readonly Point[] {
  if (size === 'full') return all;
  const ends = new Set(
    [...new Set(all.map((point) => point.kind))].flatMap((kind) => {
      const keys = [...new Set(all.filter((point) => point.kind === kind).map((point) => point.key))];
      return kind === 'ask' ? keys.filter((_, index) => index % 2 === 0) : [keys[0], keys.at(-1)];
    }),
  );
  return all.filter((point) => wholeKinds.has(point.kind) || ends.has(point.key));
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
