// Finds what the rules and the known values hit in one line, or in one window of a long line, and replaces it.
// Where a line starts and ends is not decided here, and neither is what becomes of a text.
//
// Invariants
//   N1. Of overlapping hits the outer one names the replacement, and everything any of them covers is gone.
//   N2. Rules that are none at all, that do not compile, or that match the empty text are no rule set.

import type { Rule } from './rules.ts';

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

export interface Scanner {
  readonly find: (text: string) => readonly Hit[];
  /** The longest known value, in any of its forms. */
  readonly knownCharsMax: number;
}

interface Compiled {
  readonly rule: Rule;
  readonly regex: RegExp;
}

const beforeCharsMax = 64;

export function marker(rule: string): string {
  return `[REDACTED:${rule}]`;
}

/** N2: undefined when the rules cannot be used. */
export function compileScanner(rules: readonly Rule[], known: readonly string[]): Scanner | undefined {
  const compiled: Compiled[] = [];
  for (const rule of rules) {
    const regex = compile(rule);
    if (regex === undefined) return undefined;
    compiled.push({ rule, regex });
  }
  if (compiled.length === 0) return undefined;
  return {
    find: (text) => {
      const hits: Hit[] = [];
      for (const value of known) if (value.length <= text.length) findKnown(text, value, hits);
      for (const each of compiled) if ((each.rule.charsMin ?? 0) <= text.length) findRule(text, each, hits);
      return hits;
    },
    knownCharsMax: known.reduce((most, value) => Math.max(most, value.length), 0),
  };
}

/** N1. Gives back the new text and the rules it names. */
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

function compile(rule: Rule): RegExp | undefined {
  if (!/^[a-z][a-z0-9-]*$/.test(rule.id)) return undefined;
  try {
    const regex = new RegExp(rule.pattern, rule.ignoreCase === true ? 'dgi' : 'dg');
    return regex.exec('') === null ? regex : undefined;
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
    const secret = text.slice(from, to);
    if (secret === '' || /^\[REDACTED:[a-z0-9-]+\]$/.test(secret)) continue;
    const before = text.slice(Math.max(0, from - beforeCharsMax), from);
    if (rule.when !== undefined && !rule.when(secret, before)) continue;
    hits.push({ rule: rule.id, blocks: rule.action === 'block', from, to, start: match.index, end });
  }
}
