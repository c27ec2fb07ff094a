// Submodules, filled from what the user's clone has of them already: which can be, and the filling itself.
//
// Invariants
//   SUBMODULES-1. Only objects that lie on this disk are read, by the id that the tree pins. No `.gitmodules` is read at all, so that no
//        name, path, address or option in one can matter, and no transport is ever run.
//   SUBMODULES-2. No configuration, hook or filter of a submodule takes part: its objects are borrowed by a git directory of ours.
//   SUBMODULES-3. A submodule is filled whole, at the commit that is pinned, or it is an empty folder and is named.
//   SUBMODULES-4. Nothing is written but into folders of the checkout that are there and empty, and none is reached through a link.
//   SUBMODULES-5. Nothing is copied that is not checked out: the user's clone stays the only store of them.

import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';

import { deleteFolder } from './discard.ts';
import { findCheckout } from './find-checkout.ts';
import type { FoundCheckout } from './find-checkout.ts';
import { bytesAsTheyAre, nowhere, writeGitFolder } from './git-folder.ts';
import { gitOk, shown } from './git-ok.ts';
import { isPlainFolder, storesAt, storesOfModules } from './module-stores.ts';
import { locationOf } from './places.ts';
import type { Context } from './places.ts';
import { withScratch } from './scratch.ts';
import { repositoryMode, treeEntries } from './tree-entries.ts';
import type { TreeEntry } from './tree-entries.ts';
import type { Unfilled } from './workspace.ts';

/** A submodule of a tree. */
export interface Pinned {
  /** From the root of the checkout; bytes as latin1. */
  readonly path: string;
  readonly commit: string;
}

/** A git directory of ours with the objects of every submodule the user's clone has. */
export interface Modules {
  readonly gitDir: string;
  /** Looks into the folders of these submodules too. */
  readonly lookInto: (pinned: readonly Pinned[]) => Promise<void>;
}

const submodulesMax = 500;

export function pinnedIn(entries: readonly TreeEntry[], below = ''): readonly Pinned[] {
  return entries
    .filter((entry) => entry.mode === repositoryMode)
    .map((entry) => ({ path: `${below}${entry.path}`, commit: entry.id }));
}

/** The user's checkout; undefined where it is not there any more, and then nothing can be filled. */
export async function usersCheckout(
  context: Context,
  repository: string,
): Promise<FoundCheckout | undefined> {
  const location = await locationOf(context, repository).catch(() => undefined);
  const finding = location === undefined ? undefined : await findCheckout(location.path);
  return finding?.type === 'found' && finding.found.commonDir === location?.gitDir
    ? finding.found
    : undefined;
}

/** SUBMODULES-2. */
export async function withModules<T>(
  context: Context,
  from: FoundCheckout | undefined,
  idChars: number,
  work: (modules: Modules) => Promise<T>,
): Promise<T> {
  return withScratch(context, async (scratch) => {
    const gitDir = path.join(scratch, 'modules.git');
    const stores = new Set(from === undefined ? [] : await storesOfModules(from));
    const write = (): Promise<void> =>
      writeGitFolder({
        dir: gitDir,
        head: nowhere,
        idChars,
        bare: true,
        attributes: bytesAsTheyAre,
        borrow: [...stores].map((store) => path.join(store, 'objects')),
      });
    await write();
    return work({
      gitDir,
      lookInto: async (pinned) => {
        if (from === undefined) return;
        const found = await Promise.all(pinned.map((one) => storesAt(from.path, shown(one.path))));
        for (const store of found.flat()) stores.add(store);
        await write();
      },
    });
  });
}

/** Of a commit, those that cannot be filled; nothing is written. */
export async function unfilledAt(
  context: Context,
  from: FoundCheckout | undefined,
  entries: readonly TreeEntry[],
): Promise<readonly Unfilled[]> {
  const pinned = pinnedIn(entries);
  const [first] = pinned;
  if (first === undefined) return [];
  return withModules(context, from, first.commit.length, (modules) =>
    eachLevel(context, modules, pinned, async (level) => {
      const there = await wholeAmong(context, modules, level);
      return level.filter((one) => there.has(one.commit) && isUtf8(one.path));
    }),
  );
}

