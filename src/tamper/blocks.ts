// Blocks of code: how far a function, a class or a branch goes, by brackets or by indentation.

import type { Language } from './language.ts';
import type { Span } from './places.ts';
import { closeOf, lineEnd, lineStart } from './places.ts';

export function indentAt(text: string, at: number): number {
  const start = lineStart(text, at);
  return /^[ \t]*/.exec(text.slice(start, lineEnd(text, start)))?.[0].length ?? 0;
}

/** From the line at this place to the last line that is indented further. */
export function indented(code: string, at: number): Span {
  const own = indentAt(code, at);
  let end = lineEnd(code, headEnd(code, at));
  for (let next = end + 1; next < code.length; next = lineEnd(code, next) + 1) {
    const line = code.slice(next, lineEnd(code, next));
    if (line.trim() !== '' && indentAt(code, next) <= own && !/^\s*[)\]}]/.test(line)) break;
    end = lineEnd(code, next);
  }
  return { from: at, to: end };
}

/** A head may go over several lines in brackets. */
function headEnd(code: string, at: number): number {
  const open = code.slice(at, lineEnd(code, at)).search(/[([]/);
  return open < 0 ? at : Math.max(at, Math.min(closeOf(code, at + open), code.length - 1));
}

/** The block that begins with the first brace behind this place. */
export function braced(code: string, at: number): Span {
  const open = code.indexOf('{', at);
  return open < 0 ? { from: at, to: lineEnd(code, at) } : { from: at, to: closeOf(code, open) + 1 };
}

export function blockAt(code: string, at: number, language: Language): Span {
  return language.name === 'python' || language.name === 'ruby' ? indented(code, at) : braced(code, at);
}
