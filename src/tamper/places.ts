// Places in a text that are asked for again and again: lines, brackets, and what a place belongs to. Each is worked out once
// for the whole text, because asking every time from its beginning makes a long file take minutes, and whoever writes the
// change chooses how long it is.

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** How many texts are kept: both sides of a file, as they are and without comments. */
const textsMax = 4;
/** Below this a look from the place itself is quicker. */
const shortCharsMax = 4_096;

/** The same answer as without it, sooner: of the texts that were asked about last it is known. */
export function remembered<T>(make: (text: string) => T): (text: string) => T {
  const kept: { readonly text: string; readonly value: T }[] = [];
  return (text) => {
    const at = kept.findIndex((one) => one.text === text);
    const value = at < 0 ? make(text) : (kept[at]?.value ?? make(text));
    if (at > 0) kept.splice(at, 1);
    // The very text it was asked with: an equal one would be compared letter by letter the next time too.
    if (at === 0) kept[0] = { text, value };
    else kept.unshift({ text, value });
    kept.length = Math.min(kept.length, textsMax);
    return value;
  };
}

/** The same for what was taken apart already. */
export function rememberedOf<K extends object, T>(make: (one: K) => T): (one: K) => T {
  const known = new WeakMap<K, { readonly value: T }>();
  return (one) => {
    const found = known.get(one) ?? { value: make(one) };
    known.set(one, found);
    return found.value;
  };
}

const startsOf = remembered((text) => {
  const starts = [0];
  for (let next = text.indexOf('\n'); next >= 0; next = text.indexOf('\n', next + 1)) starts.push(next + 1);
  return starts;
});

/** How many of these sorted numbers are not above this one. */
export function countUpTo(sorted: readonly number[], limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of the line, from 1. */
export function lineAt(text: string, at: number): number {
  return Math.max(1, countUpTo(startsOf(text), at));
}

export function lineStart(text: string, at: number): number {
  if (at <= 0) return 0;
  if (text.length <= shortCharsMax) return text.lastIndexOf('\n', at - 1) + 1;
  const starts = startsOf(text);
  return starts[countUpTo(starts, at) - 1] ?? 0;
}

export function lineEnd(text: string, at: number): number {
  if (text.length <= shortCharsMax) {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  const starts = startsOf(text);
  const next = starts[countUpTo(starts, Math.max(0, at))];
  return next === undefined ? text.length : next - 1;
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

export function isOpener(letter: string | undefined): boolean {
  return letter === '(' || letter === '[' || letter === '{';
}

/** For every opening bracket where it is closed. A closing one that fits nothing is passed over. */
const closesOf = remembered((code) => {
  const closes = new Int32Array(code.length).fill(code.length);
  const open: number[] = [];
  for (let at = 0; at < code.length; at += 1) {
    const letter = code[at] ?? '';
    const last = open.at(-1);
    if (isOpener(letter)) open.push(at);
    else if (last !== undefined && letter === closers[code[last] ?? '']) {
      closes[last] = at;
      open.pop();
    }
  }
  return closes;
});

/** Where the bracket at this place of a code mask is closed; the end of the text where it is not. */
export function closeOf(code: string, open: number): number {
  if (code.length > shortCharsMax) return closesOf(code)[open] ?? code.length;
  const stack: string[] = [];
  for (let at = open; at < code.length; at += 1) {
    const letter = code[at] ?? '';
    const closer = closers[letter];
    if (closer !== undefined) stack.push(closer);
    else if (letter === stack.at(-1)) {
      stack.pop();
      if (stack.length === 0) return at;
    }
  }
  return code.length;
}

/** Which of these spans a place belongs to: of several, the one that is named first. */
export function spanFinder<T extends Span>(spans: readonly T[]): (at: number) => T | undefined {
  const marks = [...new Set(spans.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b);
  const owners: (T | undefined)[] = marks.map(() => undefined);
  // From each stretch between two marks to the next that nobody owns yet.
  const next = [...marks.keys(), marks.length];
  const free = (index: number): number => {
    let at = index;
    while ((next[at] ?? at) !== at) {
      const after = next[at] ?? at;
      next[at] = next[after] ?? after;
      at = after;
    }
    return at;
  };
  for (const span of spans) {
    for (let at = free(countUpTo(marks, span.from) - 1); (marks[at] ?? span.to) < span.to; at = free(at)) {
      owners[at] = span;
      next[at] = at + 1;
    }
  }
  return (at) => owners[countUpTo(marks, at) - 1];
}
