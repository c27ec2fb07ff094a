// What the git of a checkout for checks knows beside the commit itself: the commits before it, and the branches and tags that point
// among them. It is kept once for a repository, apart from the store, and checkouts borrow it without being able to write to it.
//
// Invariants
//   HISTORY-1. Its objects are those that the bases of runs reach, and tags on them. What else the store has (work of runs, files that were
//        refused, branches and stashes of the user's) is never among them, because checks may read all of it.
//   HISTORY-2. It shares no inode with the store or the user's repository.
//   HISTORY-3. Git never runs in it, and nothing is decided by its objects: below the level `contained` a check could write to them.
//   HISTORY-4. Branches and tags are as they were when a base was last brought into the store, so that the checks of a run see the same ones.

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import { writeGitFolder, nowhere } from './git-folder.ts';
import { gitOk } from './git-ok.ts';
import { historyFolder, locationOf, storeOf } from './places.ts';
import type { Context } from './places.ts';
import { withScratch } from './scratch.ts';

export interface History {
  /** Bases that its objects reach, with everything before them; none where a history cannot be had. */
  readonly bases: readonly string[];
  /** The branches and tags that point among them, as git writes them in one file (latin1). */
  readonly refs: string;
}

const Kept = z.object({
  /** What it was made from; another one makes it out of date. */
  from: z.string(),
  bases: z.array(z.string()),
  tags: z.array(z.string()),
  refs: z.string(),
});
type Kept = Readonly<z.infer<typeof Kept>>;

const nothingKept: Kept = { from: '', bases: [], tags: [], refs: '' };

/** Above that a copy of it would take minutes, and checks get the one commit. */
const storeBytesMax = 2 * 1024 ** 3;

/** Where its objects lie: what every box around such a checkout has to show. */
export function historyObjects(context: Context, repository: string): string {
  return path.join(historyFolder(context, repository), 'objects');
}

/** HISTORY-4: notes the branches and tags of the user's repository. Without them checks go without, and nothing else fails. */
export async function noteRefs(context: Context, repository: string): Promise<void> {
  const location = await locationOf(context, repository).catch(() => undefined);
  if (location === undefined) return;
  const fields = ['objecttype', 'objectname', '*objecttype', '*objectname', 'refname'];
  const listed = await context.git.run({
    gitDir: location.gitDir,
    args: [
      'for-each-ref',
      `--format=${fields.map((field) => `%(${field})`).join(' ')}`,
      'refs/heads',
      'refs/remotes',
      'refs/tags',
    ],
    encoding: 'latin1',
  });
  const folder = historyFolder(context, repository);
  await context.git.exclusive(folder, async () => {
    await mkdir(folder, { recursive: true });
    await replaceFile(path.join(folder, 'noted'), listed.exit === 0 ? listed.stdout : '');
  });
}

/** Brought up to date: the bases the store has now, and what was noted last. */
export async function historyOf(context: Context, repository: string): Promise<History> {
  const folder = historyFolder(context, repository);
  const store = storeOf(context, repository);
  return context.git.exclusive(folder, async () => {
    const [noted, bases, kept] = await Promise.all([
      readFile(path.join(folder, 'noted'), 'latin1').catch(() => ''),
      basesIn(context, store),
      readKept(folder),
    ]);
    const from = createHash('sha256')
      .update(JSON.stringify([noted, bases]))
      .digest('hex');
    if (kept.from === from) return kept;
    await mkdir(path.join(folder, 'objects', 'pack'), { recursive: true });
    const made = await bringUp(context, { repository, store, folder }, { noted, bases, kept });
    await replaceFile(path.join(folder, 'history.json'), `${JSON.stringify({ ...made, from })}\n`);
    return made;
  });
}

async function basesIn(context: Context, store: string): Promise<readonly string[]> {
  const args = ['for-each-ref', '--format=%(objectname)', 'refs/slipway/base/'];
  return linesOf(await gitOk(context.git, { gitDir: store, args }));
}

interface Places {
  readonly repository: string;
  readonly store: string;
  readonly folder: string;
}

interface Found {
  readonly noted: string;
  readonly bases: readonly string[];
  readonly kept: Kept;
}

