// What is written down of the variables a run was given, for the process that comes after this one.
//
//   KEPT-1. A name, and no value but of what is no secret: where a value is to be found, and whose it is.

import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isRecord, parseJson } from '../../plain/json.ts';
import { isReference } from '../../secrets/reference.ts';
import type { Tools } from '../parts.ts';
import { openVariables } from './given.ts';
import type { Places } from './home-places.ts';

/** A variable that was set. `value` is known of what is no secret alone. */
export interface KeptVariable {
  readonly name: string;
  readonly value?: string | undefined;
}

export function nameOf({ name }: KeptVariable): string {
  return name;
}

/** KEPT-1. A command line that holds a secret itself is not kept either. */
export function keptOf({ surroundings: { env }, screener }: Tools, name: string): KeptVariable {
  const value = env[name] ?? '';
  const isOpen = isReference(value) || openVariables.has(name);
  return isOpen && screener.screen(value).verdict === 'CLEAN' ? { name, value } : { name };
}

function keptFile({ given }: Places, run: string): string {
  return path.join(given, `${run}.json`);
}

export async function readKept(places: Places, run: string): Promise<readonly KeptVariable[]> {
  const kept = parseJson(await readFile(keptFile(places, run), 'utf8').catch(() => '[]'));
  return Array.isArray(kept) ? kept.flatMap(keptIn) : [];
}

/** A name alone is how versions before this one wrote it. */
function keptIn(raw: unknown): readonly KeptVariable[] {
  if (typeof raw === 'string') return [{ name: raw }];
  if (!isRecord(raw) || typeof raw['name'] !== 'string') return [];
  const { name, value } = raw;
  return [typeof value === 'string' ? { name, value } : { name }];
}

/** Whole or not at all. Nothing is written where nothing is to be remembered, and nothing was. */
export async function writeKept(places: Places, run: string, kept: readonly KeptVariable[]): Promise<void> {
  const text = JSON.stringify(kept.map((one) => (one.value === undefined ? one.name : one)));
  const before = await readFile(keptFile(places, run), 'utf8').catch(() => '[]');
  if (before.trim() === text) return;
  const file = keptFile(places, run);
  await mkdir(places.given, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.new`, `${text}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
