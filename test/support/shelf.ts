// A folder for what tests prepare once and copy, one for all processes of the suite. Outside the suite there is none.

import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const variable = 'SLIPWAY_SHELF';

export function setup(): () => void {
  const shelf = mkdtempSync(path.join(tmpdir(), 'slipway-shelf-'));
  process.env[variable] = shelf;
  return () => rmSync(shelf, { recursive: true, force: true });
}

/**
 * The folder that was made of this before, by whichever process, or the one `make` makes now and says where. It is found by
 * what it is made of, and nobody may change it. Nothing where there is no shelf among the temporary folders.
 */
export async function fromShelf(made: unknown, make: () => Promise<string>): Promise<string | undefined> {
  const shelf = process.env[variable];
  if (shelf === undefined || path.dirname(shelf) !== tmpdir()) return undefined;
  const digest = createHash('sha256').update(JSON.stringify(made)).digest('hex');
  const place = path.join(shelf, digest.slice(0, 16));
  if (existsSync(place)) return place;
  const folder = await make();
  // Two that make it at once make the same: the first puts it there.
  await rename(folder, place).catch(async (error: unknown) => {
    if (!existsSync(place)) throw error;
    await rm(folder, { recursive: true });
  });
  return place;
}

/** In this process: for a small folder that is quicker than to start a program that copies. */
export function copyFolder(from: string, to: string): void {
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [path.join(from, entry.name), path.join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else copyFileSync(source, target);
  }
}