/** Where objects are missing, or are too many, there is none: a check then sees one commit, as a shallow clone has it. */
async function bringUp(context: Context, at: Places, found: Found): Promise<Kept> {
  if ((await bytesOf(at.store)) > storeBytesMax) return nothingKept;
  const refs = await refsAmong(context, at.store, found);
  const tags = refs.flatMap(({ id, commit }) => (id === commit ? [] : [id]));
  const known = new Set([...found.kept.bases, ...found.kept.tags]);
  const wanted = [...found.bases, ...tags].filter((id) => !known.has(id));
  if (wanted.length > 0 && !(await pack(context, at, { wanted, but: found.kept.bases }))) return nothingKept;
  return { from: '', bases: [...found.bases], tags, refs: packedRefs(refs) };
}

interface Ref {
  readonly name: string;
  readonly id: string;
  /** What it points to, or its tag does. */
  readonly commit: string;
}

/** HISTORY-1: those that point to what a base reaches. */
async function refsAmong(context: Context, store: string, { noted, bases }: Found): Promise<readonly Ref[]> {
  const refs = linesOf(noted).flatMap(refIn);
  if (refs.length === 0) return [];
  const commits = [...new Set(refs.map(({ commit }) => commit))];
  const [types, outside] = await Promise.all([
    gitOk(context.git, {
      gitDir: store,
      args: ['cat-file', '--batch-check=%(objecttype)'],
      stdin: unlines(commits),
    }),
    gitOk(context.git, {
      gitDir: store,
      args: ['rev-list', '--ignore-missing', '--stdin'],
      stdin: unlines([...commits, ...bases.map((base) => `^${base}`)]),
    }),
  ]);
  const there = linesOf(types);
  const left = new Set([...linesOf(outside), ...commits.filter((_, at) => there[at] !== 'commit')]);
  return refs.filter(({ commit }) => !left.has(commit));
}

/** Slipway's own branches stay out: one of them would stand where the checkout's own is. */
function refIn(line: string): readonly Ref[] {
  const [type, id = '', tagged, commit = '', ...rest] = line.split(' ');
  const name = rest.join(' ');
  if (/^refs\/heads\/slipway(?:\/|$)/.test(name)) return [];
  if (type === 'commit') return [{ name, id, commit: id }];
  return type === 'tag' && tagged === 'commit' ? [{ name, id, commit }] : [];
}

function packedRefs(refs: readonly Ref[]): string {
  const lines = refs.flatMap(({ name, id, commit }) => [
    `${id} ${name}`,
    ...(id === commit ? [] : [`^${commit}`]),
  ]);
  return unlines(['# pack-refs with: peeled fully-peeled sorted ', ...lines]);
}

/** HISTORY-2, HISTORY-3: by a git directory of ours, which reads tags that the store lacks from the user's repository. */
async function pack(
  context: Context,
  { repository, store, folder }: Places,
  { wanted, but }: { readonly wanted: readonly string[]; readonly but: readonly string[] },
): Promise<boolean> {
  const [location, shallow] = await Promise.all([
    locationOf(context, repository).catch(() => undefined),
    readFile(path.join(store, 'shallow'), 'utf8').catch(() => ''),
  ]);
  return withScratch(context, async (scratch) => {
    const gitDir = path.join(scratch, 'history.git');
    const folders = [store, ...(location === undefined ? [] : [location.gitDir])];
    await writeGitFolder({
      dir: gitDir,
      head: nowhere,
      idChars: (wanted[0] ?? '').length,
      bare: true,
      shallow,
      borrow: folders.map((each) => path.join(each, 'objects')),
    });
    const to = path.join(folder, 'objects', 'pack', 'pack');
    const packed = await context.git.run({
      gitDir,
      args: ['pack-objects', '--revs', '--quiet', '--delta-base-offset', to],
      stdin: unlines([...wanted, ...but.map((id) => `^${id}`)]),
    });
    return packed.exit === 0;
  });
}

async function bytesOf(store: string): Promise<number> {
  const packs = path.join(store, 'objects', 'pack');
  const files = await readdir(packs).catch(() => []);
  const sizes = await Promise.all(files.map(async (file) => (await stat(path.join(packs, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function readKept(folder: string): Promise<Kept> {
  try {
    return Kept.parse(JSON.parse(await readFile(path.join(folder, 'history.json'), 'latin1')));
  } catch {
    return nothingKept;
  }
}

/** A command that only looks whether a base can be checked may do so beside the owner of the home. */
async function replaceFile(file: string, text: string): Promise<void> {
  const mine = `${file}.${process.pid}.${randomUUID()}`;
  await writeFile(mine, text, 'latin1');
  await rename(mine, file);
}

function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line !== '');
}

function unlines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
