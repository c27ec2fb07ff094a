// The store: Slipway's own bare copy of a repository. Owns how commits get from the user's repository
// into it, and which of them stay.
//
// Invariants
//   STORE-1. A store has no alternates: what the user deletes later is still here.
//   STORE-2. A store that exists under its name is whole; it is made under another name and renamed.
//   STORE-3. A ref under refs/slipway/ points to a commit whose whole history (as far as the store knows it,
//        see `shallow`) is in the store.
//   STORE-4. The user's configuration takes no part in copying: objects are linked as files, or read through
//        a git directory of ours that borrows theirs.

import { link, mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { bytesAsTheyAre, nowhere, writeGitFolder } from './git-folder.ts';
import { gitFailed, gitOk } from './git-ok.ts';
import { noteRefs } from './history.ts';
import { isPartial } from './look-at-checkout.ts';
import { locationOf, storeOf } from './places.ts';
import type { Context, Location } from './places.ts';
import { withScratch } from './scratch.ts';

// What a run has been told is done must survive a power cut; several files in one go cost one flush.
const durable = ['[core]', '\tfsync = committed,loose-object', '\tfsyncMethod = batch'];

interface Wanted {
  readonly store: string;
  readonly location: Location;
  readonly commit: string;
}

export async function ensure(context: Context, repository: string, commit: string): Promise<void> {
  const store = storeOf(context, repository);
  await noteRefs(context, repository);
  await context.git.exclusive(store, async () => {
    if (await isKept(context, store, commit)) return;
    const wanted = { store, location: await locationOf(context, repository), commit };
    if (!(await isThere(store))) await make(context, wanted);
    if (await isKept(context, store, commit)) return;
    if (!(await isWhole(context, store, commit))) await take(context, wanted);
    await keepBase(context, store, commit);
  });
}

export async function has(context: Context, repository: string, commit: string): Promise<boolean> {
  const gitDir = storeOf(context, repository);
  const result = await context.git.run({ gitDir, args: ['cat-file', '-e', `${commit}^{commit}`] });
  return result.exit === 0;
}

/** STORE-2. Whatever an earlier try left under the other name is thrown away. */
async function make(context: Context, wanted: Wanted): Promise<void> {
  const making = `${wanted.store}.making`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true });
  await writeGitFolder({
    dir: making,
    head: nowhere,
    idChars: wanted.commit.length,
    bare: true,
    settings: durable,
    attributes: bytesAsTheyAre,
    shallow: await shallowOf(wanted.location.gitDir),
  });
  const linked =
    !(await isPartial(context, wanted.location.gitDir)) &&
    (await linkObjects(path.join(wanted.location.gitDir, 'objects'), path.join(making, 'objects')));
  if (linked && (await exists(context, making, wanted.commit))) {
    await keepBase(context, making, wanted.commit);
  }
  await rename(making, wanted.store);
}

/**
 * Links every object file, as a local clone does; object files are never changed in place. Where one
 * cannot be linked (another disk, another owner, a collection at this moment, borrowed objects), none
 * is, and the commit is copied instead.
 */
async function linkObjects(from: string, to: string): Promise<boolean> {
  if (await isThere(path.join(from, 'info', 'alternates'))) return false;
  // In this order, packs last: an object that a collection moves meanwhile is met in one place or the other.
  const folders = (await readdir(from))
    .filter((name) => name === 'pack' || /^[0-9a-f]{2}$/.test(name))
    .toSorted();
  try {
    for (const folder of folders) {
      await mkdir(path.join(to, folder), { recursive: true });
      const files = (await readdir(path.join(from, folder))).filter(isObjectFile);
      for (const file of files) await link(path.join(from, folder, file), path.join(to, folder, file));
    }
    return true;
  } catch {
    for (const folder of folders) await rm(path.join(to, folder), { recursive: true, force: true });
    await mkdir(path.join(to, 'pack'), { recursive: true });
    return false;
  }
}

function isObjectFile(name: string): boolean {
  return /^(?:[0-9a-f]{38}|[0-9a-f]{62}|pack-[0-9a-f]+\.(?:pack|idx))$/.test(name);
}

/** Copies a commit and the history the store lacks, as one pack. */
async function take(context: Context, wanted: Wanted): Promise<void> {
  const { store, location, commit } = wanted;
  // The history of a partial clone has holes that only its remote could fill, so it is cut.
  const cut = (await isPartial(context, location.gitDir)) ? `${commit}\n` : '';
  const shallow = await widenShallow(store, `${await shallowOf(location.gitDir)}${cut}`);
  const kept = await gitOk(context.git, {
    gitDir: store,
    args: ['for-each-ref', '--format=^%(objectname)', 'refs/slipway/'],
  });
  await withScratch(context, async (scratch) => {
    const borrowing = path.join(scratch, 'take.git');
    await writeGitFolder({
      dir: borrowing,
      head: nowhere,
      idChars: commit.length,
      bare: true,
      shallow,
      borrow: [path.join(location.gitDir, 'objects'), path.join(store, 'objects')],
    });
    const request = {
      gitDir: borrowing,
      args: [
        'pack-objects',
        '--revs',
        '--quiet',
        '--delta-base-offset',
        path.join(store, 'objects', 'pack', 'pack'),
      ],
      stdin: `${commit}\n${kept}`,
    };
    const result = await context.git.run(request);
    if (result.exit === 0) return;
    throw new Error(
      `Commit ${commit} could not be copied from ${location.path}: it is not there any more, or objects of it are missing. ${gitFailed(request, result.exit, result.stderr).message}`,
    );
  });
}

/** A commit whose parents are missing in one place counts as cut in both. */
async function widenShallow(store: string, lines: string): Promise<string> {
  const before = await shallowOf(store);
  const union = new Set(`${before}${lines}`.split('\n').filter((line) => line !== ''));
  const after = [...union].map((line) => `${line}\n`).join('');
  if (after !== before) {
    await writeFile(path.join(store, 'shallow.new'), after);
    await rename(path.join(store, 'shallow.new'), path.join(store, 'shallow'));
  }
  return after;
}

async function shallowOf(gitDir: string): Promise<string> {
  return readFile(path.join(gitDir, 'shallow'), 'utf8').catch(() => '');
}

async function isWhole(context: Context, gitDir: string, commit: string): Promise<boolean> {
  if (!(await exists(context, gitDir, commit))) return false;
  const result = await context.git.run({
    gitDir,
    args: ['rev-list', '--objects', '--quiet', '--end-of-options', commit, '--not', '--glob=refs/slipway/'],
  });
  return result.exit === 0;
}

async function exists(context: Context, gitDir: string, commit: string): Promise<boolean> {
  return (await context.git.run({ gitDir, args: ['cat-file', '-e', `${commit}^{commit}`] })).exit === 0;
}

async function isKept(context: Context, store: string, commit: string): Promise<boolean> {
  const result = await context.git.run({
    gitDir: store,
    args: ['rev-parse', '--quiet', '--verify', '--end-of-options', baseRef(commit)],
  });
  return result.exit === 0;
}

async function keepBase(context: Context, store: string, commit: string): Promise<void> {
  await gitOk(context.git, { gitDir: store, args: ['update-ref', baseRef(commit), commit] });
}

function baseRef(commit: string): string {
  return `refs/slipway/base/${commit}`;
}

async function isThere(file: string): Promise<boolean> {
  return readdir(path.dirname(file)).then(
    (names) => names.includes(path.basename(file)),
    () => false,
  );
}
