// Whether a process that says nothing is at work all the same: files change where it works, or it uses the processor.
// A program that waits for an answer that never comes does neither; one that thinks in a long build does one of them.

import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { processorMs } from './processor-time.ts';

/** A larger tree is looked at only in part; output and processor time are signs beside it. */
const entriesMax = 20_000;
const skipped: ReadonlySet<string> = new Set(['.git', 'node_modules']);
/** Programs that only wait still wake up now and then; that much of the time is no work. */
const idleShare = 0.02;

export interface LifeSigns {
  /** When something below the folder changed last, in milliseconds since 1970; 0 where there is nothing. */
  readonly changedMs: number;
  /** What the processes have used of the processor; 0 where the system does not tell. */
  readonly processorMs: number;
}

export async function lifeSigns(folder: string, leader: number, tag: string | undefined): Promise<LifeSigns> {
  return { changedMs: await newestChange(folder), processorMs: processorMs(leader, tag) };
}

/** A sum that got smaller means that a process has ended, which is a sign too. */
export function livedBetween(before: LifeSigns, after: LifeSigns, elapsedMs: number): boolean {
  if (after.changedMs !== before.changedMs) return true;
  const usedMs = after.processorMs - before.processorMs;
  return usedMs < 0 || usedMs > elapsedMs * idleShare;
}

/** By the time of the last change of content or name, which no program can set to what it likes. */
async function newestChange(folder: string): Promise<number> {
  let newest = await changeOf(folder);
  const waiting = [folder];
  let entries = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await entriesOf(next)) {
      entries += 1;
      if (entries > entriesMax) return newest;
      if (skipped.has(entry.name)) continue;
      const place = path.join(next, entry.name);
      newest = Math.max(newest, await changeOf(place));
      if (entry.isDirectory()) waiting.push(place);
    }
  }
  return newest;
}

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

async function changeOf(place: string): Promise<number> {
  return lstat(place).then(
    (found) => found.ctimeMs,
    () => 0,
  );
}
