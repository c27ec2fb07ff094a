// Facts by their words and keys, so that one that says nearly the same as another is found without comparing it with all of them.
//
//   NEAR-1. Nearly the same are facts of one kind, origin, scope and sort of key, of whose words together 85 of 100 are in both.
//   NEAR-2. A number, a name of code or a word that turns a sentence round makes another fact, however alike the rest is.
//   NEAR-3. What a person withdrew is found in other words, too; what another fact took the place of is not.

import type { Candidate, Fact } from './facts.ts';
import { alike } from './facts.ts';

const nearMin = 0.85;

/** Words that turn a sentence round. */
const turning: ReadonlySet<string> = new Set(
  (
    'not no nor never none without except unless cannot always only must may should before after instead ' +
    'dont doesnt isnt arent cant wont shouldnt mustnt'
  ).split(' '),
);

export interface FactIndex {
  /** Facts of this key, the older ones first. */
  readonly under: (key: string) => readonly Fact[];
  /** NEAR-1: the oldest of the facts that are most like it. */
  readonly near: (candidate: Candidate) => Fact | undefined;
  /** One that was not there before. */
  readonly take: (fact: Fact) => void;
}

/** `facts` is read again with every question; only what is new to it has to be told. */
export function indexOf(facts: ReadonlyMap<string, Fact>): FactIndex {
  const keys = new Map<string, string[]>();
  const lists = new Map<string, Entry[]>();
  const take = (fact: Fact): void => {
    const entry = { id: fact.id, words: wordsOf(fact.text) };
    push(keys, alike(fact.key), fact.id);
    for (const word of entry.words) push(lists, word, entry);
  };
  for (const fact of facts.values()) take(fact);
  return {
    take,
    under: (key) => (keys.get(alike(key)) ?? []).flatMap((id) => facts.get(id) ?? []),
    near: (candidate) => {
      const words = wordsOf(candidate.text);
      const rated = sharing(lists, words).flatMap(({ id, words: theirs }) => {
        const rate = jaccard(words, theirs);
        const fact = rate < nearMin ? undefined : facts.get(id);
        return fact !== undefined && isOfOneSort(fact, candidate) ? [{ fact, rate }] : [];
      });
      return rated.toSorted((one, two) => two.rate - one.rate)[0]?.fact;
    },
  };
}

type Words = ReadonlySet<string>;

interface Entry {
  readonly id: string;
  readonly words: Words;
}

function push<T>(lists: Map<string, T[]>, name: string, item: T): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [item]);
  else list.push(item);
}

/** Whoever has 85 of 100 words of a text has one of any 16 of them: only facts with one of its rarest words are looked at. */
function sharing(lists: ReadonlyMap<string, readonly Entry[]>, words: ReadonlySet<string>): readonly Entry[] {
  const lacked = words.size - Math.ceil(nearMin * words.size) + 1;
  const rarest = Array.from(words, (word) => lists.get(word) ?? [])
    .toSorted((one, two) => one.length - two.length)
    .slice(0, lacked);
  return [...new Set(rarest.flat())];
}

/** NEAR-1, NEAR-2, NEAR-3. */
function isOfOneSort(fact: Fact, candidate: Candidate): boolean {
  const { kind, origin, key, scope, paths = [], text } = candidate;
  if (fact.supersededBy !== undefined || fact.kind !== kind || fact.origin !== origin) return false;
  // What was promoted, or taken back by a person, held for less before.
  if (fact.state === 'candidate' && fact.scope !== scope) return false;
  return (
    sortOf(fact.key) === sortOf(key) &&
    (fact.paths ?? []).join('\n') === paths.join('\n') &&
    fixedIn(fact.text) === fixedIn(text)
  );
}

/** `said/use-dates-7482` is of the sort `said`: the rest is made of the words. */
function sortOf(key: string): string {
  return alike(key).replace(/\/.*$/, '');
}

/** Words as they are compared: small letters, punctuation aside. */
function wordsOf(text: string): Words {
  return new Set(
    alike(text)
      .split(/[^\p{L}\p{N}\p{M}]+/u)
      .filter((word) => word !== ''),
  );
}

/** Sets of too different sizes are not compared: they cannot have enough in common. */
function jaccard(one: Words, two: Words): number {
  if (Math.min(one.size, two.size) < nearMin * Math.max(one.size, two.size)) return 0;
  let both = 0;
  for (const word of one) both += two.has(word) ? 1 : 0;
  return both / (one.size + two.size - both);
}

/** NEAR-2: numbers, what is spelled as code, and words that turn it round. */
function fixedIn(text: string): string {
  const code =
    text.match(/`[^`]*`|[^\s`]*(?:\d|\p{Ll}\p{Lu}|[\p{L}\p{N}][._/:$][\p{L}\p{N}])[^\s`]*/gu) ?? [];
  const turns = text
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .split(/[^\p{L}]+/u)
    .filter((word) => turning.has(word));
  const plain = code.map((name) => name.replaceAll(/^[`"'(]+|[`"').,;:!?]+$/g, ''));
  return [...new Set([...plain, ...turns])].toSorted().join(' ');
}
