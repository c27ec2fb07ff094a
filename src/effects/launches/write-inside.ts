// Writing a file into a workspace by code, at a path that an agent or a rule of ours named.

import { lstat, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * False where something that is no folder is in the way. Nothing of the repository is followed: a folder that is a link
 * could lead anywhere, and a link in the place of the file goes before the file is written.
 */
export async function writeInside(
  workspace: string,
  { path: file, content }: { readonly path: string; readonly content: string },
): Promise<boolean> {
  const folders = path
    .dirname(file)
    .split('/')
    .filter((part) => part !== '.');
  let at = workspace;
  for (const folder of folders) {
    at = path.join(at, folder);
    const found = await lstat(at).catch(() => undefined);
    if (found !== undefined && !found.isDirectory()) return false;
    if (found === undefined) await mkdir(at);
  }
  const target = path.join(workspace, file);
  const before = await lstat(target).catch(() => undefined);
  if (before?.isDirectory() === true) return false;
  await rm(target, { force: true });
  await writeFile(target, content, { flag: 'wx' });
  return true;
}
