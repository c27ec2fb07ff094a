// The text of every installed package, through the engine: how often it alarms where there is nothing, and whether it
// does where something was planted. Text is a file without a zero byte in its first eight kilobytes that reads as UTF-8.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Screener } from '../../../src/screening/screened.ts';
import { drawFrom, secretKinds } from '../../support/secrets.ts';

const headBytes = 8 * 1024;
const pieceChars = 64 * 1024;
const progressEveryMB = 20;
const bytesPerMB = 1_000_000;

export interface Corpus {
  readonly benignMB: number;
  readonly alarmsPerMB: number;
  /** Of secrets planted into files of the corpus. */
  readonly caught: number;
  readonly missed: readonly string[];
}

export function benign(root: string, screener: Screener, say: (text: string) => void): Corpus {
  const folder = path.join(root, 'node_modules');
  const carriers: string[] = [];
  let bytes = 0;
  let alarms = 0;
  const begun = process.cpuUsage();
  for (const file of filesBelow(folder)) {
    const text = textOf(file);
    if (text === undefined) continue;
    const found = alarmsIn(screener, text);
    if (found > 0) say(`ALARM ${found} in ${path.relative(folder, file)}`);
    alarms += found;
    const before = Math.floor(bytes / bytesPerMB / progressEveryMB);
    bytes += Buffer.byteLength(text);
    if (Math.floor(bytes / bytesPerMB / progressEveryMB) > before) say(`read ${megabytes(bytes)} MB`);
    if (found === 0 && carriers.length < secretKinds.length && text.includes('\n')) carriers.push(text);
  }
  const { user, system } = process.cpuUsage(begun);
  const mbPerSecond = megabytes(bytes) / ((user + system) / 1e6);
  say(`${alarms} alarms in ${megabytes(bytes)} MB, ${mbPerSecond.toFixed(1)} MB a second`);
  const missed = secretKinds
    .filter((kind, index) => {
      const { text } = kind.make(drawFrom(`packages/${kind.name}`));
      return alarmsIn(screener, planted(carriers[index % carriers.length] ?? '', text)) === 0;
    })
    .map(({ name }) => `packages: ${name}`);
  return {
    benignMB: megabytes(bytes),
    alarmsPerMB: Math.round((alarms / (bytes / bytesPerMB)) * 1000) / 1000,
    caught: secretKinds.length - missed.length,
    missed,
  };
}

function megabytes(bytes: number): number {
  return Math.round(bytes / (bytesPerMB / 10)) / 10;
}

/** Its examples hold links that were signed with a key of somebody's: to find those is right, and no false alarm. */
const holdsKeys = path.join('@octokit', 'webhooks-examples');

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes(`${path.sep}.cache`))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(holdsKeys))
    .toSorted();
}

function textOf(file: string): string | undefined {
  const bytes = readFileSync(file);
  if (bytes.length === 0 || bytes.subarray(0, headBytes).includes(0)) return undefined;
  const text = bytes.toString('utf8');
  return text.slice(0, headBytes).includes('\uFFFD') ? undefined : text;
}

/** In the middle, on a line of its own. */
function planted(carrier: string, secret: string): string {
  const at = carrier.indexOf('\n', Math.floor(carrier.length / 2));
  return `${carrier.slice(0, at + 1)}${secret}\n${carrier.slice(at + 1)}`;
}

function alarmsIn(screener: Screener, text: string): number {
  const stream = screener.stream();
  let kept = '';
  for (let at = 0; at < text.length; at += pieceChars) {
    kept += stream.push(text.slice(at, at + pieceChars)).text;
  }
  kept += stream.end().text;
  if (stream.rules().length === 0) return 0;
  return Math.max(markersIn(kept) - markersIn(text), 1);
}

function markersIn(text: string): number {
  return text.split('[REDACTED:').length - 1;
}
