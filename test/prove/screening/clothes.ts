// The same secrets in other clothes: as a terminal, a browser, another encoding or a careful program writes them. The engine
// that every surface goes through has to take each off, and leave what nobody would call a secret.

import type { Screener } from '../../../src/screening/screened.ts';
import { undress } from '../../../src/screening/undressed.ts';
import { drawFrom, secretKinds } from '../../support/secrets.ts';
import { placeholders } from './placeholders.ts';

const each =
  (write: (code: number) => string) =>
  (text: string): string =>
    text.replaceAll(/[\x21-\x7e]/g, (character) => write(character.codePointAt(0) ?? 0));
const hex = (code: number, width: number): string => code.toString(16).padStart(width, '0');
const middle = (text: string, put: string): string => {
  const at = Math.floor(text.length / 2);
  return text.slice(0, at) + put + text.slice(at);
};

export const clothes: Readonly<Record<string, (text: string) => string>> = {
  'UTF-16': (text) => Buffer.from(text, 'utf16le').toString('latin1'),
  'a byte order mark': (text) => `\u{FEFF}${text}`,
  'a colour around it': (text) => `\u001B[31m${text}\u001B[0m`,
  'a colour within it': (text) => middle(text, '\u001B[1m'),
  'a title of the window before it': (text) => `\u001B]0;build\u0007${text}`,
  'a sign that was typed and taken back': (text) => middle(text, 'x\b'),
  'a sign nobody sees': (text) => middle(text, '\u{200B}'),
  'an address': each((code) => `%${hex(code, 2)}`),
  JSON: each((code) => String.raw`\u${hex(code, 4)}`),
  HTML: each((code) => `&#${code};`),
  'HTML, in hexadecimal': each((code) => `&#x${hex(code, 2)};`),
};

/** What only its look gives away cannot be told from any other row of numbers. */
const asNumbers: ReadonlySet<string> = new Set(['an address', 'JSON', 'HTML', 'HTML, in hexadecimal']);
const outOfReach = (rules: readonly string[], name: string): boolean =>
  asNumbers.has(name) && rules.every((rule) => rule === 'high-entropy');

export interface Dressed {
  readonly caught: number;
  readonly missed: readonly string[];
  readonly alarms: readonly string[];
}

export function dressed(engine: Screener, seed: string): Dressed {
  const missed: string[] = [];
  let caught = 0;
  for (const kind of secretKinds) {
    const secret = kind.make(drawFrom(`${seed}/clothes/${kind.name}`));
    for (const [name, put] of Object.entries(clothes)) {
      if (outOfReach(kind.rules, name)) continue;
      const lines = secret.text.split('\n').map((line) => put(line));
      if (isGone(engine, lines.join('\n'), secret.values)) caught += 1;
      else missed.push(`${kind.name} in ${name}`);
    }
  }
  const alarms = placeholders.filter((text) => engine.screen(text).verdict !== 'CLEAN');
  return { caught, missed, alarms };
}

function isGone(engine: Screener, text: string, values: readonly string[]): boolean {
  const screening = engine.screen(text);
  if (screening.verdict === 'BLOCKED') return true;
  const left = screening.text.text;
  const seen = [left, undress(left)?.text ?? left];
  return !values.some((value) => seen.some((one) => one.includes(value)));
}
