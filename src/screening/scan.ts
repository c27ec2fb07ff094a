// Finds what the rules, the detectors and the known values hit in one line, or in one window of a long line, and
// replaces it. Where a line starts and ends is not decided here, and neither is what becomes of a text.
//
// Invariants
//   SCAN-1. Of overlapping hits the outer one names the replacement, and everything any of them covers is gone.
//   SCAN-2. Rules that are none at all, that do not compile, or that match the empty text are no rule set.
//   SCAN-3. What is left out for a block of lines cannot hit any of them: `within` changes the time it takes, not what is found.

import { isAllowed } from './allowed.ts';
import type { Rule } from './rule-parts.ts';
import { isMadeUp, isKnownPassword } from './placeholders.ts';
import { undress } from './undressed.ts';

export interface Hit {
  readonly rule: string;
  readonly blocks: boolean;
  /** What is replaced. */
  readonly from: number;
  readonly to: number;
  /** What had to be seen to recognise it. */
  readonly start: number;
  readonly end: number;
}

/** Rules that come as code. Like a pattern (SCREENING-RULES-4), it finds something in every text that has a line in which it would. */
export interface Detector {
  readonly id: string;
  readonly find: (text: string) => readonly Hit[];
}

export interface Scanner {
  readonly find: (text: string) => readonly Hit[];
  /** A scanner for the lines of this text only. */
  readonly within: (block: string) => Scanner;
  /** The longest known value, in any of its forms. */
  readonly knownCharsMax: number;
}

interface Compiled {
  readonly rule: Rule;
  /** Says where a hit is. */
  readonly regex: RegExp;
  /** Says whether there is any, in half the time. */
  readonly probe: RegExp;
}

interface RuleSet {
  readonly rules: readonly Compiled[];
  readonly detectors: readonly Detector[];
  readonly known: readonly string[];
}

/** How much of what stands around a value is looked at. */
const besideCharsMax = 64;

/** No rule is about less. */
const detectorCharsMin = 11;

export function marker(rule: string): string {
  return `[REDACTED:${rule}]`;
}

/** SCAN-2: undefined when the rules cannot be used. */
export function compileScanner(
  rules: readonly Rule[],
  detectors: readonly Detector[],
  known: readonly string[],
): Scanner | undefined {
  const compiled: Compiled[] = [];
  for (const rule of rules) {
    const one = compile(rule);
    if (one === undefined) return undefined;
    compiled.push(one);
  }
  return compiled.length === 0 ? undefined : scannerFor({ rules: compiled, detectors, known });
}

function scannerFor(set: RuleSet): Scanner {
  const { rules, detectors, known } = set;
  return {
    find: (text) => [...hitsIn(text, set), ...hitsUnder(text, set)],
    within: (block) => {
      const texts = [block, undress(block)?.text].filter((text) => text !== undefined);
      return scannerFor({
        rules: rules.filter(({ probe }) => texts.some((text) => probe.test(text))),
        detectors: detectors.filter((detector) => texts.some((text) => detector.find(text).length > 0)),
        known: known.filter((value) => texts.some((text) => text.includes(value))),
      }); // SCAN-3
    },
    knownCharsMax: known.reduce((most, value) => Math.max(most, value.length), 0),
  };
}

function hitsIn(text: string, { rules, detectors, known }: RuleSet): readonly Hit[] {
  const hits: Hit[] = [];
  for (const value of known) if (value.length <= text.length) findKnown(text, value, hits);
  for (const each of rules) if ((each.rule.charsMin ?? 0) <= text.length) findRule(text, each, hits);
  if (text.length >= detectorCharsMin) {
    for (const detector of detectors) hits.push(...detector.find(text).filter((hit) => isSecret(text, hit)));
  }
  return hits;
}

/** Characters that are written as numbers take at least three signs each, those of another encoding two. */
const asNumbers = 2.5;

/** What only shows once the text is undressed. Of numbers, that they look random says nothing. */
function hitsUnder(text: string, set: RuleSet): readonly Hit[] {
  const plain = undress(text);
  if (plain === undefined) return [];
  return hitsIn(plain.text, set)
    .map((hit) => ({
      ...hit,
      from: plain.startOf(hit.from),
      to: plain.endOf(hit.to),
      start: plain.startOf(hit.start),
      end: plain.endOf(hit.end),
      shown: hit.to - hit.from,
    }))
    .filter(({ rule, from, to, shown }) => rule !== 'high-entropy' || to - from < shown * asNumbers);
}

/** SCAN-1. Gives back the new text and the rules it names. */
export function replaceHits(
  text: string,
  hits: readonly Hit[],
): { readonly text: string; readonly rules: readonly string[] } {
  if (hits.length === 0) return { text, rules: [] };
  const rules: string[] = [];
  let output = '';
  let written = 0;
  for (const { from, to, rule } of mergeHits(hits)) {
    output += text.slice(written, from) + marker(rule);
    written = to;
    rules.push(rule);
  }
  return { text: output + text.slice(written), rules };
}

interface Merged {
  readonly from: number;
  to: number;
  rule: string;
  outerChars: number;
}

function mergeHits(hits: readonly Hit[]): readonly Merged[] {
  const merged: Merged[] = [];
  for (const { from, to, rule } of hits.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = merged.at(-1);
    if (last === undefined || from >= last.to) {
      merged.push({ from, to, rule, outerChars: to - from });
      continue;
    }
    if (to - from > last.outerChars) Object.assign(last, { rule, outerChars: to - from });
    last.to = Math.max(last.to, to);
  }
  return merged;
}

function compile(rule: Rule): Compiled | undefined {
  if (!/^[a-z][a-z0-9-]*$/.test(rule.id)) return undefined;
  const flags = rule.ignoreCase === true ? 'i' : '';
  try {
    const regex = new RegExp(rule.pattern, `dg${flags}`);
    const probe = new RegExp(rule.pattern, flags);
    return probe.test('') ? undefined : { rule, regex, probe };
  } catch {
    return undefined;
  }
}

function findKnown(text: string, value: string, hits: Hit[]): void {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    const end = at + value.length;
    hits.push({ rule: 'known-secret', blocks: false, from: at, to: end, start: at, end });
  }
}

function findRule(text: string, { rule, regex }: Compiled, hits: Hit[]): void {
  regex.lastIndex = 0;
  for (let match = regex.exec(text); match !== null; match = regex.exec(text)) {
    const end = match.index + match[0].length;
    if (end === match.index) regex.lastIndex += 1;
    const [from, to] = match.indices?.groups?.['secret'] ?? [match.index, end];
    if (!isSecret(text, { from, to })) continue;
    if (rule.when?.(text.slice(from, to), ...beside(text, from, to)) === false) continue;
    hits.push({ rule: rule.id, blocks: rule.action === 'block', from, to, start: match.index, end });
  }
}

function beside(text: string, from: number, to: number): readonly [string, string] {
  return [text.slice(Math.max(0, from - besideCharsMax), from), text.slice(to, to + besideCharsMax)];
}

/** Neither something that was replaced before, nor made up for an example, nor one that everybody knows. */
function isSecret(text: string, { from, to }: Pick<Hit, 'from' | 'to'>): boolean {
  const secret = text.slice(from, to);
  if (secret === '' || /^\[REDACTED:[a-z0-9-]+\]$/.test(secret) || isMadeUp(secret)) return false;
  return !isKnownPassword(secret, beside(text, from, to)[0]) && !isAllowed(secret);
}
