// Plain data as YAML, for files that people read and programs may parse. Views import no package, and what is
// written here is a small part of the language: block mappings and sequences, scalars, literal blocks.
//   YAML-1. What is written parses back to the same data: a string that could be read as anything else is quoted.

export type Data =
  | string
  | number
  | boolean
  | null
  | readonly Data[]
  | { readonly [key: string]: Data | undefined };

export function yamlOf(data: Data): string {
  return `${isNested(data) ? block(data, 0) : scalar(data, 0)}\n`;
}

type Nested = readonly Data[] | { readonly [key: string]: Data | undefined };

/** Something that takes lines of its own; empty collections stand on the line of their key. */
function isNested(data: Data): data is Nested {
  if (data === null || typeof data !== 'object') return false;
  return isList(data) ? data.length > 0 : entriesOf(data).length > 0;
}

function isList(data: Nested): data is readonly Data[] {
  return Array.isArray(data);
}

function entriesOf(data: { readonly [key: string]: Data | undefined }): readonly (readonly [string, Data])[] {
  return Object.entries(data).flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const]));
}

function block(data: Nested, depth: number): string {
  const indent = '  '.repeat(depth);
  if (isList(data)) return data.map((item) => `${indent}- ${itemOf(item, depth + 1)}`).join('\n');
  return entriesOf(data)
    .map(([key, value]) => {
      const name = `${indent}${isPlain(key) ? key : quoted(key)}:`;
      return isNested(value) ? `${name}\n${block(value, depth + 1)}` : `${name} ${scalar(value, depth + 1)}`;
    })
    .join('\n');
}

/** The first line of what is in a sequence stands behind its dash. */
function itemOf(item: Data, depth: number): string {
  return isNested(item) ? block(item, depth).trimStart() : scalar(item, depth);
}

function scalar(data: Data, depth: number): string {
  if (typeof data === 'string') return isLiteral(data) ? literal(data, depth) : text(data);
  if (data === null || typeof data !== 'object') return String(data);
  return isList(data) ? '[]' : '{}';
}

function text(value: string): string {
  return isPlain(value) ? value : quoted(value);
}

const words = /^[A-Za-z][A-Za-z0-9_./-]*(?: [A-Za-z0-9_./-]+)*$/;
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** YAML-1: letters, digits and a few signs that mean nothing to YAML, and no word that does. */
function isPlain(value: string): boolean {
  return words.test(value) && !reserved.test(value);
}

// oxlint-disable-next-line no-control-regex -- these are the characters that must not stand in a file as they are
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/;

/** YAML-1: a literal block keeps its lines only where none is blank-but-not-empty and the first is not indented. */
function isLiteral(value: string): boolean {
  return (
    value.includes('\n') &&
    value.isWellFormed() &&
    !unprintable.test(value) &&
    /^[^\s]/.test(value) &&
    !/\n[ \t]+(?=\n|$)/.test(value) &&
    !/^[ ]*\t/m.test(value)
  );
}

function literal(value: string, depth: number): string {
  const indent = '  '.repeat(Math.max(1, depth));
  const [, body = '', ends = ''] = /^(.*?)(\n*)$/s.exec(value) ?? [];
  const keep = ends === '' ? '-' : ends === '\n' ? '' : '+';
  const lines = body.split('\n').map((line) => (line === '' ? '' : `${indent}${line}`));
  return `|${keep}\n${lines.join('\n')}${ends.slice(1)}`;
}

/** The double-quoted style of YAML is that of JSON, but for a few characters that JSON lets through. */
function quoted(value: string): string {
  return JSON.stringify(value.toWellFormed()).replaceAll(
    // oxlint-disable-next-line no-control-regex -- see above
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