/** Fills what can be filled in a checkout that was just made. */
export async function fill(
  context: Context,
  repository: string,
  { dir, entries }: { readonly dir: string; readonly entries: readonly TreeEntry[] },
): Promise<void> {
  const pinned = pinnedIn(entries);
  const [first] = pinned;
  if (first === undefined) return;
  const from = await usersCheckout(context, repository);
  await withModules(context, from, first.commit.length, (modules) =>
    eachLevel(context, modules, pinned, async (level) => {
      const filled: Pinned[] = [];
      for (const one of level) if (await fillOne(context, modules, one, dir)) filled.push(one);
      return filled;
    }),
  );
}

/** Level by level, because a nested one is known once the one around it is. `take` answers those it could take. */
async function eachLevel(
  context: Context,
  modules: Modules,
  first: readonly Pinned[],
  take: (level: readonly Pinned[]) => Promise<readonly Pinned[]>,
): Promise<readonly Unfilled[]> {
  const left: Pinned[] = [];
  let level = first;
  for (let seen = 0; level.length > 0; seen += level.length) {
    // What pins itself many times over is a trap; nobody has that many.
    const some = level.slice(0, Math.max(0, submodulesMax - seen));
    await modules.lookInto(some);
    const taken = new Set(await take(some));
    left.push(...level.filter((one) => !taken.has(one)));
    const nested = await Promise.all(
      [...taken].map(async (one) =>
        pinnedIn(await treeEntries(context, modules.gitDir, one.commit), `${one.path}/`),
      ),
    );
    level = nested.flat();
  }
  return left.map((one) => ({ path: shown(one.path), commit: one.commit }));
}

/** Those commits of which everything is there: a partial clone has some of them without their files. */
export async function wholeAmong(
  context: Context,
  { gitDir }: Modules,
  pinned: readonly Pinned[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(pinned.map((one) => one.commit))];
  const areWhole = async (some: readonly string[]): Promise<boolean> => {
    const args = ['rev-list', '--objects', '--quiet', '--no-walk', '--stdin'];
    const stdin = some.map((id) => `${id}\n`).join('');
    return some.length === 0 || (await context.git.run({ gitDir, args, stdin })).exit === 0;
  };
  const listed = await gitOk(context.git, {
    gitDir,
    args: ['cat-file', '--batch-check=%(objecttype)'],
    stdin: ids.map((id) => `${id}\n`).join(''),
  });
  const types = listed.split('\n');
  const commits = ids.filter((_, at) => types[at] === 'commit');
  if (await areWhole(commits)) return new Set(commits);
  const whole = await Promise.all(commits.map(async (id) => ((await areWhole([id])) ? [id] : [])));
  return new Set(whole.flat());
}

/** A name that is not is none that could be handed to git as a folder. */
export function isUtf8(bytes: string): boolean {
  return Buffer.from(shown(bytes)).toString('latin1') === bytes;
}

/** SUBMODULES-3, SUBMODULES-4. */
async function fillOne(
  context: Context,
  { gitDir }: Modules,
  { path: bytes, commit }: Pinned,
  dir: string,
): Promise<boolean> {
  const below = shown(bytes);
  const at = path.join(dir, below);
  if (!isUtf8(bytes) || !(await isPlainFolder(dir, below)) || (await readdir(at)).length > 0) return false;
  const args = ['read-tree', '--reset', '-u', '--no-recurse-submodules', `${commit}^{commit}`];
  const result = await withScratch(context, (scratch) =>
    context.git.run({
      gitDir,
      workTree: at,
      index: path.join(scratch, 'index'),
      args: ['-c', 'core.fsync=none', '-c', 'checkout.workers=0', ...args],
    }),
  );
  if (result.exit === 0) return true;
  await deleteFolder(at);
  await mkdir(at);
  return false;
}
