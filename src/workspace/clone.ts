// Private clones for attempts and clean checkouts for checks, both made from the store.
//
// Invariants
//   CLONE-1. A clone has its own copy of the objects of one commit: no inode, no alternate, no remote and no
//        configuration leads from it to anywhere else.
//   CLONE-2. A workspace that exists under its name is whole; it is made under another name and renamed.
//   CLONE-3. Files have the bytes of their blobs: no filter and no conversion takes part.
//   CLONE-4. Submodules are filled as far as the user's clone has them, as plain files without a git directory.
//   CLONE-5. A checkout for checks is to its git what the commit is to its people: clean, on a branch, with the commits before it and the
//        tags on them, which it borrows from the history (`history.ts`) and from nowhere else. No remote, no hook and no
//        configuration leads out of it, and nobody of ours ever runs git in it: a check may have written what it liked into it.

import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { aged, deeper } from './checkout-dress.ts';
import { deleteFolder, moveAside } from './discard.ts';
import { bytesAsTheyAre, writeGitFolder } from './git-folder.ts';
import type { GitFolder } from './git-folder.ts';
import { gitOk } from './git-ok.ts';
import { historyObjects, historyOf } from './history.ts';
import { storeOf, viewsFolder, workspacesFolder } from './places.ts';
import type { Context } from './places.ts';
import { fill } from './submodules.ts';
import { treeEntries } from './tree-entries.ts';
import type { CheckFolder, CheckoutDress } from './workspace.ts';

const branch = 'slipway';

// An agent or a test may want to commit for itself; nobody reads those commits, but they should not fail.
const ownSettings = ['[user]', '\tname = Slipway', '\temail = slipway@localhost'];

/** A copy of a checkout has other inodes and times of its own; its files are no less those of the commit. */
const sameWhenCopied = ['[core]', '\tcheckStat = minimal'];

interface Source {
  readonly store: string;
  readonly commit: string;
}

export async function clone(
  context: Context,
  repository: string,
  commit: string,
  name: string,
): Promise<string> {
  const source = { store: storeOf(context, repository), commit };
  return make(context, name, async (dir) => {
    const gitDir = path.join(dir, '.git');
    const packs = path.join(gitDir, 'objects', 'pack');
    await mkdir(packs, { recursive: true });
    // Both read the store alone, so the git directory around what they write may come meanwhile.
    const [entries] = await Promise.all([
      treeEntries(context, source.store, commit),
      copyObjects(context, source, packs),
      writeFiles(context, source, { dir, index: path.join(gitDir, 'index') }),
      describeClone(ownFolder(gitDir, commit), commit),
    ]);
    await fill(context, repository, { dir, entries });
  });
}

async function describeClone(folder: GitFolder, commit: string): Promise<void> {
  await describe({ ...folder, shallow: `${commit}\n` }, commit);
}

async function describe(folder: GitFolder, commit: string): Promise<void> {
  await writeGitFolder(folder);
  await writeFile(path.join(folder.dir, 'refs', 'heads', branch), `${commit}\n`);
}

function ownFolder(gitDir: string, commit: string, more: readonly string[] = []): GitFolder {
  return {
    dir: gitDir,
    head: `ref: refs/heads/${branch}`,
    idChars: commit.length,
    bare: false,
    settings: [...ownSettings, ...more],
    attributes: bytesAsTheyAre,
  };
}

export async function checkout(
  context: Context,
  repository: string,
  commit: string,
  { name, ...dress }: CheckoutDress & { readonly name: string },
): Promise<CheckFolder> {
  const source = { store: storeOf(context, repository), commit };
  const history = historyObjects(context, repository);
  const dir = await make(context, name, async (making) => {
    const gitDir = path.join(making, '.git');
    const index = path.join(gitDir, 'index');
    await mkdir(path.join(gitDir, 'objects', 'pack'), { recursive: true });
    const [entries] = await Promise.all([
      treeEntries(context, source.store, commit),
      writeFiles(context, source, { dir: making, index }),
      describeCheckout(context, { repository, ...source }, gitDir),
    ]);
    await fill(context, repository, { dir: making, entries });
    if (dress.filesOfMs !== undefined) {
      await aged(making, entries, dress.filesOfMs);
      const request = { gitDir: source.store, workTree: making, index } as const;
      await context.git.run({ ...request, args: ['update-index', '-q', '--refresh', '--ignore-submodules'] });
    }
  });
  return { dir: dress.isDeeper === true ? await deeper(context, name, dir) : dir, borrowed: [history] };
}

/** CLONE-5. Where there is no history to borrow, it is that of a private clone: one commit, and nothing before it. */
async function describeCheckout(
  context: Context,
  source: Source & { readonly repository: string },
  gitDir: string,
): Promise<void> {
  const { repository, store, commit } = source;
  const packs = path.join(gitDir, 'objects', 'pack');
  const folder = ownFolder(gitDir, commit, sameWhenCopied);
  const { bases, refs } = await historyOf(context, repository);
  if (bases.length === 0) {
    await Promise.all([copyObjects(context, source, packs), describeClone(folder, commit)]);
    return;
  }
  const shallow = await readFile(path.join(store, 'shallow'), 'utf8').catch(() => '');
  const borrow = [historyObjects(context, repository)];
  const but = bases.map((id) => `^${id}`);
  await Promise.all([
    describe({ ...folder, shallow, packedRefs: refs, borrow }, commit),
    bases.includes(commit) ? undefined : packObjects(context, source, packs, [commit, ...but]),
  ]);
}

/** CLONE-2. */
async function make(context: Context, name: string, fill: (dir: string) => Promise<void>): Promise<string> {
  const dir = await moveAside(context, name);
  const making = path.join(workspacesFolder(context), '.making', name);
  await Promise.all([
    deleteFolder(viewsFolder(context, name)), // those of an earlier one of this name
    rm(making, { recursive: true, force: true }),
  ]);
  await mkdir(making, { recursive: true });
  await fill(making);
  await rename(making, dir);
  return dir;
}

/** CLONE-1: the objects of this one commit as a pack of its own. */
function copyObjects(context: Context, source: Source, packs: string): Promise<void> {
  return packObjects(context, source, packs, [`--shallow ${source.commit}`, source.commit]);
}

/** It need not survive a power cut. */
async function packObjects(
  context: Context,
  { store }: Source,
  packs: string,
  which: readonly string[],
): Promise<void> {
  await gitOk(context.git, {
    gitDir: store,
    args: [
      '-c',
      'core.fsync=none',
      'pack-objects',
      '--revs',
      '--quiet',
      '--delta-base-offset',
      path.join(packs, 'pack'),
    ],
    stdin: which.map((line) => `${line}\n`).join(''),
  });
}

async function writeFiles(
  context: Context,
  source: Source,
  to: { readonly dir: string; readonly index: string },
): Promise<void> {
  await gitOk(context.git, {
    gitDir: source.store,
    workTree: to.dir,
    index: to.index,
    args: [
      '-c',
      'core.fsync=none',
      '-c',
      'checkout.workers=0',
      'read-tree',
      '--reset',
      '-u',
      '--no-recurse-submodules',
      source.commit,
    ],
  });
}
