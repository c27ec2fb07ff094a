// How absolute paths lie to each other. Nothing here looks at the disk.

import path from 'node:path';

/** The same, or somewhere below. */
export function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer === '/' ? outer : `${outer}/`);
}

export function isWithinAny(inner: string, outers: readonly string[]): boolean {
  return outers.some((outer) => isWithin(inner, outer));
}

/** How many names lead to it: `/` has none. */
export function depthOf(place: string): number {
  return place.split('/').filter((name) => name !== '').length;
}

/** Absolute, without `..`, doubled or trailing slashes. */
export function isPlain(place: string): boolean {
  return path.isAbsolute(place) && path.normalize(place) === place && (place === '/' || !place.endsWith('/'));
}
