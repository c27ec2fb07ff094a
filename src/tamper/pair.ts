// Which case of before is which case of after. A case that was moved, renamed with its body, or split into several is
// still there; one that nothing stands for is gone.
//   J1. The same name in the same file first, then the same name anywhere in the change, then nearly the same body.
//   J2. A case is only there where a runner finds it as surely as before.
//   J3. A case of another name is the same only where the names are alike, or most of the values that were asked for are.

import type { Assertion } from './assertions.ts';
import { literalsOf } from './compare-cases.ts';
import type { TestCase } from './parse.ts';

export interface Pairing {
  readonly pairs: readonly (readonly [TestCase, TestCase])[];
  readonly gone: readonly TestCase[];
  readonly fresh: readonly TestCase[];
}

const nearlySame = 0.6;
const mostly = 0.5;

export function pairCases(before: readonly TestCase[], after: readonly TestCase[]): Pairing {
  let gone: readonly TestCase[] = before;
  const fresh = new Set(after);
  const pairs: [TestCase, TestCase][] = [];
  for (const { key, match } of matches) {
    const byKey = groupedBy(fresh, key);
    gone = gone.filter((one) => {
      const candidates = (byKey.get(key(one)) ?? []).filter((other) => fresh.has(other));
      const other = best(one, candidates, match);
      if (other !== undefined) {
        pairs.push([one, other]);
        fresh.delete(other);
      }
      return other === undefined;
    });
  }
  return { pairs, ...withoutReplaced(gone, [...fresh]) };
}

function groupedBy(
  cases: Iterable<TestCase>,
  key: (one: TestCase) => string,
): ReadonlyMap<string, readonly TestCase[]> {
  const found = new Map<string, TestCase[]>();
  for (const one of cases) {
    const same = found.get(key(one));
    if (same === undefined) found.set(key(one), [one]);
    else same.push(one);
  }
  return found;
}

/** How well one stands for the other; 0 is not at all. */
type Match = (one: TestCase, other: TestCase) => number;

const isFound = (one: TestCase, other: TestCase): boolean =>
  one.place === 'folder' || other.place === 'named' || one.file === other.file; // J2

/** Only cases with the same key are compared at all. */
const matches: readonly { readonly key: (one: TestCase) => string; readonly match: Match }[] = [
  { key: ({ file, name }) => `${file}\n${name}`, match: (one, other) => 1 + likeness(one, other) },
  {
    key: ({ name }) => name,
    match: (one, other) => (one.name === '' ? likeBody(one, other) : 1 + likeness(one, other)),
  },
  {
    key: ({ name }) => String(name === ''),
    match: (one, other) => (one.name !== '' && standsFor(one, other) ? likeBody(one, other) : 0),
  },
];

/** J3: short cases of one function look alike, whatever they ask. */
function standsFor(one: TestCase, other: TestCase): boolean {
  return (
    shareOf(wordsOf(one.name), wordsOf(other.name)) >= mostly ||
    shareOf(valuesOf(one), valuesOf(other)) >= mostly
  );
}

function wordsOf(name: string): readonly string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? []).map((word) => word.toLowerCase());
}

function valuesOf({ assertions }: TestCase): readonly string[] {
  return assertions.flatMap(({ text }) => literalsOf(text));
}

/** How much of the one list the other has, by how often; all of it where there is nothing. */
function shareOf(one: readonly string[], other: readonly string[]): number {
  return one.length === 0 ? 1 : sharedBy(one, other) / one.length;
}

function likeBody(one: TestCase, other: TestCase): number {
  const same = likeness(one, other);
  return same >= nearlySame ? same : 0;
}

function best(one: TestCase, fresh: readonly TestCase[], match: Match): TestCase | undefined {
  let found: { readonly other: TestCase; readonly score: number } | undefined;
  for (const other of fresh) {
    const score = isFound(one, other) ? match(one, other) : 0;
    if (score > (found?.score ?? 0)) found = { other, score };
  }
  return found?.other;
}

/** How much of their words two bodies share, names of the cases left out. */
function likeness(one: TestCase, other: TestCase): number {
  const longer = Math.max(one.tokens.length, other.tokens.length);
  return longer === 0 ? 1 : sharedBy(one.tokens, other.tokens) / longer;
}

function sharedBy(one: readonly string[], other: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of other) left.set(word, (left.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of one) {
    const count = left.get(word) ?? 0;
    if (count > 0) shared += 1;
    left.set(word, count - 1);
  }
  return shared;
}

/** A case run with rows of data may become several, and several may become one: the same is asked of the same names. */
function withoutReplaced(
  gone: readonly TestCase[],
  fresh: readonly TestCase[],
): Pick<Pairing, 'gone' | 'fresh'> {
  const room = new Map(fresh.map((one) => [one, one.rows ?? 1]));
  const stays = gone.filter((one) => {
    let needed = one.rows ?? 1;
    const isTable = one.rows !== undefined;
    for (const other of fresh) {
      const free = room.get(other) ?? 0;
      if (needed === 0 || free === 0 || !(isTable || other.rows !== undefined) || !isFound(one, other))
        continue;
      if (!asksTheSame(one, other)) continue;
      const taken = Math.min(free, needed);
      room.set(other, free - taken);
      needed -= taken;
    }
    return needed > 0;
  });
  return { gone: stays, fresh };
}

function asksTheSame(one: TestCase, other: TestCase): boolean {
  return (
    one.assertions.length > 0 &&
    one.assertions.every((item) => other.assertions.some((candidate) => sameQuestion(item, candidate)))
  );
}

function sameQuestion(one: Assertion, other: Assertion): boolean {
  return one.strength === other.strength && one.names.some((name) => other.names.includes(name));
}
