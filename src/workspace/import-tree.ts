// Reads the files an agent left, as a tree in the store and its changes against the base commit. The
// agent's own git directory, index and configuration take no part.
//
// Invariants
//   IMPORT-TREE-1. git runs with the store, an index of ours that starts empty, and the store's attributes: no
//        setting, filter, hook, flag in an index or rule the agent wrote has any effect.
//   IMPORT-TREE-2. The content of every file is hashed, every time. An index prepared at clone time would be
//        quicker, but it believes sizes and times, and an agent can set both; measured on 20,000 files,
//        hashing all of them takes about a third of a second.
//   IMPORT-TREE-3. The changes name every path in which tree and base differ, and besides those what could not be
//        taken into the tree at all.
//   IMPORT-TREE-4. What git would not add is in no tree and no breach: tools may leave their traces.
//   IMPORT-TREE-5. A submodule stays the commit that is pinned. One in which somebody wrote is named as changed, and its content is not taken.
//   IMPORT-TREE-6. A workspace with more in it than any source has is refused before its content is read.

import { createHash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { chmod, lstat } from 'node:fs/promises';
import path from 'node:path';

import { changesBetween } from './changes.ts';
import { gitOk, shown } from './git-ok.ts';
import { inFolder, rulesFound, rulesOfBase } from './ignored.ts';
import { dependenciesIn } from './layer-show.ts';
import { storeOf } from './places.ts';
import type { Context } from './places.ts';
import { withScratch } from './scratch.ts';
import { isAsFilled } from './submodule-same.ts';
import { pinnedIn, usersCheckout, withModules } from './submodules.ts';
import type { Pinned } from './submodules.ts';
import { repositoryMode, treeEntries } from './tree-entries.ts';
import type { TreeEntry } from './tree-entries.ts';
import { walk } from './walk.ts';
import type { Walked } from './walk.ts';
import type { Change } from './workspace.ts';

export interface Imported {
  readonly tree: string;
  readonly changes: readonly Change[];
}

type Ignoring = 'base' | 'base and workspace';

interface Place {
  readonly store: string;
  readonly dir: string;
  readonly index: string;
}

export async function importTree(
  context: Context,
  repository: string,
  dir: string,
  base: string,
  /** `base`: what only the workspace ignores counts too, as for a setup that must have left nothing else behind. */
  ignoring: Ignoring = 'base and workspace',
): Promise<Imported> {
  const store = storeOf(context, repository);
  return withScratch(context, async (scratch) => {
    const entries = await treeEntries(context, store, base);
    const rules = await rulesOfBase(context, { store, commit: base, entries }, scratch);
    const found =
      ignoring === 'base' ? undefined : await rulesFound(context, { store, workspace: dir }, scratch);
    const walked = await walk(dir, entries, {
      rules,
      found,
      dependencies: await dependenciesIn(context, dir),
    });
    const place = { store, dir, index: path.join(scratch, 'index') };
    mustBeReadable(dir, walked.files);
    await addFiles(context, place, walked.files);
    const touched = await touchedAmong(context, { repository, dir, ignoring }, pinnedBy(walked, entries));
    await addSubmodules(context, place, submoduleLines(walked, entries, touched));
    const tree = (
      await gitOk(context.git, { gitDir: store, index: place.index, args: ['write-tree'] })
    ).trim();
    const refused = walked.refused.map((one): Change => ({
      path: shown(one.path),
      kind: 'added',
      mode: one.mode,
    }));
    return { tree, changes: [...(await changesBetween(context, store, base, tree)), ...refused] };
  });
}

async function addFiles(context: Context, place: Place, files: readonly string[]): Promise<void> {
  const request = {
    gitDir: place.store,
    workTree: place.dir,
    index: place.index,
    args: ['update-index', '--add', '-z', '--stdin'],
    stdin: files.map((file) => `${file}\0`).join(''),
    encoding: 'latin1',
  } as const;
  const result = await context.git.run(request);
  if (result.exit === 0) return;
  // The one reason an agent can bring about: files it made unreadable. A second failure is real.
  await makeReadable(place.dir, files);
  await gitOk(context.git, request);
}

/** Of one file, and of all of them: more is no source, and a file with holes costs nothing to make and hours to read. */
const fileBytesMax = 8 * 1024 ** 3;
const allBytesMax = 64 * 1024 ** 3;

/** IMPORT-TREE-6. */
function mustBeReadable(dir: string, files: readonly string[]): void {
  let all = 0;
  for (const file of files) {
    const size = lstatSync(inFolder(dir, file), { throwIfNoEntry: false })?.size ?? 0;
    all += size;
    if (size <= fileBytesMax && all <= allBytesMax) continue;
    throw new Error(
      `The workspace cannot be read, because ${shown(file)} has ${Math.ceil(size / 1024 ** 3)} GB: a file may have ${fileBytesMax / 1024 ** 3} GB, and all together ${allBytesMax / 1024 ** 3} GB. Delete what does not belong to the change.`,
    );
  }
}

async function makeReadable(dir: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const at = inFolder(dir, file);
    const stats = await lstat(at);
    if (stats.isFile() && (stats.mode & 0o400) === 0) await chmod(at, stats.mode | 0o400);
  }
}

/** Submodules that are still folders with something in them, as the base pins them. */
function pinnedBy(walked: Walked, entries: readonly TreeEntry[]): readonly Pinned[] {
  const full = new Set(walked.submodules.filter((one) => !one.empty).map((one) => one.path));
  return pinnedIn(entries).filter((one) => full.has(one.path));
}

/** IMPORT-TREE-5: those that are not as they were filled. */
async function touchedAmong(
  context: Context,
  {
    repository,
    dir,
    ignoring,
  }: Pick<Place, 'dir'> & { readonly repository: string; readonly ignoring: Ignoring },
  pinned: readonly Pinned[],
): Promise<ReadonlySet<string>> {
  const [first] = pinned;
  if (first === undefined) return new Set();
  const from = await usersCheckout(context, repository);
  return withModules(context, from, first.commit.length, async (modules) => {
    const touched = new Set<string>();
    for (const one of pinned) {
      const inside = ignoring === 'base' ? 'nothing' : 'as git would';
      if (!(await isAsFilled(context, modules, { dir, pinned: one, ignoring: inside })))
        touched.add(one.path);
    }
    return touched;
  });
}

/** A submodule nobody touched stays what it was; in a touched one stands an id that no commit has. */
function submoduleLines(walked: Walked, entries: readonly TreeEntry[], touched: ReadonlySet<string>): string {
  const there = new Set(walked.submodules.map((one) => one.path));
  const touchedId = createHash('sha512').update('changed inside').digest('hex');
  return pinnedIn(entries)
    .filter((one) => there.has(one.path))
    .map(({ path: name, commit }) => {
      const id = touched.has(name) ? touchedId.slice(0, commit.length) : commit;
      return `${repositoryMode} ${id}\t${name}\0`;
    })
    .join('');
}

async function addSubmodules(context: Context, place: Place, lines: string): Promise<void> {
  if (lines === '') return;
  await gitOk(context.git, {
    gitDir: place.store,
    index: place.index,
    args: ['update-index', '-z', '--index-info'],
    stdin: lines,
    encoding: 'latin1',
  });
}
