// The folder of workspaces: which exist, moving one out of the way, deleting one. An agent has had its
// way with what lies in there, so nothing here follows a link, nor a mount: nobody of ours makes one that others see,
// and what lies behind one that somebody else made is not ours to delete.

import { chmod, lstat, mkdir, readFile, readdir, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';

import { viewsFolder, workspacesFolder } from './places.ts';
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
  if (!(await isThere(dir))) return dir;
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
  const folders = [folderOf(context, name), viewsFolder(context, name), deeperFolder(context, name)];
  await Promise.all(folders.map(deleteFolder));
}

/** What is around a checkout of this name that lies deeper than usual. */
export function deeperFolder(context: Context, name: string): string {
  return `${folderOf(context, name)}-deeper`;
}

/** Deletes a folder whatever lies in it, but never through a link or a mount. */
export async function deleteFolder(dir: string): Promise<void> {
  if (await isFolder(dir)) await mustHaveNoMount(dir);
  try {
    await rm(dir, { recursive: true, force: true });
  } catch {
    // Whatever kept it from being deleted, the second try says so.
    await openFolders(dir);
    await rm(dir, { recursive: true, force: true });
  }
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

async function mustHaveNoMount(dir: string): Promise<void> {
  // Where there is no such file, there are no mounts inside somebody's folders either.
  const table = await readFile('/proc/self/mountinfo', 'utf8').catch(() => '');
  const below = `${await realpath(dir)}/`;
  const mount = table.split('\n').find((line) => spelledOut(line.split(' ')[4] ?? '').startsWith(below));
  if (mount === undefined) return;
  throw new Error(
    `${dir} has a mount in it and was not deleted. Unmount it (see /proc/self/mountinfo) first.`,
  );
}

/** The kernel writes spaces and the like as three octal digits. */
function spelledOut(name: string): string {
  return name.replaceAll(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
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
