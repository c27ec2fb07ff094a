// A checkout that is other than usual: of files that are old, or deeper in folders. For checks that shall not depend on either.

import { lutimes, mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { deeperFolder } from './discard.ts';
import type { Context } from './places.ts';
import type { TreeEntry } from './tree-entries.ts';
import { repositoryMode } from './tree-entries.ts';

/** Gives every file of the commit this time; folders stay new, because runners write into them. */
export async function aged(dir: string, entries: readonly TreeEntry[], ms: number): Promise<void> {
  const root = Buffer.from(`${dir}/`);
  for (const entry of entries) {
    if (entry.mode === repositoryMode) continue;
    await lutimes(Buffer.concat([root, Buffer.from(entry.path, 'latin1')]), ms / 1000, ms / 1000);
  }
}

/** Moves a checkout and says where it is now. Its last name stays, because what is shown in it goes by that. */
export async function deeper(context: Context, name: string, dir: string): Promise<string> {
  const to = path.join(deeperFolder(context, name), 'home', 'projects', name);
  await mkdir(path.dirname(to), { recursive: true });
  await rename(dir, to);
  return to;
}
