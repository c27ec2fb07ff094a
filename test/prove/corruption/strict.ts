// What a run is, did and left behind, by content: its state, every effect with what came of it, and every artifact. Two runs that nobody
// damaged come to the same texts, but for when it was. A hash is taken for what it is the hash of.
//   STRICT-1. What is left out is named here: times, ids of orders, hashes of events, and which artifacts were written in between.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openReader, readRun } from '../../../src/app/home/reader.ts';
import { must } from '../../../src/core/run.ts';
import { apart } from '../../../src/tamper/change.ts';
import type { Finding } from '../support/compare.ts';
import type { World } from '../support/world.ts';
import { placesIn } from '../support/world.ts';

/** By what it is about. */
export type Strict = ReadonlyMap<string, string>;

export async function strictOf(world: World): Promise<Strict> {
  const places = placesIn(world);
  const reader = await openReader(places);
  try {
    const journal = must(reader.journal, 'a finished world has a journal');
    const id = must((await journal.summaries())[0], 'a finished world has a run').run;
    const { run, events } = await readRun(journal, id);
    const plain = plainIn(path.join(places.home, 'blobs'));
    const effects = events.map(({ event }) => event).filter(({ type }) => type.startsWith('effect.'));
    const folder = path.join(places.runs, id);
    return new Map([
      ['state', plain(sorted(run))],
      ['effects', inAnyOrder(effects.map((event) => plain(sorted(event))))],
      ...filesIn(folder).map(
        (name) =>
          [`artifact ${name}`, artifact(name, plain(readFileSync(path.join(folder, name), 'utf8')))] as const,
      ),
    ]);
  } finally {
    await reader.close();
  }
}

export function unlike(control: Strict, other: Strict): readonly Finding[] {
  const keys = [...new Set([...control.keys(), ...other.keys()])];
  return keys
    .filter((key) => control.get(key) !== other.get(key))
    .map((key) => {
      const [was, is] = apart(control.get(key) ?? '', other.get(key) ?? '');
      return { category: 'different', what: `${key}: ${is} instead of ${was}` };
    });
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .toSorted();
}

/** A log tells events in their order, and of what goes on side by side either may be first. */
function artifact(name: string, text: string): string {
  return /\.(?:jsonl|ndjson)$/.test(name) ? inAnyOrder(text.split('\n')) : text;
}

/** Which artifacts are written in between is a matter of pace. */
const paced = 'write-artifacts';

function inAnyOrder(lines: readonly string[]): string {
  return lines
    .filter((line) => !line.includes(paced))
    .toSorted()
    .join('\n');
}

/** With its keys in their order, and without what depends on pace. */
function sorted(value: object): string {
  return JSON.stringify(value, (key, item: unknown) => {
    if (key.includes(paced)) return undefined;
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
}

const times: readonly (readonly [RegExp, string])[] = [
  [/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z| UTC)?/g, 'then'],
  [/\b1[78]\d{11}\b/g, 'then'],
  [/(?<="(?:ms|\w+Ms)":)\d+/g, '0'],
  [/(?<=\bminutes: )[\d.]+|(?<=_minutes: )[\d.]+/g, '0'],
  [/(?:\b\d+\.)?\b\d+ (?:ms|s|min|h)\b(?: \d+ (?:s|min)\b)?/g, 'a while'],
  [/\bo-[a-z0-9]{8}\b/g, 'an order'],
  [/(?<="seq":)\d+/g, '0'],
  [/\b\d+ events were told\b/g, 'events were told'],
];

const deepMax = 3;

/** Texts without times, and with hashes that say what lies behind them. */
function plainIn(blobs: string): (text: string) => string {
  const known = new Map<string, string>();
  const ofHash = (hash: string, deep: number): string => {
    const before = known.get(hash);
    if (before !== undefined) return before;
    const text = read(path.join(blobs, hash.slice(0, 2), hash.slice(2)));
    const word =
      text === undefined ? 'a hash' : `a text ${digest(deep < deepMax ? plain(text, deep + 1) : text)}`;
    known.set(hash, word);
    return word;
  };
  const plain = (text: string, deep: number): string =>
    times
      .reduce((now, [form, word]) => now.replace(form, word), text)
      .replaceAll(/\b[0-9a-f]{64}\b/g, (hash) => ofHash(hash, deep));
  return (text) => plain(text, 0);
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return undefined;
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}
