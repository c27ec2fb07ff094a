// Lists the files of a workspace that belong to a change: everything on the disk but what git would not
// add. Reads names only; contents are git's business.
//
// Invariants
//   WORKSPACE-WALK-1. A path the base commit has is never ignored, whatever the rules say.
//   WORKSPACE-WALK-2. No link is followed. `.git` is passed over on every level and never opened; the files beside a
//        nested one are listed like any others, so that a nested repository hides nothing.
//   WORKSPACE-WALK-3. What git cannot carry is named as refused: names that some system would take for `.git`, and
//        a linked `.gitmodules`.
//   WORKSPACE-WALK-4. A folder that was put there with dependencies in it is passed over, ignored or not, unless the base commit
//        has files in it.

import { chmod, readdir } from 'node:fs/promises';
import type { Dirent } from 'node:fs';

import { inFolder } from './ignored.ts';
import type { IgnoreCandidate, FoundRules, IgnoreRules } from './ignored.ts';
import { linkMode, repositoryMode } from './tree-entries.ts';
import type { TreeEntry } from './tree-entries.ts';

export interface Walked {
  /** Files and links, sorted as git sorts them; bytes as latin1. */
  readonly files: readonly string[];
  /** Submodules of the base commit that are still folders, and whether nothing is in them. What is in one is no part of this. */
  readonly submodules: readonly { readonly path: string; readonly empty: boolean }[];
  readonly refused: readonly { readonly path: string; readonly mode: string }[];
}

interface Base {
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  readonly submodules: ReadonlySet<string>;
}

const foldersAtOnce = 32;
const levelsMax = 4096;
const fileMode = '100644';
const filesMax = 2_000_000;

export async function walk(
  dir: string,
  entries: readonly TreeEntry[],
  over: {
    readonly rules: IgnoreRules;
    /** Absent where only what the base commit ignores is passed over. */
    readonly found?: FoundRules | undefined;
    readonly dependencies: ReadonlySet<string>;
  },
): Promise<Walked> {
  const base = baseOf(entries);
  const walked = { files: new Array<string>(), submodules: new Array<Walked['submodules'][number]>() };
  const refused: { readonly path: string; readonly mode: string }[] = [];
  let level: readonly string[] = [''];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levelsMax || walked.files.length > filesMax) {
      throw new Error(
        `The workspace ${dir} has more than ${filesMax} files or ${levelsMax} levels of folders.`,
      );
    }
    const passedOver = (one: Entry): boolean =>
      one.name === '.git' || (one.folder && over.dependencies.has(one.path) && !isOfBase(base, one)); // WORKSPACE-WALK-4
    const found = (await readLevel(dir, level)).filter((one) => !passedOver(one));
    const able = found.filter((one) => !isRefused(one));
    refused.push(
      ...found
        .filter(isRefused)
        .map((one) => ({ path: one.path, mode: one.folder ? repositoryMode : one.mode })),
    );
    const inSubmodule = able.filter((one) => one.folder && base.submodules.has(one.path));
    for (const one of inSubmodule) {
      walked.submodules.push({ path: one.path, empty: (await readFolder(dir, one.path)).length === 0 });
    }
    const others = able.filter((one) => !(one.folder && base.submodules.has(one.path)));
    const fresh = others.filter((one) => !(one.folder ? base.folders : base.files).has(one.path));
    const byBase = await over.rules.ignored(fresh);
    await over.found?.read(others.filter(isRules).map((one) => one.path));
    const byFound = await over.found?.ignored(fresh.filter((one) => !byBase.has(one.path)));
    const isIgnored = (one: Entry): boolean => byBase.has(one.path) || byFound?.has(one.path) === true;
    const wanted = others.filter((one) => !isIgnored(one) || isOfBase(base, one));
    walked.files.push(...wanted.filter((one) => !one.folder).map((one) => one.path));
    level = wanted.filter((one) => one.folder).map((one) => one.path);
  }
  // Characters are bytes here, so this is git's own order, and it adds them without searching.
  return { files: walked.files.toSorted(byBytes), submodules: walked.submodules, refused };
}

function baseOf(entries: readonly TreeEntry[]): Base {
  const folders = new Set<string>();
  for (const entry of entries) {
    for (let slash = entry.path.lastIndexOf('/'); slash > 0; slash = entry.path.lastIndexOf('/', slash - 1)) {
      const folder = entry.path.slice(0, slash);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  }
  return {
    files: new Set(entries.filter((entry) => !isSubmodule(entry)).map((entry) => entry.path)),
    folders,
    submodules: new Set(entries.filter(isSubmodule).map((entry) => entry.path)),
  };
}

function isSubmodule(entry: TreeEntry): boolean {
  return entry.mode === repositoryMode;
}

function isRules(one: Entry): boolean {
  return one.name === '.gitignore' && one.mode === fileMode;
}

/** WORKSPACE-WALK-1. */
function isOfBase(base: Base, one: IgnoreCandidate): boolean {
  return (one.folder ? base.folders : base.files).has(one.path);
}

interface Entry extends IgnoreCandidate {
  readonly name: string;
  readonly mode: string;
}

async function readLevel(dir: string, folders: readonly string[]): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (let at = 0; at < folders.length; at += foldersAtOnce) {
    const some = folders.slice(at, at + foldersAtOnce);
    const lists = await Promise.all(some.map((folder) => readFolder(dir, folder)));
    for (const list of lists) entries.push(...list);
  }
  return entries;
}

async function readFolder(dir: string, folder: string): Promise<readonly Entry[]> {
  const at = inFolder(dir, folder);
  const read = (): Promise<Dirent<Buffer>[]> => readdir(at, { withFileTypes: true, encoding: 'buffer' });
  // A folder the agent closed is opened: permissions of folders are no part of a change.
  const list = await read().catch(async () => {
    await chmod(at, 0o700);
    return read();
  });
  return list.flatMap((entry): readonly Entry[] => {
    const name = entry.name.toString('latin1');
    const path = folder === '' ? name : `${folder}/${name}`;
    if (entry.isDirectory()) return [{ name, path, folder: true, mode: '040000' }];
    if (entry.isFile()) return [{ name, path, folder: false, mode: fileMode }];
    if (entry.isSymbolicLink()) return [{ name, path, folder: false, mode: linkMode }];
    // Pipes, sockets and devices are nothing a commit can hold.
    return [];
  });
}

/** WORKSPACE-WALK-3: after what NTFS and HFS+ leave out of a name. */
function isRefused(entry: Entry): boolean {
  const plain = Buffer.from(entry.name, 'latin1')
    .toString('utf8')
    .replaceAll(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
    .toLowerCase();
  if (/^(?:\.git|git~1)[ .]*(?::.*)?$/s.test(plain)) return true;
  return entry.mode === linkMode && plain === '.gitmodules';
}

function byBytes(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
