// Finds what lies where a change wants to put something new. git itself would delete a file that is
// ignored; nobody said that it is worthless.

import { lstat, readdir } from 'node:fs/promises';

import type { RawChange } from './changes.ts';
import { inFolder } from './ignored.ts';

/** Paths in the folder, as bytes, that an addition would replace and that the change does not itself remove. */
export async function occupied(dir: string, changes: readonly RawChange[]): Promise<readonly string[]> {
  const removed = new Set(changes.filter((one) => one.kind === 'deleted').map((one) => one.path));
  const found = new Set<string>();
  for (const change of changes.filter((one) => one.kind === 'added')) {
    for (const occupant of await occupantsOf(dir, change.path)) {
      if (!removed.has(occupant)) found.add(occupant);
    }
  }
  return [...found];
}

/** The file at a path, a file where the path needs a folder, or all files of a folder at the path. */
async function occupantsOf(dir: string, path: string): Promise<readonly string[]> {
  const parts = path.split('/');
  for (let length = 1; length <= parts.length; length += 1) {
    const prefix = parts.slice(0, length).join('/');
    const stats = await lstat(inFolder(dir, prefix)).catch(() => undefined);
    if (stats === undefined) return [];
    if (!stats.isDirectory()) return [prefix];
  }
  return filesBelow(dir, path);
}

async function filesBelow(dir: string, folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (const entry of await readdir(inFolder(dir, folder), { withFileTypes: true, encoding: 'buffer' })) {
    const path = `${folder}/${entry.name.toString('latin1')}`;
    if (entry.isDirectory()) files.push(...(await filesBelow(dir, path)));
    else files.push(path);
  }
  return files;
}
