// Private clones for attempts and clean folders for checks, both made from the store.
//
// Invariants
//   CLONE-1. A clone has its own copy of the objects of one commit: no inode, no alternate, no remote and no
//        configuration leads from it to anywhere else.
//   CLONE-2. A workspace that exists under its name is whole; it is made under another name and renamed.
//   CLONE-3. Files have the bytes of their blobs: no filter and no conversion takes part.
//   CLONE-4. Submodules are filled as far as the user's clone has them, as plain files without a git directory.

import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { deleteFolder, moveAside } from './discard.ts';
import { bytesAsTheyAre, writeGitFolder } from './git-folder.ts';
import { gitOk } from './git-ok.ts';
import { storeOf, viewsFolder, workspacesFolder } from './places.ts';
import type { Context } from './places.ts';
import { withScratch } from './scratch.ts';
import { fill } from './submodules.ts';
import { treeEntries } from './tree-entries.ts';

const branch = 'slipway';

// An agent may want to commit for itself; nobody reads those commits, but they should not fail.
const agentSettings = ['[user]', '\tname = Slipway', '\temail = slipway@localhost'];

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
      describeClone(gitDir, commit),
    ]);
    await fill(context, repository, { dir, entries });
  });
}

async function describeClone(gitDir: string, commit: string): Promise<void> {
  await writeGitFolder({
    dir: gitDir,
    head: `ref: refs/heads/${branch}`,
    idChars: commit.length,
    bare: false,
    settings: agentSettings,
    attributes: bytesAsTheyAre,
    shallow: `${commit}\n`,
  });
  await writeFile(path.join(gitDir, 'refs', 'heads', branch), `${commit}\n`);
}

export async function checkout(
  context: Context,
  repository: string,
  commit: string,
  name: string,
): Promise<string> {
  const source = { store: storeOf(context, repository), commit };
  return make(context, name, async (dir) => {
    const [entries] = await Promise.all([
      treeEntries(context, source.store, commit),
      withScratch(context, (scratch) =>
        writeFiles(context, source, { dir, index: path.join(scratch, 'index') }),
      ),
    ]);
    await fill(context, repository, { dir, entries });
  });
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

/** CLONE-1: the objects of this one commit as a pack of its own. It need not survive a power cut. */
async function copyObjects(context: Context, source: Source, packs: string): Promise<void> {
  await gitOk(context.git, {
    gitDir: source.store,
    args: [
      '-c',
      'core.fsync=none',
      'pack-objects',
      '--revs',
      '--quiet',
      '--delta-base-offset',
      path.join(packs, 'pack'),
    ],
    stdin: `--shallow ${source.commit}\n${source.commit}\n`,
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
