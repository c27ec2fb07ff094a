// What a home keeps and nobody needs any more. Only looks: what becomes of it is in `clear.ts`.
//
// Invariants
//   LEFTOVERS-1. Nothing of an open run is found here, nor of one that has ended with something still to be done. A folder that was handed to
//       a person stays also when its run is over: what lies in it may be their work.
//   LEFTOVERS-2. The journal, its anchors, every text that an event names, and the commits of repositories are never found.
//   LEFTOVERS-3. What is being written now looks like something nobody names. So whatever is younger than a day stays, and layers
//       and caches stay while any run is worked on.

import type { Dirent } from 'node:fs';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { blobsIn } from '../../journal/chain.ts';
import type { Journal } from '../../journal/journal.ts';
import { JournalDamaged } from '../../journal/journal.ts';
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
  const found = [...ofRuns(places, over), ...temporary(searched)];
  if (driven.length === 0) found.push(...layers(searched), ...caches(searched, summaries));
  else left.push(`Layers and caches stay while ${list(driven)} is worked on.`);
  const named = await namedIn(searched);
  if (typeof named === 'string') left.push(named);
  else found.push(...texts(searched, named));
  return { found, left };
}

const ended: ReadonlySet<RunSummary['status']> = new Set(['completed', 'cancelled', 'failed']);

/** LEFTOVERS-1. */
function isOver({ run, status, owed, updatedAt }: RunSummary, { before, driven }: Searched): boolean {
  return ended.has(status) && owed === undefined && updatedAt < before && !driven.includes(run);
}

/** As `launches/launch.ts` names a workspace of the effect that hands a task to a person. */
const handedOut = '-hand-out-';

function ofRuns({ home, sessions, receipts, given, blobs }: Places, runs: readonly string[]): Leftover[] {
  const isOf = (name: string): boolean => runs.some((run) => name === run || name.startsWith(`${run}-`));
  const workspaces = path.join(home, 'workspaces');
  return [
    ...[workspaces, path.join(workspaces, '.views'), path.join(workspaces, '.aside')].flatMap((folder) =>
      under('workspaces', folder, (name) => isOf(name) && !name.includes(handedOut)),
    ),
    ...[sessions, receipts].flatMap((folder) => under('run files', folder, (name) => runs.includes(name))),
    ...under('run files', given, (name) => runs.includes(path.basename(name, '.json'))),
    ...under('run files', path.join(blobs, 'transcripts'), isOf),
    ...under('layers', path.join(home, 'cache', 'layers', 'runs'), (name) => runs.includes(name)),
  ];
}

function under(kind: LeftoverKind, folder: string, isMeant: (name: string) => boolean): Leftover[] {
  return namesIn(folder)
    .filter(isMeant)
    .map((name) => leftover(kind, path.join(folder, name)));
}

/** A layer says by the time of its record when it was last shown to somebody. */
function layers({ places, before }: Searched): Leftover[] {
  const folder = path.join(places.home, 'cache', 'layers');
  return namesIn(folder)
    .filter((name) => /^[0-9a-f]{40}$/.test(name))
    .filter((name) => (changedAt(path.join(folder, name, 'layer.json')) ?? before) < before)
    .map((name) => leftover('layers', path.join(folder, name)));
}

/** Packages of a repository in which nothing ran for so long; and checks that passed so long ago. */
function caches({ places, before }: Searched, summaries: readonly RunSummary[]): Leftover[] {
  const used = (repository: string): boolean =>
    summaries.some(
      (run) => run.repository === repository && (!ended.has(run.status) || run.updatedAt >= before),
    );
  const packages = path.join(places.home, 'cache', 'packages');
  const passes = path.join(places.home, 'cache', 'passes');
  return [
    ...namesIn(packages)
      .filter((name) => !used(name))
      .map((name) => path.join(packages, name))
      .filter((file) => (changedAt(file) ?? before) < before),
    ...namesIn(passes)
      .map((name) => path.join(passes, name))
      .filter((file) => (changedAt(file) ?? before) < before),
  ].map((file) => leftover('caches', file));
}

/** LEFTOVERS-3. */
function temporary({ places, now }: Searched): Leftover[] {
  const old = (folder: string, isMeant: (name: string) => boolean): string[] =>
    namesIn(folder)
      .filter(isMeant)
      .map((name) => path.join(folder, name))
      .filter((file) => (changedAt(file) ?? now) < now - dayMs);
  return [
    ...old(path.join(places.blobs, 'unfinished'), () => true),
    ...old(importedFolder(places.home), (name) => name.startsWith('.')),
    ...old(path.join(places.home, 'scratch'), (name) => !isAlive(Number.parseInt(name, 10))),
  ].map((file) => leftover('temporary', file));
}

function texts({ places, before, now }: Searched, named: ReadonlySet<string>): Leftover[] {
  const latest = Math.min(before, now - dayMs); // LEFTOVERS-3
  return namesIn(places.blobs)
    .filter((name) => /^[0-9a-f]{2}$/.test(name))
    .flatMap((two) =>
      namesIn(path.join(places.blobs, two))
        .filter((rest) => !named.has(`sha256:${two}${rest}`))
        .map((rest) => path.join(places.blobs, two, rest)),
    )
    .filter((file) => (changedAt(file) ?? latest) < latest)
    .map((file) => leftover('texts', file));
}

/** LEFTOVERS-2. Every text that an event of any stream names, or a file in which an outcome waits for its event. */
async function namedIn({ places, journal }: Searched): Promise<ReadonlySet<string> | string> {
  const named = new Set<string>();
  for (const stream of await journal.streams('')) {
    try {
      for (const { event } of await journal.read(stream)) for (const blob of blobsIn(event)) named.add(blob);
    } catch (error) {
      if (!(error instanceof JournalDamaged)) throw error;
      return `Texts stay, because ${stream} is damaged and nobody knows which it names. \`slipway verify --all\` says more.`;
    }
  }
  for (const folder of [
    places.receipts,
    path.join(places.home, 'cache'),
    path.join(places.home, 'tracker'),
  ]) {
    for (const file of filesUnder(folder)) {
      for (const [blob] of readFileSync(file, 'latin1').matchAll(/sha256:[0-9a-f]{64}/g)) named.add(blob);
    }
  }
  return named;
}

/** Not in layers and packages, where nothing of ours is written. */
function filesUnder(folder: string): readonly string[] {
  return entriesIn(folder).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return ['layers', 'packages'].includes(entry.name) ? [] : filesUnder(file);
    return entry.isFile() ? [file] : [];
  });
}

function leftover(kind: LeftoverKind, file: string): Leftover {
  return { kind, path: file, bytes: bytesUnder(file) };
}

/** Of everything below, links not followed. What cannot be looked at counts for nothing. */
function bytesUnder(file: string): number {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.size;
  return entriesIn(file).reduce((sum, { name }) => sum + bytesUnder(path.join(file, name)), 0);
}

function changedAt(file: string): number | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.mtimeMs;
}

function namesIn(folder: string): readonly string[] {
  return entriesIn(folder).map(({ name }) => name);
}

function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return []; // not there, or nobody may look into it
  }
}
