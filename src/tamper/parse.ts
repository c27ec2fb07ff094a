// A test file taken apart: its cases, each with the assertions that can fail in it and whatever keeps it from running.

import type { Assertion } from './assertions.ts';
import { assertionsIn, flat } from './assertions.ts';
import { blockAt, within } from './blocks.ts';
import type { CaseFound } from './cases.ts';
import { casesIn, innermost } from './cases.ts';
import type { Dead } from './dead.ts';
import { deadSpans } from './dead.ts';
import { languageOf } from './language.ts';
import type { Masked } from './mask.ts';
import { mask } from './mask.ts';
import type { Skip } from './skips.ts';
import { skipsIn } from './skips.ts';
import type { TestPlace } from './test-files.ts';

export interface TestCase extends CaseFound {
  readonly file: string;
  readonly place: TestPlace;
  /** Those that can fail. */
  readonly assertions: readonly Assertion[];
  /** Those that cannot, and why. */
  readonly dead: readonly { readonly assertion: Assertion; readonly where: string }[];
  readonly skips: readonly Skip[];
  /** Words of the body in order: what two cases are compared by. */
  readonly tokens: readonly string[];
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
  const found = casesIn(masked, language);
  const assertions = assertionsIn(masked, language);
  const skips = skipsIn(masked, language);
  const dead = deadSpans(masked.code, language, found);
  const byOwner = grouped(assertions, found);
  const skipsBy = grouped(skips, found);
  return found.map((one) => {
    const own = (byOwner.get(one) ?? []).map((assertion) => ({
      assertion,
      where: deathOf(dead, assertion.at),
    }));
    return {
      ...one,
      file: file.path,
      place: file.place,
      assertions: own.flatMap(({ assertion, where }) => (where === undefined ? [assertion] : [])),
      dead: own.flatMap(({ assertion, where }) => (where === undefined ? [] : [{ assertion, where }])),
      skips: skipsBy.get(one) ?? [],
      tokens: flat(masked.words.slice(one.from, one.to)).match(/\w+|[^\s\w]/g) ?? [],
      helped: helpedBy(masked, one, found, helpers),
    };
  });
}

/** What stands where, by the innermost case it stands in. */
function grouped<T extends { readonly at: number }>(
  items: readonly T[],
  cases: readonly CaseFound[],
): ReadonlyMap<CaseFound, readonly T[]> {
  const found = new Map<CaseFound, T[]>();
  for (const item of items) {
    const owner = innermost(cases, item.at);
    if (owner !== undefined) found.set(owner, [...(found.get(owner) ?? []), item]);
  }
  return found;
}

function deathOf(dead: readonly Dead[], at: number): string | undefined {
  return dead.find((span) => within(span, at))?.where;
}

/** Assertions a case makes through helpers, beyond the one that each call already counts as. */
function helpedBy({ code }: Masked, one: CaseFound, cases: readonly CaseFound[], helpers: Helpers): number {
  if (one.name === '' || helpers.size === 0) return 0;
  let helped = 0;
  for (const found of code
    .slice(one.from, one.to)
    .matchAll(/(?:(?<![\w$.])|(?<=\b(?:self|this|cls)\.))(\w+)\s*\(/g)) {
    const worth = helpers.get(found[1] ?? '') ?? 0;
    if (worth > 0 && innermost(cases, one.from + found.index) === one) {
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
  const assertions = assertionsIn(masked, language);
  const dead = deadSpans(masked.code, language, []);
  // A case of a class bears the name of both.
  const names = new Set(casesIn(masked, language).map(({ name }) => name.split('.').at(-1)));
  return new Map(
    [...masked.code.matchAll(definition)].flatMap((found) => {
      const name = found[1] ?? found[2] ?? found[3] ?? '';
      const span = blockAt(masked.code, found.index, language);
      const worth = assertions.filter(
        ({ at, strength }) => within(span, at) && deathOf(dead, at) === undefined && strength !== 'nothing',
      ).length;
      return names.has(name) || worth === 0 ? [] : [[name, worth] as const];
    }),
  );
}
