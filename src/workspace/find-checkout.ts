// Finds the repository a folder belongs to by reading a few small files, so that git is never run in a
// directory it had to search for.

import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

export interface FoundCheckout {
  /** Root of the user's files. */
  readonly path: string;
  /** Where HEAD and the index of these files lie. */
  readonly gitDir: string;
  /** Where objects, refs and configuration lie; another folder than `gitDir` for a linked checkout. */
  readonly commonDir: string;
}

export type Finding =
  | { readonly type: 'found'; readonly found: FoundCheckout }
  | { readonly type: 'bare'; readonly dir: string }
  | { readonly type: 'none' }
  | { readonly type: 'no-folder' };

const parentsMax = 256;

export async function findCheckout(dir: string): Promise<Finding> {
  const start = await realpath(dir).catch(() => undefined);
  if (start === undefined || !(await isFolder(start))) return { type: 'no-folder' };
  let folder = start;
  for (let up = 0; up < parentsMax; up += 1) {
    const gitDir = await gitDirIn(folder);
    if (gitDir !== undefined) {
      return { type: 'found', found: { path: folder, gitDir, commonDir: await commonDirOf(gitDir) } };
    }
    if (await looksLikeGitDir(folder)) return { type: 'bare', dir: folder };
    const parent = path.dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return { type: 'none' };
}

/** The repository of a folder that is the root of one; nothing above it is looked at. */
export async function repositoryAt(
  folder: string,
): Promise<Pick<FoundCheckout, 'gitDir' | 'commonDir'> | undefined> {
  const gitDir = await gitDirIn(folder);
  return gitDir === undefined ? undefined : { gitDir, commonDir: await commonDirOf(gitDir) };
}

/** A `.git` folder, or where a `.git` file points to. */
async function gitDirIn(folder: string): Promise<string | undefined> {
  const entry = path.join(folder, '.git');
  const stats = await lstat(entry).catch(() => undefined);
  if (stats === undefined) return undefined;
  if (!stats.isFile()) {
    const real = await realpath(entry).catch(() => undefined);
    return real !== undefined && (await looksLikeGitDir(real)) ? real : undefined;
  }
  const target = /^gitdir: (.+?)\s*$/s.exec(await readFile(entry, 'utf8'))?.[1];
  if (target === undefined) return undefined;
  const real = await realpath(path.resolve(folder, target)).catch(() => undefined);
  return real !== undefined && (await isFile(path.join(real, 'HEAD'))) ? real : undefined;
}

async function commonDirOf(gitDir: string): Promise<string> {
  const text = await readFile(path.join(gitDir, 'commondir'), 'utf8').catch(() => undefined);
  return text === undefined ? gitDir : await realpath(path.resolve(gitDir, text.trim()));
}

export async function looksLikeGitDir(folder: string): Promise<boolean> {
  return (
    (await isFile(path.join(folder, 'HEAD'))) &&
    (await isFolder(path.join(folder, 'objects'))) &&
    (await isFolder(path.join(folder, 'refs')))
  );
}

async function isFile(file: string): Promise<boolean> {
  const stats = await stat(file).catch(() => undefined);
  return stats?.isFile() === true;
}

async function isFolder(folder: string): Promise<boolean> {
  const stats = await stat(folder).catch(() => undefined);
  return stats?.isDirectory() === true;
}
