// Whether the submodules of a workspace are as they were filled. What is inside one is no part of a change, whoever put it
// there: it only has to be known whether somebody wrote in it.
//
// Invariants
//   SUBMODULE-SAME-1. One is the same where its files are those of the pinned commit, by path, kind and content, each of which is read. What
//        cannot be compared, because nothing here has that commit, is not the same.
//   SUBMODULE-SAME-2. Nothing is written, not even the time of a file: git would mark objects that it borrows as used.

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readlink } from 'node:fs/promises';
import path from 'node:path';

import { shown } from './git-ok.ts';
import { inFolder, rulesFound, rulesOfBase } from './ignored.ts';
import type { FoundRules, IgnoreRules } from './ignored.ts';
import type { Context } from './places.ts';
import { withScratch } from './scratch.ts';
import { isUtf8, wholeAmong } from './submodules.ts';
import type { Modules, Pinned } from './submodules.ts';
import { linkMode, repositoryMode, treeEntries } from './tree-entries.ts';
import type { TreeEntry } from './tree-entries.ts';
import { walk } from './walk.ts';

/** `nothing`: a file that is ignored counts too, as for a setup that must have left nothing behind. */
export type InSubmodules = 'as git would' | 'nothing';

const filesAtOnce = 32;
const executableMode = '100755';
const fileMode = '100644';

export async function isAsFilled(
  context: Context,
  modules: Modules,
  {
    dir,
    pinned,
    ignoring,
  }: { readonly dir: string; readonly pinned: Pinned; readonly ignoring: InSubmodules },
): Promise<boolean> {
  if (!isUtf8(pinned.path)) return false;
  await modules.lookInto([pinned]);
  if (!(await wholeAmong(context, modules, [pinned])).has(pinned.commit)) return false;
  const entries = await treeEntries(context, modules.gitDir, pinned.commit);
  const at = path.join(dir, shown(pinned.path));
  const { files, submodules, refused } = await withScratch(context, async (scratch) =>
    walk(at, entries, {
      ...(await rulesIn(context, { modules, at, commit: pinned.commit, entries, ignoring }, scratch)),
      dependencies: new Set(),
    }),
  );
  const own = new Map(entries.filter(isFile).map((entry) => [entry.path, entry]));
  const links = entries.filter((entry) => !isFile(entry));
  if (refused.length > 0 || files.length !== own.size || submodules.length !== links.length) return false;
  for (let n = 0; n < files.length; n += filesAtOnce) {
    const same = files.slice(n, n + filesAtOnce).map((file) => isSame(inFolder(at, file), own.get(file)));
    if ((await Promise.all(same)).includes(false)) return false;
  }
  const ids = new Map(links.map((entry) => [entry.path, entry.id]));
  for (const { path: name, empty } of submodules) {
    const nested = { path: `${pinned.path}/${name}`, commit: ids.get(name) ?? '' };
    if (!empty && !(await isAsFilled(context, modules, { dir, pinned: nested, ignoring }))) return false;
  }
  return true;
}

interface Reading {
  readonly modules: Modules;
  readonly at: string;
  readonly commit: string;
  readonly entries: readonly TreeEntry[];
  readonly ignoring: InSubmodules;
}

async function rulesIn(
  context: Context,
  { modules, at, commit, entries, ignoring }: Reading,
  scratch: string,
): Promise<{ readonly rules: IgnoreRules; readonly found?: FoundRules }> {
  if (ignoring === 'nothing') return { rules: { ignored: () => Promise.resolve(new Set()) } };
  const store = modules.gitDir;
  return {
    rules: await rulesOfBase(context, { store, commit, entries }, scratch),
    found: await rulesFound(context, { store, workspace: at }, scratch),
  };
}

function isFile(entry: TreeEntry): boolean {
  return entry.mode !== repositoryMode;
}

/** SUBMODULE-SAME-1: the id of a file is the hash of its content, so that there is nothing to fetch. */
async function isSame(file: Buffer, entry: TreeEntry | undefined): Promise<boolean> {
  if (entry === undefined) return false;
  try {
    const stats = await lstat(file);
    if (modeOf(stats) !== entry.mode) return false;
    const hash = createHash(entry.id.length > 40 ? 'sha256' : 'sha1').update(`blob ${stats.size}\0`);
    if (stats.isSymbolicLink()) hash.update(await readlink(file, { encoding: 'buffer' }));
    else await hashFile(file, (piece) => hash.update(piece));
    return hash.digest('hex') === entry.id;
  } catch {
    return false; // unreadable, or gone meanwhile
  }
}

function modeOf(stats: {
  readonly mode: number;
  readonly isSymbolicLink: () => boolean;
  readonly isFile: () => boolean;
}): string | undefined {
  if (stats.isSymbolicLink()) return linkMode;
  if (!stats.isFile()) return undefined;
  return (stats.mode & 0o100) === 0 ? fileMode : executableMode;
}

async function hashFile(file: Buffer, each: (piece: Uint8Array) => void): Promise<void> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    for await (const piece of handle.createReadStream({ autoClose: false })) each(piece);
  } finally {
    await handle.close();
  }
}
