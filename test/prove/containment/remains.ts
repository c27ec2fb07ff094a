// What a world leaves on the machine while it stands, and how it goes away: by its own `close`, at the end of the proof
// whatever ended that, or, where a proof was killed, at the start of the next one.
//
//   REMAINS-1. A world is known from before its first file, and everything of it is found by its nonce alone.
//   REMAINS-2. Once everything is to go, nobody plants again.

import { readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { filePlaces } from './places.ts';
import { endStrays } from './strays.ts';

/** A play takes minutes: what is older belongs to nobody. */
const abandonedMs = 60 * 60_000;
const closeMsMax = 30_000;

const rootPrefix = 'slipway-contained-';
const canaryPrefix = 'slipway-canary-';

const systemFolders: readonly string[] = filePlaces.flatMap(({ anchor, file }) =>
  anchor === 'system' ? [file] : [],
);

/** The file of a world in one of the machine's own folders. */
export function canaryIn(folder: string, nonce: string): string {
  return path.join(folder, `${canaryPrefix}${nonce}`);
}

/** The nonce in the path tells whose a process is that was left behind, also one no case meant to leave. */
export async function rootOf(nonce: string): Promise<string> {
  return path.join(await realpath(tmpdir()), `${rootPrefix}${nonce}`);
}

const standing = new Set<string>();
let isOver = false;

/** What is planted half goes at once. When everything is to go, whoever asks waits for the process to end. */
export async function planting<T>(nonce: string, work: () => Promise<T>): Promise<T> {
  if (isOver) await new Promise(() => undefined);
  standing.add(nonce);
  try {
    return await work();
  } catch (error) {
    await takeAway(nonce);
    throw error;
  }
}

/** Whatever is seen from now on was disturbed. */
export function isEnding(): boolean {
  return isOver;
}

/** Its processes first: some write as long as they live. */
export async function takeAway(nonce: string): Promise<void> {
  await endStrays(nonce);
  const files = [...systemFolders.map((folder) => canaryIn(folder, nonce)), await rootOf(nonce)];
  for (const file of files) await rm(file, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  standing.delete(nonce);
}

/** With nothing left to wait for, whoever has a world closes it; where somebody does not, it is closed for them. */
export async function takeAllAway(): Promise<void> {
  isOver = true;
  const untilMs = performance.now() + closeMsMax;
  while (standing.size > 0 && performance.now() < untilMs) await Promise.all([...standing].map(endStrays));
  await Promise.all([...standing].map(takeAway));
}

/** Takes away what proofs left that were killed; what is not this user's stays. Gives how many worlds that were. */
export async function sweep(): Promise<number> {
  const oldestMs = Date.now() - abandonedMs;
  const places = [await realpath(tmpdir()), ...systemFolders];
  const found = (await Promise.all(places.map(remainsIn))).flat();
  const nonces = new Set(found.map(({ nonce }) => nonce));
  let swept = 0;
  for (const nonce of nonces) {
    if (found.some((one) => one.nonce === nonce && one.changedMs > oldestMs)) continue;
    swept += await takeAway(nonce).then(
      () => 1,
      () => 0,
    );
  }
  return swept;
}

interface Remain {
  readonly nonce: string;
  readonly changedMs: number;
}

async function remainsIn(folder: string): Promise<readonly Remain[]> {
  const names = await readdir(folder).catch(() => []);
  const found = names.map(async (name): Promise<readonly Remain[]> => {
    const nonce = /^slipway-(?:contained|canary)-([a-z]{8})$/.exec(name)?.[1];
    const stats =
      nonce === undefined ? undefined : await stat(path.join(folder, name)).catch(() => undefined);
    return nonce === undefined || stats === undefined ? [] : [{ nonce, changedMs: stats.mtimeMs }];
  });
  return (await Promise.all(found)).flat();
}
