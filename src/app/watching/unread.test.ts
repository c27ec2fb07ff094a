import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { anAsk as effect } from '../../../test/support/an-ask.ts';
import { workspaceName } from '../../effects/launches/launch.ts';
import type { LaunchEntry, LogEntry } from '../../views/run/logs.ts';
import { styleOf } from '../words/style.ts';
import { heading } from '../words/logs-text.ts';
import { placesOf } from '../home/home-places.ts';
import { openTexts } from '../home/texts.ts';
import type { LogPiece } from './log-teller.ts';
import { LogTeller } from './log-teller.ts';
import { Unread } from './unread.ts';

const homes: string[] = [];

afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true });
});

const lines = Array.from({ length: 300_000 }, (_, n) => `line ${n} says é and 語, and then some more\n`);
const long = lines.join('');

const atWork: LaunchEntry = { type: 'launch', key: effect.key, effect, begunAt: 1 };

async function tellerIn(home: string): Promise<LogTeller> {
  const places = placesOf({ env: { SLIPWAY_HOME: home }, homedir: home, tmp: tmpdir(), uid: 0, cores: 1 });
  return new LogTeller(new Unread(await openTexts(places), { run: 'r-1', raw: false, dialects: [] }));
}

function growing(): string {
  const home = mkdtempSync(path.join(tmpdir(), 'slipway-unread-'));
  homes.push(home);
  const file = path.join(home, 'blobs', 'transcripts', workspaceName('r-1', effect));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, long);
  return home;
}

function sealed(): { readonly home: string; readonly ended: LogEntry } {
  const home = mkdtempSync(path.join(tmpdir(), 'slipway-unread-'));
  homes.push(home);
  const digest = createHash('sha256').update(long).digest('hex');
  mkdirSync(path.join(home, 'blobs', digest.slice(0, 2)), { recursive: true });
  writeFileSync(path.join(home, 'blobs', digest.slice(0, 2), digest.slice(2)), long);
  const ended = { at: 2, how: 'done', transcript: `sha256:${digest}` } as const;
  return { home, ended: { ...atWork, ended } };
}

async function told(teller: LogTeller, entry: LogEntry) {
  const pieces: LogPiece[] = [];
  for await (const piece of teller.news([entry])) pieces.push(piece);
  return {
    text: pieces.map(({ text }) => text).join(''),
    headings: pieces.flatMap(({ of }) => (of === undefined ? [] : [heading(of, styleOf(false))])),
    largest: Math.max(0, ...pieces.map(({ text }) => text.length)),
  };
}

describe('a transcript of many megabytes', () => {
  test('that grows is told whole, and in pieces that are small', async () => {
    const teller = await tellerIn(growing());
    const { text, headings, largest } = await told(teller, atWork);
    expect(text === long).toBe(true);
    expect([headings.length, largest < 70_000]).toEqual([1, true]);
    expect((await told(teller, atWork)).text).toBe('');
  });

  test('that is sealed is told the same way, under one heading', async () => {
    const { home, ended } = sealed();
    const { text, headings, largest } = await told(await tellerIn(home), ended);
    expect(text === long).toBe(true);
    expect([headings.length, largest < 70_000]).toEqual([1, true]);
  });

  test('that was sealed while it was read goes on where it was', async () => {
    const { home, ended } = sealed();
    const teller = await tellerIn(home);
    const file = path.join(home, 'blobs', 'transcripts', workspaceName('r-1', effect));
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, long.slice(0, 100_000));
    const first = await told(teller, atWork);
    const rest = await told(teller, ended);
    expect(`${first.text}${rest.text}` === long).toBe(true);
  });
});
