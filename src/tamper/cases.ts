// Finds the test cases of a file: name, head (modifiers, decorators, attributes) and extent, language by language. The
// whole file is a case as well, without a name: it holds what stands outside of all others.

import { braced, indentAt, indented } from './blocks.ts';
import type { LanguageName } from './language.ts';
import type { Masked } from './mask.ts';
import { splitTop } from './mask.ts';
import type { Span } from './places.ts';
import { closeOf, countUpTo, lineAt, lineEnd, lineStart, rememberedOf, spanFinder } from './places.ts';

export interface CaseFound extends Span {
  /** Empty for the file as a whole. */
  readonly name: string;
  readonly line: number;
  /** Everything that says how the case is run, without what strings hold. */
  readonly head: string;
  /** How many rows of data it is run with, where that can be counted. */
  readonly rows?: number;
}

/** In one file; what lies behind so many belongs to the file as a whole. */
const casesMax = 20_000;

type Finder = (masked: Masked) => readonly CaseFound[];

export const casesIn = rememberedOf((masked: Masked): readonly CaseFound[] => {
  const whole: CaseFound = { name: '', line: 1, head: '', from: 0, to: masked.code.length };
  return [whole, ...(finders[masked.language.name] ?? none)(masked).slice(0, casesMax)];
});

/** Finds the innermost case a place belongs to; of two that are alike the later one. */
export function innermostOf<T extends Span>(cases: readonly T[]): (at: number) => T | undefined {
  return spanFinder(cases.toReversed().toSorted((a, b) => a.to - a.from - (b.to - b.from)));
}

const none: Finder = () => [];

