// Takes a program text apart into code, strings and comments without parsing it. Every mask has the length and the
// lines of the text, so that a place in one is the same place in all. A text that makes no sense is masked somehow:
// the judge then sees less, and compares counts.

import type { Language, StringForm } from './language.ts';
import { closeOf, isOpener, remembered } from './places.ts';

export interface Masked {
  readonly language: Language;
  /** Without comments, and without what strings hold. */
  readonly code: string;
  /** Without comments. */
  readonly words: string;
  /** Only comments. */
  readonly comments: string;
}

type Part = 'code' | 'string' | 'comment';

const masks = new Map<Language, (text: string) => Masked>();

export function mask(text: string, language: Language): Masked {
  const known = masks.get(language) ?? remembered((one) => maskAnew(one, language));
  masks.set(language, known);
  return known(text);
}

function maskAnew(text: string, language: Language): Masked {
  const parts: Piece[] = [];
  const opener = openerOf(language);
  let at = 0;
  let codeFrom = 0;
  for (;;) {
    opener.lastIndex = at;
    at = opener.exec(text)?.index ?? text.length;
    if (at >= text.length) break;
    const found = commentAt(text, at, language) ?? stringAt(text, at, language);
    if (found === undefined) at += 1;
    else {
      if (at > codeFrom) parts.push({ part: 'code', from: codeFrom, to: at });
      parts.push({ part: found.part, from: at, to: found.end });
      at = found.end;
      codeFrom = at;
    }
  }
  parts.push({ part: 'code', from: codeFrom, to: text.length });
  const only = (shown: (part: Part) => boolean): string =>
    parts.map(({ part, from, to }) => kept(text.slice(from, to), shown(part))).join('');
  return {
    language,
    code: parts.map((piece) => codeOf(text, piece)).join(''),
    words: only((part) => part !== 'comment'),
    comments: only((part) => part === 'comment'),
  };
}

/** Whatever a comment or a string may begin with: between two of these everything is code. */
function openerOf({ name, lineComments, blockComments, strings }: Language): RegExp {
  const special = name === 'perl' ? ['='] : name === 'script' ? ['/'] : name === 'rust' ? ["'"] : [];
  const opens = [...lineComments, ...blockComments.map(([open]) => open), ...strings.map(({ open }) => open)];
  const escaped = [...special, ...opens].map((open) => open.replaceAll(/\W/g, '\\$&'));
  return new RegExp(escaped.join('|'), 'g');
}

interface Piece {
  readonly part: Part;
  readonly from: number;
  readonly to: number;
}

interface Found {
  readonly part: Part;
  readonly end: number;
}

function kept(text: string, shown: boolean): string {
  if (shown) return text;
  if (!text.includes('\n')) return ' '.repeat(text.length);
  return text
    .split('\n')
    .map((line) => ' '.repeat(line.length))
    .join('\n');
}

/** A string keeps its quotes, so that a call with one still looks like a call with something in it. */
function codeOf(text: string, { part, from, to }: Piece): string {
  const piece = text.slice(from, to);
  if (part === 'code') return piece;
  const blank = kept(piece, false);
  return part === 'comment' || piece.length < 2 ? blank : `"${blank.slice(1, -1)}"`;
}

function commentAt(text: string, at: number, language: Language): Found | undefined {
  if (language.name === 'perl' && text[at] === '=' && (at === 0 || text[at - 1] === '\n')) {
    if (!/^=[a-z]/.test(text.slice(at, at + 2))) return undefined;
    return { part: 'comment', end: endAfter(text, '\n=cut', at) };
  }
  for (const [open, close] of language.blockComments) {
    if (text.startsWith(open, at)) return { part: 'comment', end: endAfter(text, close, at + open.length) };
  }
  if (!language.lineComments.some((open) => text.startsWith(open, at))) return undefined;
  // A `#` inside a word is none, as in `$#list` and `${name#prefix}`.
  if (text[at] === '#' && /[\w$&{[]/.test(text[at - 1] ?? '')) return undefined;
  const end = text.indexOf('\n', at);
  return { part: 'comment', end: end < 0 ? text.length : end };
}

function endAfter(text: string, close: string, from: number): number {
  const at = text.indexOf(close, from);
  return at < 0 ? text.length : at + close.length;
}

function stringAt(text: string, at: number, language: Language, depth = 0): Found | undefined {
  if (language.name === 'script' && text[at] === '/') return regexAt(text, at);
  if (language.name === 'rust' && text[at] === "'") return characterAt(text, at);
  const form = language.strings.find(({ open }) => text.startsWith(open, at));
  if (form === undefined) return undefined;
  const end = stringEnd(text, at + form.open.length, { form, language, depth });
  return end === undefined ? undefined : { part: 'string', end };
}

/** Nothing where the string does not end on its line and has to: then it is only a character. */
function stringEnd(
  text: string,
  from: number,
  {
    form,
    language,
    depth,
  }: { readonly form: StringForm; readonly language: Language; readonly depth: number },
): number | undefined {
  let at = from;
  while (at < text.length) {
    if (text.startsWith(form.close, at)) return at + form.close.length;
    if (!form.lines && text[at] === '\n') return undefined;
    if (form.escapes && text[at] === '\\') at += 2;
    else if (language.name === 'script' && form.open === '`' && text.startsWith('${', at)) {
      at = placeholderEnd(text, at + 2, language, depth + 1);
    } else at += 1;
  }
  return form.lines ? text.length : undefined;
}

/** Templates in templates; what lies deeper is read as code. */
const nestedMax = 20;

/** `${…}` in a template may hold strings and templates of its own. */
function placeholderEnd(text: string, from: number, language: Language, nested: number): number {
  let depth = 1;
  let at = from;
  while (at < text.length && depth > 0) {
    const inner = nested > nestedMax ? undefined : stringAt(text, at, language, nested);
    if (inner !== undefined) {
      at = inner.end;
      continue;
    }
    if (text[at] === '{') depth += 1;
    if (text[at] === '}') depth -= 1;
    at += 1;
  }
  return at;
}

/** A slash opens a regular expression where a value can begin. */
function regexAt(text: string, at: number): Found | undefined {
  const before = text.slice(Math.max(0, at - 40), at).trimEnd();
  if (!/(?:^|[(,=:[!&|?{};+*%~^<>-]|\b(?:return|typeof|case|of|in|await))$/.test(before)) return undefined;
  const found = /^\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/.exec(
    text.slice(at, at + 1000),
  );
  return found === null ? undefined : { part: 'string', end: at + found[0].length };
}

/** A lifetime is no character. */
function characterAt(text: string, at: number): Found | undefined {
  const found = /^'(?:\\[^\n]{1,9}?|[^'\\\n])'/.exec(text.slice(at, at + 12));
  return found === null ? undefined : { part: 'string', end: at + found[0].length };
}

/** The pieces between commas that stand in no bracket. */
export function splitTop(code: string, from: number, to: number): readonly (readonly [number, number])[] {
  const pieces: [number, number][] = [];
  let start = from;
  for (let at = from; at < to; at += 1) {
    const letter = code[at] ?? '';
    if (isOpener(letter)) at = Math.min(closeOf(code, at), to);
    else if (letter === ',') {
      pieces.push([start, at]);
      start = at + 1;
    }
  }
  pieces.push([start, to]);
  return pieces.filter(([a, b]) => code.slice(a, b).trim() !== '');
}
