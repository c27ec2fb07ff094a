// Counts many terms in one pass over bytes: an automaton after Aho and Corasick, over the few bytes that terms are made
// of. Letters of ASCII are alike in both cases.
//
// Invariants
//   MATCHER-1. The time is one step for each byte, however many terms there are.
//   MATCHER-2. A term that begins with a letter counts only where a word begins: after no letter, or at a hump (`cartTotal`).

export interface Matcher {
  /** How often each term is in these bytes, at most 255 times: the list is written into `counts`. */
  readonly count: (bytes: Uint8Array, counts: Uint8Array) => void;
  /** Looks for a term no longer: one that is everywhere costs the most and says the least. */
  readonly forget: (term: number) => void;
}

const countMax = 255;
const statesMax = 0xffff;

interface Automaton {
  readonly classes: Uint8Array;
  readonly width: number;
  /** Where a byte leads, by state and class. */
  readonly next: Uint16Array;
  /** The terms that end in a state. */
  readonly ends: number[][];
}

export function matcherOf(terms: readonly string[]): Matcher {
  const patterns = terms.map((term) => Buffer.from(term.toLowerCase(), 'utf8'));
  const { classes, width, next, ends } = automatonOf(patterns);
  // A state is known by where its row begins, which saves a multiplication for every byte.
  const rows = Int32Array.from(next, (state) => state * width);
  const hasEnd = new Uint8Array(next.length);
  const mark = (state: number): void => {
    hasEnd[state * width] = (ends[state]?.length ?? 0) > 0 ? 1 : 0;
  };
  for (const state of ends.keys()) mark(state);
  return {
    count: (bytes, counts) => {
      counts.fill(0);
      const length = bytes.length;
      let row = 0;
      for (let at = 0; at < length; at += 1) {
        row = rows[row + (classes[bytes[at] ?? 0] ?? 0)] ?? 0;
        if (hasEnd[row] === 0) continue;
        for (const term of ends[row / width] ?? []) {
          const start = at + 1 - (patterns[term]?.length ?? 0);
          if (beginsWord(bytes, start)) counts[term] = Math.min(countMax, (counts[term] ?? 0) + 1);
        }
      }
    },
    forget: (term) => {
      for (const [state, list] of ends.entries()) {
        if (!list.includes(term)) continue;
        ends[state] = list.filter((one) => one !== term);
        mark(state);
      }
    },
  };
}

/** MATCHER-2. */
function beginsWord(bytes: Uint8Array, start: number): boolean {
  const first = bytes[start] ?? 0;
  const before = start === 0 ? 0 : (bytes[start - 1] ?? 0);
  return !isLetter(first) || !isLetter(before) || (isUpper(first) && !isUpper(before));
}

function isUpper(byte: number): boolean {
  return byte >= 0x41 && byte <= 0x5a;
}

function isLetter(byte: number): boolean {
  return isUpper(byte) || (byte >= 0x61 && byte <= 0x7a);
}

function automatonOf(patterns: readonly Uint8Array[]): Automaton {
  const { classes, width } = classesOf(patterns);
  const children: number[][] = [emptyRow(width)];
  const ends: number[][] = [[]];
  for (const [term, pattern] of patterns.entries()) {
    let state = 0;
    for (const byte of pattern) {
      const row = children[state] ?? [];
      const at = classes[byte] ?? 0;
      if ((row[at] ?? 0) === 0) {
        if (children.length > statesMax) throw new Error('invariant: there are too many terms to search for');
        row[at] = children.length;
        children.push(emptyRow(width));
        ends.push([]);
      }
      state = row[at] ?? 0;
    }
    if (pattern.length > 0) ends[state]?.push(term);
  }
  return { classes, width, ...closed(children, ends, width) };
}

/** Bytes that no term has are all of class 0. */
function classesOf(patterns: readonly Uint8Array[]): {
  readonly classes: Uint8Array;
  readonly width: number;
} {
  const classes = new Uint8Array(256);
  let width = 1;
  for (const byte of new Set(patterns.flatMap((pattern) => [...pattern]))) {
    classes[byte] = width;
    if (byte >= 0x61 && byte <= 0x7a) classes[byte - 0x20] = width;
    width += 1;
  }
  return { classes, width };
}

function emptyRow(width: number): number[] {
  return Array.from({ length: width }, () => 0);
}

/** Level by level: where a state has no way of its own, it goes where its longest proper ending goes. */
function closed(
  children: readonly (readonly number[])[],
  ends: number[][],
  width: number,
): Pick<Automaton, 'next' | 'ends'> {
  const next = new Uint16Array(children.length * width);
  const fallback = new Uint16Array(children.length);
  const queue = [0];
  for (let head = 0; head < queue.length; head += 1) {
    const state = queue[head] ?? 0;
    const back = fallback[state] ?? 0;
    if (state !== 0) ends[state]?.push(...(ends[back] ?? []));
    for (let at = 0; at < width; at += 1) {
      const child = children[state]?.[at] ?? 0;
      const behind = state === 0 ? 0 : (next[back * width + at] ?? 0);
      next[state * width + at] = child === 0 ? behind : child;
      if (child === 0) continue;
      fallback[child] = behind;
      queue.push(child);
    }
  }
  return { next, ends };
}