const scriptOpener =
  /(?<![\w$.])([xf]?(?:it|test|specify)|Deno\.test|t\.test)((?:\s*\.\s*\w+)*)\s*(?=[(`"<])/g;

const script: Finder = ({ code, words }) =>
  [...code.matchAll(scriptOpener)].flatMap((found) => {
    const calls = callsFrom(code, found.index + found[0].length);
    const last = calls.at(-1);
    if (last === undefined) return [];
    const [name, ...rest] = splitTop(code, last.from + 1, last.to);
    if (name === undefined) return [];
    const callback = rest.find(([a, b]) => /=>|\bfunction\b/.test(cut(code, a, b)));
    const options = cut(code, name[1], callback?.[0] ?? last.to);
    return [
      {
        name: unquoted(cut(words, name[0], name[1])),
        line: lineAt(code, found.index),
        head: `${found[1]}${(found[2] ?? '').replaceAll(/\s/g, '')} ${options}`,
        from: found.index,
        to: last.to + 1,
        ...rowsOf(code, calls.length > 1 ? calls[0] : undefined),
      },
    ];
  });

/** A name, or what says how a case is run. What is longer is a bracket that is never closed. */
const headCharsMax = 300;

function cut(text: string, from: number, to: number): string {
  return text.slice(from, Math.min(to, from + headCharsMax));
}

/** `each(rows)('name', …)`: every call that follows directly on the last. */
function callsFrom(code: string, at: number): readonly Span[] {
  const calls: Span[] = [];
  let next = at;
  if (code[next] === '<') next = code.indexOf('(', next);
  if (code[next] === '"') {
    const end = code.indexOf('"', next + 1);
    calls.push({ from: next, to: end });
    next = end + 1;
  }
  while (next >= 0 && next < code.length && code[next] === '(') {
    const to = closeOf(code, next);
    calls.push({ from: next, to });
    next = to + 1 + (/^\s*/.exec(code.slice(to + 1, to + 40))?.[0].length ?? 0);
  }
  return calls;
}

function rowsOf(code: string, call: Span | undefined): { readonly rows?: number } {
  const open = call === undefined ? -1 : code.indexOf('[', call.from);
  if (call === undefined || open < 0 || open > call.to) return {};
  return { rows: splitTop(code, open + 1, closeOf(code, open)).length };
}

const python: Finder = ({ code }) => {
  const classAround = classesIn(code);
  return [...code.matchAll(/^[ \t]*(?:async\s+)?def\s+(test\w*)\s*\(/gm)].map((found) => {
    const at = found.index + found[0].search(/\S/);
    const headFrom = decoratorsFrom(code, at);
    const head = code.slice(headFrom, at);
    const list = head.indexOf('[', head.indexOf('parametrize'));
    const open = head.includes('parametrize') && list >= 0 ? headFrom + list : -1;
    return {
      name: `${classAround(at)}${found[1]}`,
      line: lineAt(code, at),
      head,
      from: headFrom,
      to: indented(code, at).to,
      ...(open < 0 ? {} : { rows: splitTop(code, open + 1, closeOf(code, open)).length }),
    };
  });
};

function decoratorsFrom(code: string, at: number): number {
  let start = lineStart(code, at);
  let open = 0;
  while (start > 0) {
    const above = lineStart(code, start - 1);
    const line = code.slice(above, start - 1);
    open += count(line, /[)\]}]/g) - count(line, /[([{]/g);
    if (!line.trim().startsWith('@') && open <= 0 && !/^\s*[)\]}]/.test(line)) break;
    start = above;
  }
  return start;
}

function count(text: string, what: RegExp): number {
  return text.match(what)?.length ?? 0;
}

/** The class that a place stands in, by indentation: the last one before it that is indented less. */
function classesIn(code: string): (at: number) => string {
  const classes = [...code.matchAll(/^([ \t]*)class\s+(\w+)/gm)].map((found) => ({
    at: found.index,
    indent: (found[1] ?? '').length,
    name: found[2] ?? '',
  }));
  const places = classes.map(({ at }) => at);
  return (at) => {
    const indent = indentAt(code, at);
    let index = countUpTo(places, at) - 1;
    while (index >= 0 && (classes[index]?.indent ?? 0) >= indent) index -= 1;
    return index < 0 ? '' : `${classes[index]?.name ?? ''}.`;
  };
}

const go: Finder = ({ code, words }) => {
  const functions = [...code.matchAll(/^func\s+((?:Test|Benchmark|Fuzz|Example)\w*)\s*\(/gm)].map((found) => {
    const span = braced(code, closeOf(code, found.index + found[0].length - 1));
    const body = code.slice(span.from, span.to);
    return {
      name: found[1] ?? '',
      line: lineAt(code, found.index),
      head: '',
      from: found.index,
      to: span.to,
      ...tableRows(body),
    };
  });
  const parts = [...code.matchAll(/\bt\.Run\s*\(\s*(?=")/g)].map((found) => {
    const open = found.index + found[0].indexOf('(');
    const to = closeOf(code, open) + 1;
    const name = cut(words, open + 1, words.indexOf(',', open));
    return {
      name: unquoted(name),
      line: lineAt(code, found.index),
      head: '',
      from: found.index,
      to,
    };
  });
  return [...functions, ...parts];
};

/** `[]struct{…}{ {…}, {…} }`, and maps of the same kind. */
function tableRows(body: string): { readonly rows?: number } {
  const found = /(?:\[\]|map\[\w+\])\s*struct\s*\{/.exec(body);
  if (found === null) return {};
  const open = body.indexOf('{', closeOf(body, found.index + found[0].length - 1));
  return open < 0 ? {} : { rows: splitTop(body, open + 1, closeOf(body, open)).length };
}

const rust: Finder = ({ code }) =>
  [...code.matchAll(/#\[(?:\w+::)*(?:test|rstest|test_case|quickcheck)\b[^\]]*\]/g)].flatMap((found) => {
    const found2 = /\bfn\s+(\w+)\s*/.exec(code.slice(found.index, found.index + 2000));
    if (found2 === null) return [];
    const from = attributesFrom(code, found.index);
    const named = found.index + found2.index;
    return [
      {
        name: found2[1] ?? '',
        line: lineAt(code, named),
        head: code.slice(from, named),
        from,
        to: braced(code, named).to,
      },
    ];
  });

function attributesFrom(code: string, at: number): number {
  let start = lineStart(code, at);
  while (start > 0 && /^\s*#\[/.test(code.slice(lineStart(code, start - 1), start))) {
    start = lineStart(code, start - 1);
  }
  return start;
}

const java: Finder = ({ code, words }) => {
  const opener =
    /@(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate)\b|\bpublic\s+void\s+(?=test\w*\s*\()/g;
  const found = [...code.matchAll(opener)].flatMap((opened) => {
    const method = /\b(?:void|fun|\w+)\s+(\w+|"[^"]*"|`[^`]*`)\s*\([^)]*\)[^{;@]*\{/.exec(
      code.slice(opened.index, opened.index + 3000),
    );
    if (method === null) return [];
    const from = Math.max(...[';', '{', '}'].map((mark) => code.lastIndexOf(mark, opened.index - 1))) + 1;
    const at = opened.index + method.index;
    const head = code.slice(from, at);
    const values = head.search(/Source\s*\(\s*(?:\w+\s*=\s*)?\{/);
    const open = values < 0 ? -1 : code.indexOf('{', from + values);
    return [
      {
        name: unquoted(
          words.slice(at, at + method[0].length).replace(/^[\s\S]*?(\w+|`[^`]*`)\s*\([\s\S]*$/, '$1'),
        ),
        line: lineAt(code, at),
        head,
        from,
        to: closeOf(code, at + method[0].length - 1) + 1,
        ...(open < 0 ? {} : { rows: splitTop(code, open + 1, closeOf(code, open)).length }),
      },
    ];
  });
  const ends = new Set<number>();
  return found.filter(({ to }) => !ends.has(to) && ends.add(to));
};

const called =
  (opener: RegExp): Finder =>
  ({ code, words }) =>
    [...code.matchAll(opener)].map((found) => {
      const quoted = /"[^"]*"|\w+(?=\s*\()/.exec(found[0]);
      const at = found.index + (quoted?.index ?? 0);
      return {
        name: unquoted(words.slice(at, at + (quoted?.[0].length ?? 0))),
        line: lineAt(code, found.index),
        head: found[0],
        from: found.index,
        to: braced(code, found.index).to,
      };
    });

const ruby: Finder = ({ code, words }) =>
  [...code.matchAll(/^[ \t]*((?:x|f)?(?:it|specify|test|example)\b|def\s+test_\w+)[^\n]*/gm)].map(
    (found) => ({
      name: words.slice(found.index, found.index + found[0].length).trim(),
      line: lineAt(code, found.index + 1),
      head: found[0].trim(),
      from: found.index,
      to: Math.max(indented(code, found.index).to, lineEnd(code, found.index)),
    }),
  );

const finders: Readonly<Partial<Record<LanguageName, Finder>>> = {
  script,
  python,
  go,
  rust,
  java,
  perl: called(/\bsubtest\s*\(?\s*"[^"]*"\s*(?:=>|,)\s*sub\b/g),
  ruby,
  shell: called(/^@test\s+"[^"]*"\s*(?=\{)|^(?:function\s+)?test\w*\s*\(\)\s*(?=\{)/gm),
};

function unquoted(text: string): string {
  return text
    .trim()
    .replace(/^[rbfu]*(['"`]{1,3})([\s\S]*)\1$/, '$2')
    .trim();
}
