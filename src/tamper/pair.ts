// Which case of before is which case of after. A case that was moved, renamed with its body, or split into several is
// still there; one that nothing stands for is gone.
//   PAIR-1. The same in the same file first, then the same name there, then anywhere in the change, then nearly the same body.
//   PAIR-2. A case is only there where a runner finds it as surely as before.
//   PAIR-3. A case of another name is the same only where the names are alike, or most of the values that were asked for are.
//   PAIR-4. A case is compared with a few others, never with all, so that thousands of cases take no longer for each than a few.

import type { Assertion } from './assertions.ts';
import type { Print } from './likeness.ts';
import { likeBody, likeness, printReader, standsFor } from './likeness.ts';
import type { TestCase } from './parse.ts';

export interface Pairing {
  readonly pairs: readonly (readonly [TestCase, TestCase])[];
  readonly gone: readonly TestCase[];
  readonly fresh: readonly TestCase[];
}

/** PAIR-4. With how many others a case is compared, at the most, and how far around its own place they stand. */
const candidatesMax = 40;
const aroundMax = 20;
/** Tables that became cases, and cases that became tables. */
const tablesMax = 100;

export function pairCases(before: readonly TestCase[], after: readonly TestCase[]): Pairing {
  const printOf = printReader();
  let gone = before.map(printOf);
  const fresh = new Set(after.map(printOf));
  const pairs: [TestCase, TestCase][] = [];
  for (const step of steps) {
    const near = step.candidates([...fresh], gone);
    gone = gone.filter((one) => {
      const others = near(one).filter((other) => fresh.has(other) && isFound(one.one, other.one));
      const other = best(one, others, step);
      if (other !== undefined) {
        pairs.push([one.one, other.one]);
        fresh.delete(other);
      }
      return other === undefined;
    });
  }
  return {
    pairs,
    ...withoutReplaced(
      gone.map(({ one }) => one),
      [...fresh].map(({ one }) => one),
    ),
  };
}

const isFound = (one: TestCase, other: TestCase): boolean =>
  one.place === 'folder' || other.place === 'named' || one.file === other.file; // PAIR-2

interface Step {
  readonly candidates: (fresh: readonly Print[], gone: readonly Print[]) => (one: Print) => readonly Print[];
  /** How well one stands for the other; 0 is not at all. */
  readonly match: (one: Print, other: Print) => number;
  /** Whether any candidate will do where there is no other. */
  readonly isSure: (one: Print) => boolean;
}

const isNamed = ({ one }: Print): boolean => one.name !== '';

const steps: readonly Step[] = [
  // PAIR-1. The very same first, so that what is left to compare is what changed.
  {
    candidates: alike(({ one }) => `${one.file}\n${one.name}\n${one.text}`),
    match: () => 1,
    isSure: () => true,
  },
  {
    candidates: alike(({ one }) => `${one.file}\n${one.name}`),
    match: (one, other) => 1 + likeness(one, other),
    isSure: () => true,
  },
  {
    candidates: alike(({ one }) => one.name),
    match: (one, other) => (isNamed(one) ? 1 + likeness(one, other) : likeBody(one, other)),
    isSure: isNamed,
  },
  {
    candidates: resembling,
    match: (one, other) => (standsFor(one, other) ? likeBody(one, other) : 0), // PAIR-3
    isSure: () => false,
  },
];

/** Those with the same key, that stand around the same place among them. */
function alike(key: (one: Print) => string): Step['candidates'] {
  return (fresh, gone) => {
    const byKey = groupedBy(fresh, key);
    const ranks = new Map<string, number>();
    const rankOf = new Map(
      gone.map((one) => {
        const rank = ranks.get(key(one)) ?? 0;
        ranks.set(key(one), rank + 1);
        return [one, rank] as const;
      }),
    );
    return (one) => around(byKey.get(key(one)) ?? [], rankOf.get(one) ?? 0);
  };
}

/** Those that share the rarest of its words, and those around the same place. */
function resembling(fresh: readonly Print[], gone: readonly Print[]): (one: Print) => readonly Print[] {
  const cases = fresh.filter(isNamed);
  const ranks = new Map(gone.filter(isNamed).map((one, rank) => [one, rank]));
  const byWord = new Map<number, Print[]>();
  for (const one of cases) {
    for (const word of new Set([...one.name(), ...one.values()])) {
      const same = byWord.get(word);
      if (same === undefined) byWord.set(word, [one]);
      else same.push(one);
    }
  }
  return (one) => {
    if (!isNamed(one)) return [];
    const lists = [...new Set([...one.name(), ...one.values()])].map((word) => byWord.get(word) ?? []);
    const found = new Set<Print>();
    for (const list of lists.toSorted((a, b) => a.length - b.length)) {
      for (const other of list.slice(0, candidatesMax)) found.add(other);
      if (found.size >= candidatesMax) break;
    }
    return [...found, ...around(cases, ranks.get(one) ?? 0)];
  };
}

function around(list: readonly Print[], rank: number): readonly Print[] {
  return list.slice(Math.max(0, rank - aroundMax), rank + aroundMax);
}

function groupedBy(
  prints: Iterable<Print>,
  key: (one: Print) => string,
): ReadonlyMap<string, readonly Print[]> {
  const found = new Map<string, Print[]>();
  for (const one of prints) {
    const same = found.get(key(one));
    if (same === undefined) found.set(key(one), [one]);
    else same.push(one);
  }
  return found;
}

function best(one: Print, others: readonly Print[], { match, isSure }: Step): Print | undefined {
  const [first] = others;
  if (first !== undefined && others.length === 1 && isSure(one)) return first;
  let found: { readonly other: Print; readonly score: number } | undefined;
  for (const other of others) {
    const score = match(one, other);
    if (score > (found?.score ?? 0)) found = { other, score };
  }
  return found?.other;
}

/** A case run with rows of data may become several, and several may become one: the same is asked of the same names. */
function withoutReplaced(
  gone: readonly TestCase[],
  fresh: readonly TestCase[],
): Pick<Pairing, 'gone' | 'fresh'> {
  const room = new Map(fresh.map((one) => [one, one.rows ?? 1]));
  const tables = fresh.filter(({ rows }) => rows !== undefined).slice(0, tablesMax);
  const stays = gone.filter((one, index) => {
    let needed = one.rows ?? 1;
    const others = one.rows === undefined || index >= tablesMax ? tables : fresh;
    for (const other of others) {
      const free = room.get(other) ?? 0;
      if (needed === 0) break;
      if (free === 0 || !isFound(one, other)) continue;
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
