// Where the user's clone keeps the objects of its submodules: below `modules` of its git directory, and in the submodules' own
// folders. Reads names of folders and a few small files of the user's own; what a tree says about submodules is no part of it.

import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';

import type { FoundCheckout } from './find-checkout.ts';
import { looksLikeGitDir, repositoryAt } from './find-checkout.ts';

const foldersMax = 10_000;

/** Git directories of submodules, nested ones too. git puts one at `modules/<name>`, and a name may have slashes. */
export async function storesOfModules({
  gitDir,
  commonDir,
}: Pick<FoundCheckout, 'gitDir' | 'commonDir'>): Promise<readonly string[]> {
  const stores: string[] = [];
  const waiting = [...new Set([gitDir, commonDir])].map((dir) => path.join(dir, 'modules'));
  for (let looked = 0; looked < foldersMax; looked += 1) {
    const folder = waiting.shift();
    if (folder === undefined) break;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    // No link is followed: `isDirectory` is false for one.
    for (const entry of entries.filter((one) => one.isDirectory())) {
      const at = path.join(folder, entry.name);
      const isStore = await looksLikeGitDir(at);
      if (isStore) stores.push(at);
      waiting.push(isStore ? path.join(at, 'modules') : at);
    }
  }
  return stores;
}

/** The git directory of a submodule's own folder in the user's checkout, where it is a repository, and those in it. */
export async function storesAt(root: string, submodule: string): Promise<readonly string[]> {
  if (!(await isPlainFolder(root, submodule))) return [];
  const found = await repositoryAt(path.join(root, submodule)).catch(() => undefined);
  return found === undefined ? [] : [found.commonDir, ...(await storesOfModules(found))];
}

/** Whether a path leads to a folder below another one, without a link on the way and without a name that means something else. */
export async function isPlainFolder(root: string, below: string): Promise<boolean> {
  const names = below.split('/');
  if (names.some((name) => ['', '.', '..'].includes(name) || name.toLowerCase() === '.git')) return false;
  let at = root;
  for (const name of names) {
    at = path.join(at, name);
    const stats = await lstat(at).catch(() => undefined);
    if (stats?.isDirectory() !== true) return false;
  }
  return true;
}
