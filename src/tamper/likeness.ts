// How alike two cases are, by the words of their bodies, their names and the values they ask for. Words become numbers in
// order, once and only for cases that are compared at all, so that comparing two of them is one walk over both.

import { flat, literalsOf } from './assertions.ts';
import type { TestCase } from './parse.ts';

/** Sorted, as often as each stands there. */
type Bag = readonly number[];

export interface Print {
  readonly one: TestCase;
  readonly body: () => Bag;
  readonly name: () => Bag;
  readonly values: () => Bag;
}

const nearlySame = 0.6;
const mostly = 0.5;

/** Prints of one reader can be compared with each other. */
export function printReader(): (one: TestCase) => Print {
  const known = new Map<string, number>();
  const bag = (words: readonly string[]): Bag =>
    words
      .map((word) => {
        const number = known.get(word) ?? known.size;
        known.set(word, number);
        return number;
      })
      .toSorted((a, b) => a - b);
  return (one) => ({
    one,
    body: once(() => bag(flat(one.text).match(/\w+|[^\s\w]/g) ?? [])),
    name: once(() => bag(wordsOf(one.name))),
    values: once(() => bag(one.assertions.flatMap(({ text }) => literalsOf(text)))),
  });
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

function wordsOf(name: string): readonly string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? []).map((word) => word.toLowerCase());
}

/** How much of their words two bodies share, names of the cases left out. */
export function likeness(one: Print, other: Print): number {
  const longer = Math.max(one.body().length, other.body().length);
  return longer === 0 ? 1 : sharedBy(one.body(), other.body()) / longer;
}

/** The same, and 0 where they are not nearly the same. */
export function likeBody(one: Print, other: Print): number {
  const [a, b] = [one.body().length, other.body().length];
  if (Math.min(a, b) < nearlySame * Math.max(a, b)) return 0;
  const same = likeness(one, other);
  return same >= nearlySame ? same : 0;
}

/** Short cases of one function look alike, whatever they ask: the names have to be alike, or the values. */
export function standsFor(one: Print, other: Print): boolean {
  return shareOf(one.name(), other.name()) >= mostly || shareOf(one.values(), other.values()) >= mostly;
}

/** How much of the one the other has; all of it where there is nothing. */
function shareOf(one: Bag, other: Bag): number {
  return one.length === 0 ? 1 : sharedBy(one, other) / one.length;
}

function sharedBy(one: Bag, other: Bag): number {
  let shared = 0;
  for (let a = 0, b = 0; a < one.length && b < other.length;) {
    const difference = (one[a] ?? 0) - (other[b] ?? 0);
    if (difference === 0) shared += 1;
    if (difference <= 0) a += 1;
    if (difference >= 0) b += 1;
  }
  return shared;
}
