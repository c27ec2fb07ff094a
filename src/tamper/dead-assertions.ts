// Where assertions stand that can no longer fail: in a branch that is never taken, behind a return, or in a try whose
// handler swallows what they throw.

import { blockAt, indentAt, indented } from './blocks.ts';
import type { CaseFound } from './cases.ts';
import type { Language } from './language.ts';
import type { Span } from './places.ts';
import { closeOf, isOpener, lineEnd, lineStart } from './places.ts';

/** As far as a statement before a return is looked for. */
const lookBackCharsMax = 2_000;
/** As far as the body of a case is looked for: behind its name and its rows of data. */
const headCharsMax = 4_000;

export interface Dead extends Span {
  /** The end of "its assertions stand …". */
  readonly where: string;
}

export function deadSpans(code: string, language: Language, cases: readonly CaseFound[]): readonly Dead[] {
  return [
    ...neverTaken(code, language),
    ...(language.name === 'python' ? swallowedPython(code) : swallowed(code)),
    ...cases.filter((one) => one.name !== '').flatMap((one) => behindReturn(code, one, language)),
  ];
}

const never =
  /\b(?:if|while|unless)\s*\(?\s*(?:false|0|!1|!true|False|not\s+True|None|null)\s*\)?\s*(?=[:{\n]|then)|\bif\s+0\s*:/g;

function neverTaken(code: string, language: Language): readonly Dead[] {
  return [...code.matchAll(never)].map((found) => ({
    ...blockAt(code, found.index, language),
    where: 'in a branch that is never taken',
  }));
}

const speaksUp =
  /\bthrow\b|\bexpect\b|\bassert\w*|\bfail\w*\b|\breject\b|\braise\b|\bdie\b|\bcroak\b|\b(?:done|next)\s*\(|\bexit\b|\bis\w*\s*\(|\bok\s*\(|\blike\s*\(/;

function swallowed(code: string): readonly Dead[] {
  return [...code.matchAll(/\btry\s*\{|\beval\s*\{/g)].flatMap((found) => {
    const open = found.index + found[0].length - 1;
    const close = closeOf(code, open);
    if (found[0].startsWith('eval'))
      return [{ from: open, to: close, where: 'in an eval that keeps what they throw' }];
    const handler = /^\s*catch\b[^{]*\{/.exec(code.slice(close + 1, close + 300));
    if (handler === null) return [];
    const from = close + handler[0].length;
    return speaksUp.test(code.slice(from, closeOf(code, from)))
      ? []
      : [{ from: open, to: close, where: 'in a try whose catch says nothing' }];
  });
}

function swallowedPython(code: string): readonly Dead[] {
  const suppressed = [...code.matchAll(/^[ \t]*with\s+(?:contextlib\.)?suppress\s*\(/gm)].map((found) => ({
    ...indented(code, found.index + found[0].search(/\S/)),
    where: 'under suppress()',
  }));
  const tried = [...code.matchAll(/^[ \t]*try\s*:/gm)].flatMap((found) => {
    const at = found.index + found[0].search(/\S/);
    const block = indented(code, at);
    const handler = block.to + 1;
    const isHandler =
      indentAt(code, handler) === indentAt(code, at) && /^\s*except\b/.test(code.slice(handler));
    if (!isHandler) return [];
    const handled = indented(code, handler + indentAt(code, handler));
    const head = code.slice(handler, lineEnd(code, handler));
    const takesAssertions = /except\s*(?::|.*\b(?:AssertionError|Exception|BaseException)\b)/.test(head);
    return takesAssertions && !speaksUp.test(code.slice(lineEnd(code, handler), handled.to))
      ? [{ ...block, where: 'in a try whose except says nothing' }]
      : [];
  });
  return [...suppressed, ...tried];
}

/** A return without a value in the case's own block, and not after an `if` without braces. */
function behindReturn(code: string, one: CaseFound, language: Language): readonly Dead[] {
  const where = 'behind a return';
  if (language.name === 'python') {
    const def = code.indexOf('def ', one.from);
    const body = lineEnd(code, code.indexOf(':', closeOf(code, code.indexOf('(', def)))) + 1;
    const indent = indentAt(code, body + (/^\s*\n/.exec(code.slice(body))?.[0].length ?? 0));
    for (const found of code.slice(body, one.to).matchAll(/^([ \t]*)return\s*$/gm)) {
      if ((found[1] ?? '').length === indent) return [{ from: body + found.index, to: one.to, where }];
    }
    return [];
  }
  const open = bodyOf(code, one);
  if (open === undefined) return [];
  const end = closeOf(code, open);
  for (let at = open + 1; at < end; at += 1) {
    if (isOpener(code[at])) at = closeOf(code, at);
    else if (code[at] === 'r' && isBareReturn(code, at)) return [{ from: at, to: end, where }];
  }
  return [];
}

function bodyOf(code: string, one: CaseFound): number | undefined {
  const found = /(?:=>|\bfunction\b[^{]*|\bsub\b|\)[^{;]*|\(\))\s*\{/.exec(
    code.slice(one.from, Math.min(one.to, one.from + headCharsMax)),
  );
  return found === null ? undefined : one.from + found.index + found[0].length - 1;
}

function isBareReturn(code: string, at: number): boolean {
  if (!/^return\s*(?:;|\n|\})/.test(code.slice(at, at + 40)) || /[\w$.]/.test(code[at - 1] ?? ''))
    return false;
  const before = code.slice(Math.max(0, at - lookBackCharsMax), at).trimEnd();
  if (/[;{}]$/.test(before)) return true;
  const line = before.slice(lineStart(before, before.length - 1));
  return !/^\s*(?:if|else|for|while)\b/.test(line) && code.slice(lineStart(code, at), at).trim() === '';
}
