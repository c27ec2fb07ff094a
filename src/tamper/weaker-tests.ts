// What a case that is still there asks less than it did.

import type { TamperFinding } from '../core/evidence/tamper.ts';
import type { Assertion } from './assertions.ts';
import { literalsOf, strengths } from './assertions.ts';
import { apart, named } from './change.ts';
import type { TestCase } from './parse.ts';
import type { Skip } from './skips.ts';

export function weakerThan(before: TestCase, after: TestCase): readonly TamperFinding[] {
  if (before.text === after.text && before.helped === after.helped) return [];
  return [
    ...skipped(before.skips, after),
    ...fewerRows(before, after),
    ...(droppedIn(before, after) ?? loosenedIn(before, after)),
  ];
}

/** A case that was not there before has nothing to lose, but it has to be run. */
export function idle(fresh: TestCase): readonly TamperFinding[] {
  return skipped([], {
    ...fresh,
    skips: fresh.skips.filter(({ kind }) => kind === 'always' || kind === 'only'),
  });
}

function finding(
  kind: TamperFinding['kind'],
  { file, line }: Pick<TestCase, 'file' | 'line'>,
  words: string,
): TamperFinding {
  return { kind, file, line, words };
}

export function titleOf(one: TestCase): string {
  return one.name === '' ? 'the file' : `test '${named(one.name)}'`;
}

function skipped(before: readonly Skip[], after: TestCase): readonly TamperFinding[] {
  const left = countsOf(before.map(({ text }) => text.replaceAll(/\s/g, '')));
  const added = after.skips.filter(({ text }) => !takeFrom(left, text.replaceAll(/\s/g, '')));
  // As many as before, only written in another way, is no more skipped than before.
  return added
    .slice(0, Math.max(0, after.skips.length - before.length))
    .map((skip) =>
      finding('test-skipped', after, `${titleOf(after)} ${ends[skip.kind]}: '${named(skip.text)}' is new.`),
    );
}

const ends: Readonly<Record<Skip['kind'], string>> = {
  always: 'is no longer run, or cannot fail any more',
  sometimes: 'is run only under a condition',
  only: 'keeps other tests from being run',
  later: 'is only announced',
};

function fewerRows(before: TestCase, after: TestCase): readonly TamperFinding[] {
  if (before.rows === undefined || after.rows === undefined || after.rows >= before.rows) return [];
  const words = `${titleOf(after)} is run with ${after.rows} rows of data; before it were ${before.rows}.`;
  return [finding('assertion-dropped', after, words)];
}

const askingOf = (one: TestCase): readonly Assertion[] =>
  one.assertions.filter(({ strength }) => strength !== 'nothing');

/** Fewer assertions that can fail. Nothing where there are as many as before. */
function droppedIn(before: TestCase, after: TestCase): readonly TamperFinding[] | undefined {
  const was = askingOf(before);
  const is = askingOf(after);
  const missing = was.length + before.helped - is.length - after.helped;
  if (missing <= 0) return undefined;
  const { from, to } = leftOver(was, is);
  const said = to.filter(({ strength }) => strength === 'exact').map(({ text }) => new Set(literalsOf(text)));
  const lost = from.filter((one) => !saidElsewhere(one, said));
  if (lost.length === 0 && from.length > 0) return undefined;
  const [example] = lost;
  const why = after.dead[0] ?? emptyWords(after);
  const words =
    `${titleOf(after)} has ${is.length + after.helped} assertions that can fail; before it had ${was.length + before.helped}` +
    `${why === undefined ? '' : ` (they stand ${why})`}.${example === undefined ? '' : ` Gone: '${named(example.source)}'.`}`;
  return [finding('assertion-dropped', after, words)];
}

function emptyWords(after: TestCase): string | undefined {
  return after.assertions.length > askingOf(after).length
    ? 'where they compare nothing with anything'
    : undefined;
}

/** One comparison of a whole value may say what several said of its parts: it names everything they expected. */
function saidElsewhere(one: Assertion, said: readonly ReadonlySet<string>[]): boolean {
  const literals = literalsOf(one.text);
  return literals.length > 0 && said.some((other) => literals.every((literal) => other.has(literal)));
}

/** What the one list has and the other has not, by the words themselves. */
function leftOver(
  before: readonly Assertion[],
  after: readonly Assertion[],
): { readonly from: readonly Assertion[]; readonly to: readonly Assertion[] } {
  const taken = countsOf(after.map(({ text }) => text));
  const from = before.filter(({ text }) => !takeFrom(taken, text));
  const given = countsOf(before.map(({ text }) => text));
  return { from, to: after.filter(({ text }) => !takeFrom(given, text)) };
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Whether one more of this was left; then it is taken. */
function takeFrom(counts: Map<string, number>, text: string): boolean {
  const left = counts.get(text) ?? 0;
  if (left > 0) counts.set(text, left - 1);
  return left > 0;
}

function loosenedIn(before: TestCase, after: TestCase): readonly TamperFinding[] {
  const { from, to } = leftOver(before.assertions, after.assertions);
  const left = [...to];
  return from.flatMap((one) => {
    const at = partnerOf(one, left);
    const other = left[at];
    if (other === undefined) return [];
    left.splice(at, 1);
    return compared(one, other, after);
  });
}

/** Both are in the order of the file, so that the partner is near. */
const partnersMax = 100;

/** The one that speaks of the most of the same names; without any, the first. */
function partnerOf(one: Assertion, left: readonly Assertion[]): number {
  const shared = left
    .slice(0, partnersMax)
    .map(({ names }) => names.filter((name) => one.names.includes(name)).length);
  return shared.length === 0 ? -1 : shared.indexOf(Math.max(...shared));
}

function compared(one: Assertion, other: Assertion, after: TestCase): readonly TamperFinding[] {
  const [from, to] = apart(one.source, other.source);
  if (isLooser(one, other)) {
    const words = `${titleOf(after)} asks less than before: '${from}' became '${to}'.`;
    return [finding('assertion-loosened', after, words)];
  }
  const speaksOfTheSame = other.names.some((name) => one.names.includes(name));
  if (!speaksOfTheSame || one.text === other.text) return [];
  if (/InlineSnapshot\(/i.test(one.text) && /InlineSnapshot\(/i.test(other.text)) {
    return [
      finding('snapshot-rewritten', after, `${titleOf(after)} expects another inline snapshot than before.`),
    ];
  }
  const isSameButLiterals = withoutLiterals(one.text) === withoutLiterals(other.text);
  return isSameButLiterals
    ? [
        finding(
          'expectation-changed',
          after,
          `${titleOf(after)} expects something else: '${from}' became '${to}'.`,
        ),
      ]
    : [];
}

function isLooser(one: Assertion, other: Assertion): boolean {
  if (strengths.indexOf(other.strength) < strengths.indexOf(one.strength)) return true;
  if (one.text === `await ${other.text}` || one.text === `return ${other.text}`) return true;
  return (
    one.strength === 'near' &&
    other.strength === 'near' &&
    one.tolerance !== undefined &&
    other.tolerance !== undefined &&
    other.tolerance > one.tolerance
  );
}

function withoutLiterals(text: string): string {
  return text.replaceAll(
    /(["'`])(?:\\.|(?!\1).)*\1|-?\b\d[\d._]*\b|\b(?:true|false|null|None|True|False|nil|undefined)\b/g,
    '_',
  );
}
