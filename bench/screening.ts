// How fast text is screened as it streams, on one core: a transcript of JSON lines that carry the sources of this
// repository, in pieces as a pipe gives them. Told without a limit.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createScreener } from '../src/screening/screen.ts';
import type { Measurement } from './support/bench.ts';
import { median, rounded } from './support/compare.ts';

const pieceChars = 64 * 1024;
const transcriptChars = 8 * 1024 * 1024;
const bytesPerMB = 1_000_000;

export const screening: Measurement = async ({ size }) => {
  const transcript = transcriptOf(path.resolve(import.meta.dirname, '../src'));
  const screener = createScreener({ known: ['a value that is known', 'and another one that is'] });
  const rates: number[] = [];
  for (let round = 0; round < size.attemptRounds; round += 1) {
    const begun = process.cpuUsage();
    const stream = screener.stream();
    for (let at = 0; at < transcript.length; at += pieceChars)
      stream.push(transcript.slice(at, at + pieceChars));
    stream.end();
    const { user, system } = process.cpuUsage(begun);
    rates.push(Buffer.byteLength(transcript) / bytesPerMB / ((user + system) / 1e6));
  }
  return Promise.resolve({ mbPerSecond: rounded(median(rates)), rounds: rates.length });
};

function transcriptOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .toSorted();
  const lines = files.flatMap((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8');
    return [JSON.stringify({ type: 'tool', name: 'read', file: name, text }), text];
  });
  const once = `${lines.join('\n')}\n`;
  return once.repeat(Math.ceil(transcriptChars / once.length)).slice(0, transcriptChars);
}
