// Folders for the length of one operation, inside the home, where no contained agent can write. They
// carry the id of their process, so that the next process can clear what a crash left.

import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

import type { Context } from './places.ts';

const clearedHomes = new Set<string>();

export async function withScratch<T>(context: Context, work: (dir: string) => Promise<T>): Promise<T> {
  const folder = path.join(context.home, 'scratch');
  await mkdir(folder, { recursive: true });
  await clearOnce(folder);
  const dir = await mkdtemp(path.join(folder, `${process.pid}-`));
  try {
    return await work(dir);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function clearOnce(folder: string): Promise<void> {
  if (clearedHomes.has(folder)) return;
  clearedHomes.add(folder);
  for (const name of await readdir(folder)) {
    const pid = Number.parseInt(name, 10);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of somebody else's cannot be signalled, but it is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
