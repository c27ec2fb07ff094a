// What a home keeps and nobody needs any more. Only looks: what becomes of it is in `clear.ts`.
//
// Invariants
//   LEFTOVERS-1. Nothing of an open run is found here, nor of one that has ended with something still to be done. A folder that was handed to
//       a person stays also when its run is over: what lies in it may be their work.
//   LEFTOVERS-2. The journal, its anchors, every text that an event names, and the commits of repositories are never found.
//   LEFTOVERS-3. What is being written now looks like something nobody names. So whatever is younger than a day stays, and layers
//       and caches stay while any run is worked on.
//   LEFTOVERS-4. Files are looked at one after the other, and others have their turn between any two: an engine that looks goes on with its runs.

import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { blobsIn } from '../../journal/chain.ts';
import type { Journal } from '../../journal/journal.ts';
import { JournalDamaged } from '../../journal/journal.ts';
import { codeOf } from '../../plain/errors.ts';
import type { RunSummary } from '../../views/run/summary.ts';
import { list } from '../../views/words/words.ts';
import { isAlive } from '../../workspace/scratch.ts';
import type { Places } from '../home/home-places.ts';
import { importedFolder } from '../home/imported.ts';

export const leftoverKinds = ['workspaces', 'run files', 'layers', 'caches', 'texts', 'temporary'] as const;
export type LeftoverKind = (typeof leftoverKinds)[number];

export interface Leftover {
  readonly kind: LeftoverKind;
  /** Where it lies. */
  readonly path: string;
  readonly bytes: number;
}

export interface Leftovers {
  readonly found: readonly Leftover[];
  /** What was not looked at, and why; sentences. */
  readonly left: readonly string[];
}

export interface Searched {
  readonly places: Places;
  readonly journal: Journal;
  /** What ended, or was last used, before this. */
  readonly before: number;
  readonly now: number;
  readonly driven: readonly string[];
}

const dayMs = 24 * 60 * 60 * 1000;

export async function leftoversIn(searched: Searched): Promise<Leftovers> {
  const { places, journal, driven } = searched;
  const summaries = await journal.summaries();
  const over = summaries.filter((run) => isOver(run, searched)).map(({ run }) => run);
  const left: string[] = [];
  const found = [...(await ofRuns(places, over)), ...(await temporary(searched))];
  if (driven.length === 0) found.push(...(await layers(searched)), ...(await caches(searched, summaries)));
  else left.push(`Layers and caches stay while ${list(driven)} is worked on.`);
  const named = await namedIn(searched);
  if (typeof named === 'string') left.push(named);
  else found.push(...(await texts(searched, named)));
  return { found, left };
}

const ended: ReadonlySet<RunSummary['status']> = new Set(['completed', 'cancelled', 'failed']);

/** LEFTOVERS-1. */
function isOver({ run, status, owed, updatedAt }: RunSummary, { before, driven }: Searched): boolean {
  return ended.has(status) && owed === undefined && updatedAt < before && !driven.includes(run);
}

/** As `launches/launch.ts` names a workspace of the effect that hands a task to a person. */
const handedOut = '-hand-out-';

async function ofRuns(
  { home, sessions, receipts, given, blobs }: Places,
  runs: readonly string[],
): Promise<Leftover[]> {
  const isOf = (name: string): boolean => runs.some((run) => name === run || name.startsWith(`${run}-`));
  const isWorkspace = (name: string): boolean => isOf(name) && !name.includes(handedOut);
  const isRun = (name: string): boolean => runs.includes(name);
  const workspaces = path.join(home, 'workspaces');
  return [
    ...(await under('workspaces', workspaces, isWorkspace)),
    ...(await under('workspaces', path.join(workspaces, '.views'), isWorkspace)),
    ...(await under('workspaces', path.join(workspaces, '.aside'), isWorkspace)),
    ...(await under('run files', sessions, isRun)),
    ...(await under('run files', receipts, isRun)),
    ...(await under('run files', given, (name) => isRun(path.basename(name, '.json')))),
    ...(await under('run files', path.join(blobs, 'transcripts'), isOf)),
    ...(await under('layers', path.join(home, 'cache', 'layers', 'runs'), isRun)),
  ];
}

async function under(
  kind: LeftoverKind,
  folder: string,
  isMeant: (name: string) => boolean,
): Promise<Leftover[]> {
  return leftoversOf(kind, await filesIn(folder, isMeant));
}

/** A layer says by the time of its record when it was last shown to somebody. */
async function layers({ places, before }: Searched): Promise<Leftover[]> {
  const folder = path.join(places.home, 'cache', 'layers');
  const all = await filesIn(folder, (name) => /^[0-9a-f]{40}$/.test(name));
  return leftoversOf('layers', await olderThan(before, all, (file) => path.join(file, 'layer.json')));
}

