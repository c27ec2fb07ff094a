// Single-use codes: the leave of a person for one answer at one gate, to be given by a program that comes through MCP. Kept in one
// file of the home, because an engine may end before the code is used.
//
// Invariants
//   CODES-1. A code is good for one gate of one run, for what that asks now, and for some minutes. What is kept of it is a hash of all
//        that: the file lets nobody decide.
//   CODES-2. A code is spent when its gate is decided, and not before: the same order, sent again after a crash, is the same order.
//   CODES-3. After a few wrong ones there is none for that gate any more: nobody guesses.
//   CODES-4. There are few at a time, the oldest go first, and a gate has one.

import { createHash, randomBytes } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { parseJson } from '../../plain/json.ts';
import type { Places } from '../home/home-places.ts';
import { isSame } from './people.ts';

/** Without letters that are taken for digits. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeChars = 10;
const codeMs = 15 * 60_000;
const codesMax = 64;
const triesMax = 5;

/** What a code is for. */
export interface ForGate {
  readonly run: string;
  readonly gate: string;
  readonly digest: string;
}

interface Kept {
  readonly run: string;
  readonly gate: string;
  readonly hash: string;
  readonly until: number;
  readonly tries: number;
}

const file = z.object({
  codes: z.array(
    z.object({ run: z.string(), gate: z.string(), hash: z.string(), until: z.number(), tries: z.int() }),
  ),
});

type Where = Pick<Places, 'codes'>;

/** CODES-4. */
export async function newCode(
  { codes }: Where,
  subject: ForGate,
  now: number,
): Promise<{ readonly code: string; readonly until: number }> {
  const others = (await living(codes, now)).filter((kept) => !isFor(kept, subject));
  const code = randomCode();
  const until = now + codeMs;
  const { run, gate } = subject;
  await write(codes, [...others, { run, gate, hash: hashOf(subject, code), until, tries: 0 }]);
  return { code, until };
}

/** Whether it is the one that was given for this; a wrong one counts (CODES-3). */
export async function isCode(
  { codes }: Where,
  subject: ForGate,
  said: { readonly code: string; readonly now: number },
): Promise<boolean> {
  const known = await living(codes, said.now);
  const found = known.find((kept) => isFor(kept, subject));
  if (found === undefined) return false;
  if (isSame(found.hash, hashOf(subject, said.code))) return true;
  const tried = { ...found, tries: found.tries + 1 };
  const left = known.filter((kept) => kept !== found);
  await write(codes, tried.tries >= triesMax ? left : [...left, tried]);
  return false;
}

/** CODES-2. */
export async function spendCode({ codes }: Where, { run, gate }: Omit<ForGate, 'digest'>): Promise<void> {
  const known = await read(codes);
  const left = known.filter((kept) => kept.run !== run || kept.gate !== gate);
  if (left.length < known.length) await write(codes, left);
}

function randomCode(): string {
  const drawn = [...randomBytes(codeChars)].map((byte) => letters[byte % letters.length] ?? '');
  return `${drawn.slice(0, codeChars / 2).join('')}-${drawn.slice(codeChars / 2).join('')}`;
}

function isFor(kept: Kept, { run, gate }: ForGate): boolean {
  return kept.run === run && kept.gate === gate;
}

/** CODES-1. However somebody types it. */
function hashOf({ run, gate, digest }: ForGate, code: string): string {
  const typed = code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
  return createHash('sha256')
    .update(JSON.stringify([run, gate, digest, typed]))
    .digest('hex');
}

async function living(place: string, now: number): Promise<readonly Kept[]> {
  return (await read(place)).filter(({ until }) => until >= now);
}

/** What cannot be read is good for nothing: people get another one. */
async function read(place: string): Promise<readonly Kept[]> {
  const parsed = file.safeParse(parseJson(await readFile(place, 'utf8').catch(() => '')));
  return parsed.success ? parsed.data.codes : [];
}

async function write(place: string, codes: readonly Kept[]): Promise<void> {
  const next = `${place}.next`;
  try {
    const text = JSON.stringify({ codes: codes.slice(-codesMax) });
    await writeFile(next, text, { mode: 0o600, flush: true });
    await rename(next, place);
  } finally {
    await rm(next, { force: true });
  }
}
