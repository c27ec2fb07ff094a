// The folder of workspaces: which exist, moving one out of the way, deleting one. An agent has had its
// way with what lies in there, so nothing here follows a link.

import { chmod, lstat, mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

import { workspacesFolder } from './places.ts';
import type { Context } from './places.ts';

const asideMax = 10_000;
const foldersMax = 1_000_000;

export async function existing(context: Context, name: string): Promise<string | undefined> {
  const dir = folderOf(context, name);
  return (await isFolder(dir)) ? dir : undefined;
}

/** Makes room for a workspace of this name and says where it goes. What was there is kept, for people to look at. */
export async function moveAside(context: Context, name: string): Promise<string> {
  const dir = folderOf(context, name);
  const aside = path.join(workspacesFolder(context), '.aside');
  await mkdir(aside, { recursive: true });
  for (let n = 1; n <= asideMax; n += 1) {
    if (!(await isThere(dir))) return dir;
    const to = path.join(aside, `${name}.${n}`);
    if (!(await isThere(to))) await rename(dir, to);
  }
  throw new Error(`${aside} has ${asideMax} folders for ${name}. Delete those nobody needs any more.`);
}

export async function discard(context: Context, name: string): Promise<void> {
  const dir = folderOf(context, name);
  await openFolders(dir);
  await rm(dir, { recursive: true, force: true });
}

/** A folder without write permission keeps its entries from being deleted. */
async function openFolders(dir: string): Promise<void> {
  if (!(await isFolder(dir))) return;
  const waiting = [Buffer.from(dir)];
  for (let n = 0; n < foldersMax; n += 1) {
    const folder = waiting.pop();
    if (folder === undefined) return;
    await chmod(folder, 0o700);
    for (const entry of await readdir(folder, { withFileTypes: true, encoding: 'buffer' })) {
      if (entry.isDirectory()) waiting.push(Buffer.concat([folder, Buffer.from('/'), entry.name]));
    }
  }
  throw new Error(`${dir} has more than ${foldersMax} folders and was not deleted. Delete it by hand.`);
}

function folderOf(context: Context, name: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(name)) {
    throw new Error(`invariant: ${JSON.stringify(name)} is not the name of a workspace`);
  }
  return path.join(workspacesFolder(context), name);
}

async function isFolder(dir: string): Promise<boolean> {
  const stats = await lstat(dir).catch(() => undefined);
  return stats?.isDirectory() === true;
}

async function isThere(file: string): Promise<boolean> {
  return lstat(file).then(
    () => true,
    () => false,
  );
}