/** Packages of a repository in which nothing ran for so long; and checks that passed so long ago. */
async function caches({ places, before }: Searched, summaries: readonly RunSummary[]): Promise<Leftover[]> {
  const used = (repository: string): boolean =>
    summaries.some(
      (run) => run.repository === repository && (!ended.has(run.status) || run.updatedAt >= before),
    );
  const packages = await filesIn(path.join(places.home, 'cache', 'packages'), (name) => !used(name));
  const passes = await filesIn(path.join(places.home, 'cache', 'passes'), () => true);
  return leftoversOf('caches', await olderThan(before, [...packages, ...passes]));
}

/** LEFTOVERS-3. */
async function temporary({ places, now }: Searched): Promise<Leftover[]> {
  const files = [
    ...(await filesIn(path.join(places.blobs, 'unfinished'), () => true)),
    ...(await filesIn(importedFolder(places.home), (name) => name.startsWith('.'))),
    ...(await filesIn(path.join(places.home, 'scratch'), (name) => !isAlive(Number.parseInt(name, 10)))),
  ];
  return leftoversOf('temporary', await olderThan(now - dayMs, files));
}

async function texts({ places, before, now }: Searched, named: ReadonlySet<string>): Promise<Leftover[]> {
  const latest = Math.min(before, now - dayMs); // LEFTOVERS-3
  const found: Leftover[] = [];
  for (const folder of await filesIn(places.blobs, (name) => /^[0-9a-f]{2}$/.test(name))) {
    const two = path.basename(folder);
    const nobodys = await filesIn(folder, (rest) => !named.has(`sha256:${two}${rest}`));
    found.push(...(await leftoversOf('texts', await olderThan(latest, nobodys))));
  }
  return found;
}

/** LEFTOVERS-2. Every text that an event of any stream names, or a file in which an outcome waits for its event. */
async function namedIn({ places, journal }: Searched): Promise<ReadonlySet<string> | string> {
  const named = new Set<string>();
  // The files first: an outcome that leaves its file meanwhile is in the journal by then.
  for (const folder of [
    places.receipts,
    path.join(places.home, 'cache'),
    path.join(places.home, 'tracker'),
  ]) {
    for (const file of await filesUnder(folder)) {
      for (const [blob] of (await textOf(file)).matchAll(/sha256:[0-9a-f]{64}/g)) named.add(blob);
    }
  }
  for (const stream of await journal.streams('')) {
    try {
      for (const { event } of await journal.read(stream)) for (const blob of blobsIn(event)) named.add(blob);
    } catch (error) {
      if (!(error instanceof JournalDamaged)) throw error;
      return `Texts stay, because ${stream} is damaged and nobody knows which it names. \`slipway verify --all\` says more.`;
    }
  }
  return named;
}

/** What cannot be read may name anything, so nothing is found then; a file that is gone names nothing. */
async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'latin1');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return '';
    throw error;
  }
}

/** Not in layers and packages, where nothing of ours is written. */
async function filesUnder(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  for (const entry of await entriesIn(folder)) {
    const file = path.join(folder, entry.name);
    if (entry.isFile()) files.push(file);
    if (entry.isDirectory() && !['layers', 'packages'].includes(entry.name))
      files.push(...(await filesUnder(file)));
  }
  return files;
}

async function leftoversOf(kind: LeftoverKind, files: readonly string[]): Promise<Leftover[]> {
  const found: Leftover[] = [];
  for (const file of files) found.push({ kind, path: file, bytes: await bytesUnder(file) });
  return found;
}

/** Of everything below, links not followed. What cannot be looked at counts for nothing. */
async function bytesUnder(file: string): Promise<number> {
  const stats = await statsOf(file);
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.size;
  let bytes = 0;
  for (const { name } of await entriesIn(file)) bytes += await bytesUnder(path.join(file, name));
  return bytes;
}

/** What says nothing of its time is taken for young. */
async function olderThan(
  before: number,
  files: readonly string[],
  record: (file: string) => string = (file) => file,
): Promise<readonly string[]> {
  const old: string[] = [];
  for (const file of files) {
    const stats = await statsOf(record(file));
    if (stats !== undefined && stats.mtimeMs < before) old.push(file);
  }
  return old;
}

async function statsOf(file: string): Promise<Stats | undefined> {
  try {
    return await lstat(file);
  } catch {
    return undefined; // gone meanwhile, or nobody may look at it
  }
}

async function filesIn(folder: string, isMeant: (name: string) => boolean): Promise<readonly string[]> {
  const names = (await entriesIn(folder)).map(({ name }) => name);
  return names.filter(isMeant).map((name) => path.join(folder, name));
}

async function entriesIn(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return []; // not there, or nobody may look into it
  }
}
