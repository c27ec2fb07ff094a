// Slight mutants of changed lines: each is one place that would matter if anything tested it. Where new tests cannot even load
// without the change, a mutant that they kill shows that they look at it.
//   SLIGHT-MUTANTS-1. A mutant should compile: an operator, a condition, a number, a text. What a compiler refuses proves nothing.

import { languageOf } from '../tamper/language.ts';
import { mask } from '../tamper/mask.ts';

export interface Mutant {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  /** What was done, in words. */
  readonly words: string;
}

interface Rule {
  readonly words: string;
  /** In code without what strings hold; the first group is kept, the second replaced. */
  readonly find: RegExp;
  readonly put: (found: string) => string;
}

const swaps: Readonly<Record<string, string>> = {
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
  '<=': '>',
  '>=': '<',
  '<': '>=',
  '>': '<=',
  '&&': '||',
  '||': '&&',
  and: 'or',
  or: 'and',
  true: 'false',
  false: 'true',
  True: 'False',
  False: 'True',
  '+': '-',
  '-': '+',
  '*': '+',
  '/': '*',
  '+=': '-=',
  '-=': '+=',
  '*=': '+=',
};

const swap = (found: string): string => swaps[found] ?? found;

/** Those that say most come first. */
const rules: readonly Rule[] = [
  {
    words: 'a comparison turned round',
    find: /(?<=[\w)\]"'` ]) ?(===|!==|==|!=|<=|>=)(?= ?[\w("'`[{-])/g,
    put: swap,
  },
  { words: 'a comparison turned round', find: /(?<=[\w)\]"'`] )([<>])(?= [\w("'`[-])/g, put: swap },
  { words: 'a condition turned round', find: /(&&|\|\||\b(?:and|or)\b)/g, put: swap },
  { words: 'a truth turned round', find: /\b(true|false|True|False)\b/g, put: swap },
  { words: 'a sum turned round', find: /(?<=[\w)\]"'`] )([+*/-])(?= [\w("'`[])/g, put: swap },
  { words: 'a sum turned round', find: /(?<=[\w)\]] ?)([+*-]=)(?= ?[\w("'`[])/g, put: swap },
  {
    words: 'a number that is one more',
    find: /(?<![\w.$#])(\d+)(?![\w.])/g,
    put: (found) => String(Number(found) + 1),
  },
];

/** Mutants of these lines (from 1), at most so many, spread over them. */
export function slightMutants(
  file: { readonly path: string; readonly text: string },
  lines: readonly number[],
  max: number,
): readonly Mutant[] {
  const language = languageOf(file.path);
  if (language === undefined) return [];
  const code = mask(file.text, language).code.split('\n');
  const texts = file.text.split('\n');
  const wanted = new Set(lines);
  const all = [...wanted]
    .toSorted((a, b) => a - b)
    .flatMap((line) => {
      const one = mutantAt({ path: file.path, texts, code, line });
      return one === undefined ? [] : [one];
    });
  return spread(all, max);
}

function mutantAt(about: {
  readonly path: string;
  readonly texts: readonly string[];
  readonly code: readonly string[];
  readonly line: number;
}): Mutant | undefined {
  const { path, texts, code, line } = about;
  const [shown, text] = [code[line - 1] ?? '', texts[line - 1] ?? ''];
  if (isDeclaration(shown)) return undefined;
  for (const { words, find, put } of rules) {
    const found = [...shown.matchAll(find)][0];
    const word = found?.[1];
    if (found === undefined || word === undefined) continue;
    const at = found.index + found[0].indexOf(word);
    const changed = text.slice(0, at) + put(word) + text.slice(at + word.length);
    return { path, line, text: texts.with(line - 1, changed).join('\n'), words };
  }
  return returnedOtherwise({ path, texts, line, shown, text }) ?? emptied({ path, texts, line, shown });
}

/** Imports, types and the like: other words there are a failure to compile. */
function isDeclaration(code: string): boolean {
  return /^\s*(?:import|export\s+(?:type|interface|\{|\*)|from|package|use|using|#include|type|interface|@|\}|\{|\/\/)/.test(
    code,
  );
}

/** A text that is returned or written becomes another one, at both of its ends: a test may look at either. */
function returnedOtherwise(about: {
  readonly path: string;
  readonly texts: readonly string[];
  readonly line: number;
  readonly shown: string;
  readonly text: string;
}): Mutant | undefined {
  const { path, texts, line, shown, text } = about;
  const quote = /(["'`])\s*\1/.exec(shown) ?? /(["'`]) *(?=["'`])/.exec(shown);
  if (quote === null) return undefined;
  const [from, to] = [quote.index + 1, quote.index + quote[0].length - 1];
  const changed =
    from >= to
      ? `${text.slice(0, from)}slipway${text.slice(from)}`
      : `${text.slice(0, from)}slipway${text.slice(from, to)}slipway${text.slice(to)}`;
  return { path, line, text: texts.with(line - 1, changed).join('\n'), words: 'a text that is another' };
}

/** What is returned becomes nothing, and a call that stands alone goes; only where no compiler minds. */
function emptied(about: {
  readonly path: string;
  readonly texts: readonly string[];
  readonly line: number;
  readonly shown: string;
}): Mutant | undefined {
  const { path, texts, line, shown } = about;
  const put = (changed: string, words: string): Mutant => ({
    path,
    line,
    text: texts.with(line - 1, changed).join('\n'),
    words,
  });
  const [indent = ''] = /^\s*/.exec(shown) ?? [];
  if (/\.[cm]?jsx?$/.test(path)) {
    if (/^\s*return\s.*;?\s*$/.test(shown)) return put(`${indent}return undefined;`, 'nothing returned');
    return /^\s*[\w$.]+\(.*\);\s*$/.test(shown) ? put(`${indent};`, 'a call taken away') : undefined;
  }
  if (path.endsWith('.py')) {
    if (/^\s*return\s+\S/.test(shown) && /[\w)\]"'}]\s*$/.test(shown))
      return put(`${indent}return None`, 'nothing returned');
    return /^\s*[\w.]+\(.*\)\s*$/.test(shown) ? put(`${indent}pass`, 'a call taken away') : undefined;
  }
  return undefined;
}

function spread<T>(all: readonly T[], max: number): readonly T[] {
  if (all.length <= max) return all;
  return Array.from({ length: max }, (_, n) => all[Math.floor(((n + 0.5) * all.length) / max)]).flatMap(
    (one) => (one === undefined ? [] : [one]),
  );
}

/** Lines that only the one text has, from 1. */
export function newLines(before: string, after: string): readonly number[] {
  const known = new Map<string, number>();
  for (const line of before.split('\n')) known.set(line, (known.get(line) ?? 0) + 1);
  return after.split('\n').flatMap((line, index) => {
    const left = known.get(line) ?? 0;
    known.set(line, left - 1);
    return left > 0 || line.trim() === '' ? [] : [index + 1];
  });
}
