// Descriptors that came from whoever started Slipway: a shell with an open folder hands it on to us, and we would to every
// program, which reads and writes through it whatever its box does not show.
//
// Everything Node opens itself is closed when a program starts. What was open before it is not, so that another file, in which
// there is nothing, is put in its place.

import { openSync, readdirSync, readFileSync } from 'node:fs';

/** After input, output and errors. */
export const firstOther = 3;
/** O_CLOEXEC, as the system writes flags of a descriptor. */
const closesItself = 0o2_000_000;

type Handed = number | 'ignore';

let handed: readonly Handed[] | undefined;

/**
 * What a child gets from descriptor `from` on, so that it inherits nothing. Looked up once: what is opened later closes itself.
 * Where the system does not list descriptors nothing can be put in their place.
 */
export function nothingInherited(from: number): readonly Handed[] {
  handed ??= inPlaceOf(inherited());
  return handed.slice(from - firstOther);
}

function inPlaceOf(descriptors: readonly number[]): readonly Handed[] {
  const last = Math.max(...descriptors, 0);
  if (last === 0) return [];
  const nothing = openSync('/dev/null', 'r');
  return Array.from({ length: last - firstOther + 1 }, (_, index) =>
    descriptors.includes(index + firstOther) ? nothing : 'ignore',
  );
}

function inherited(): readonly number[] {
  return listed()
    .map(Number)
    .filter((descriptor) => descriptor >= firstOther && !closes(descriptor));
}

function listed(): readonly string[] {
  try {
    return readdirSync('/proc/self/fd');
  } catch {
    return [];
  }
}

/** One that is gone by now was the one the list was read through. */
function closes(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & closesItself) !== 0;
  } catch {
    return true;
  }
}
