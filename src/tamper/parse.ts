// A test file taken apart: its cases, each with the assertions that can fail in it and whatever keeps it from running.

import type { Assertion } from './assertions.ts';
import { assertionsIn } from './assertions.ts';
import { blockAt } from './blocks.ts';
import type { CaseFound } from './cases.ts';
import { casesIn, innermostOf } from './cases.ts';
import { deadSpans } from './dead-assertions.ts';
import { languageOf } from './language.ts';
import type { Masked } from './mask.ts';
import { mask } from './mask.ts';
import { countUpTo, spanFinder } from './places.ts';
import type { Skip } from './skips.ts';
import { skipsIn } from './skips.ts';
import type { TestPlace } from './test-files.ts';

/** Cases hold the text of cases in them. More than so many times the file is a file that makes no sense, and is cut. */
const nestedMax = 8;
const cutCharsMin = 200;

export interface TestCase extends CaseFound {
  readonly file: string;
  readonly place: TestPlace;
  /** Those that can fail. */
  readonly assertions: readonly Assertion[];
  /** Why others cannot, one for each. */
  readonly dead: readonly string[];
  readonly skips: readonly Skip[];
  /** As it is written, without comments: what two cases are compared by. */
  readonly text: string;
  /** How much a call of a helper stands for. */
  readonly helped: number;
}

/** Functions that assert, by name: how many assertions a call of each stands for. */
export type Helpers = ReadonlyMap<string, number>;

export function parseTests(
  file: { readonly path: string; readonly text: string; readonly place: TestPlace },
  helpers: Helpers,
): readonly TestCase[] {
  const language = languageOf(file.path);
  if (language === undefined) return [];
  const masked = mask(file.text, language);
  const found = casesIn(masked);
  const assertions = assertionsIn(masked);
  const skips = skipsIn(masked, language);
  const deathOf = spanFinder(deadSpans(masked.code, language, found));
  const ownerOf = innermostOf(found);
  const byOwner = grouped(assertions, ownerOf);
  const skipsBy = grouped(skips, ownerOf);
  let room = nestedMax * masked.code.length;
  return found.map((one) => {
    const to = Math.min(one.to, one.from + Math.max(room, cutCharsMin));
    room -= to - one.from;
    const own = byOwner.get(one) ?? [];
    return {
      ...one,
      file: file.path,
      place: file.place,
      assertions: own.filter(({ at }) => deathOf(at) === undefined),
      dead: own.flatMap(({ at }) => deathOf(at)?.where ?? []),
      skips: skipsBy.get(one) ?? [],
      text: masked.words.slice(one.from, to),
      helped: helpedBy(masked, one, ownerOf, helpers),
    };
  });
}

type OwnerOf = (at: number) => CaseFound | undefined;

/** What stands where, by the innermost case it stands in. */
function grouped<T extends { readonly at: number }>(
  items: readonly T[],
  ownerOf: OwnerOf,
): ReadonlyMap<CaseFound, readonly T[]> {
  const found = new Map<CaseFound, T[]>();
  for (const item of items) {
    const owner = ownerOf(item.at);
    const own = owner === undefined ? undefined : found.get(owner);
    if (own !== undefined) own.push(item);
    else if (owner !== undefined) found.set(owner, [item]);
  }
  return found;
}

/** Assertions a case makes through helpers, beyond the one that each call already counts as. */
function helpedBy({ code }: Masked, one: CaseFound, ownerOf: OwnerOf, helpers: Helpers): number {
  if (one.name === '' || helpers.size === 0) return 0;
  let helped = 0;
  for (const found of code
    .slice(one.from, one.to)
    .matchAll(/(?:(?<![\w$.])|(?<=\b(?:self|this|cls)\.))(\w+)\s*\(/g)) {
    const worth = helpers.get(found[1] ?? '') ?? 0;
    if (worth > 0 && ownerOf(one.from + found.index) === one) {
      const counts = /^(?:expect|assert|verify|check|require|must)(?:[A-Z_]|$)/.test(found[1] ?? '');
      helped += worth - (counts ? 1 : 0);
    }
  }
  return helped;
}

const definition =
  /\b(?:function\*?|def|func|fn|sub)\s+(?:\([^)]*\)\s*)?(\w+)|\b(?:const|let|var)\s+(\w+)\s*=\s*(?:async\s*)?(?:\([^)]*\)|\w+)\s*=>|\b(?:static|private|public|protected)\s+(?:static\s+)?[\w<>[\]]+\s+(\w+)\s*\([^)]*\)\s*(?=\{)/g;

/** Which functions of a file assert, other than its cases. */
export function helpersIn(path: string, text: string): Helpers {
  const language = languageOf(path);
  if (language === undefined) return new Map();
  const masked = mask(text, language);
  const deathOf = spanFinder(deadSpans(masked.code, language, []));
  const asking = assertionsIn(masked)
    .filter(({ at, strength }) => strength !== 'nothing' && deathOf(at) === undefined)
    .map(({ at }) => at);
  // A case of a class bears the name of both.
  const names = new Set(casesIn(masked).map(({ name }) => name.split('.').at(-1)));
  return new Map(
    [...masked.code.matchAll(definition)].flatMap((found) => {
      const name = found[1] ?? found[2] ?? found[3] ?? '';
      if (names.has(name)) return [];
      const { from, to } = blockAt(masked.code, found.index, language);
      const worth = countUpTo(asking, to - 1) - countUpTo(asking, from - 1);
      return worth <= 0 ? [] : [[name, worth] as const];
    }),
  );
}
