// Makes a layer: setup runs on a clean checkout, through the port that runs every check, and the new folders it left
// are taken out of it. Where it left more than new folders, or what works only where it was made (`layer-place.ts`), there is
// no layer and setup runs each time, as if nobody had thought of layers.

import { mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';

import { packagesOf, type Checks } from '../checks/checks.ts';
import { importTree } from './import-tree.ts';
import { shown } from './git-ok.ts';
import { placedIn } from './layer-place.ts';
import { everythingIn, sealOf } from './layer-seal.ts';
import { folderOfLayer, newMaking, placeLayer } from './layer-store.ts';
import type { LayerRecord } from './layer-store.ts';
import type { Layer, LayerRequest, SetupFailed } from './layer.ts';
import { checkout } from './clone.ts';
import { deleteFolder, discard } from './discard.ts';
import { treeOf } from './integrate.ts';
import { storeOf, workspacesFolder } from './places.ts';
import type { Context } from './places.ts';
import { isAlive, withScratch } from './scratch.ts';
import type { TreeEntry } from './tree-entries.ts';
import type { CheckFolder } from './workspace.ts';

const foldersMax = 500;

/** What a package manager keeps in HOME for its own convenience. Setup does as well without it. */
const homeNoise: readonly string[] = [
  '.npm .npmrc .yarn .yarnrc .config/configstore .cache/node .cache/node-gyp .cache/pip .cache/yarn .cache/pnpm',
  '.local/share/pnpm .local/state/pnpm .bun/install/cache .bundle/cache',
  // pip asks rustc for its version, and rustup's writes settings before it answers.
  '.cache/uv .cache/pypoetry/cache .cache/pypoetry/artifacts .config/pypoetry .rustup/settings.toml',
].flatMap((line) => line.split(' '));

export interface Building {
  readonly context: Context;
  readonly checks: Checks;
  readonly request: LayerRequest;
  readonly key: string;
  /** Where it goes. */
  readonly place: string;
  /** The commit it is made on, with its entries. */
  readonly commit: string;
  readonly entries: readonly TreeEntry[];
  readonly installsOnly: boolean;
}

/** `made`: something is at the place now, be it that there is no layer. Else what came of a setup that did not pass. */
export type Built = { readonly made: NonNullable<Layer['madeNow']> } | 'stopped' | SetupFailed;

export async function buildLayer(building: Building): Promise<Built> {
  const { context, request, commit } = building;
  await clearLeftWorkspaces(context);
  const making = await newMaking(context);
  const name = `layer-${path.basename(making)}`;
  try {
    const at = await checkout(context, request.repository, commit, { name });
    return await withScratch(context, (scratch) => buildIn(building, { ...at, making, scratch }));
  } finally {
    await discard(context, name);
    await deleteFolder(making); // still there where nothing was made, or somebody else was first
  }
}

interface Places extends CheckFolder {
  /** The folder that becomes the layer, and one for the length of this. */
  readonly making: string;
  readonly scratch: string;
}

async function buildIn(building: Building, { dir, borrowed, making, scratch }: Places): Promise<Built> {
  const { checks, request, place } = building;
  const home = path.join(scratch, 'home');
  await mkdir(home);
  const { repository, base, setup, tag, signal } = request;
  const packages = packagesOf(repository, building.commit === base);
  const ran = await checks.run({ dir, borrowed, home, checks: setup, packages, tag, signal });
  if (ran.ended === 'stopped') return 'stopped';
  if (ran.results.some((result) => result.verdict !== 'PASS')) {
    return { failedOn: building.commit, results: ran.results };
  }
  const found = await findFolders(dir, building.entries);
  const why = (await whyNot(dir, found)) ?? (await whyNotHome(home));
  await deleteFolder(home); // files in it may be links to those of the layer
  const placed = why ?? (await placedIn(dir, found.folders));
  const taken = typeof placed === 'string' ? placed : await take(building, { dir, making, ...found, placed });
  const record = await recordOf(building, making, taken);
  const logs = ran.results.map(({ check, log }) => ({ check, log: log.text }));
  await placeLayer(making, place, { ...record, setup: logs });
  return { made: ran.results.map(({ check, ms }) => ({ check, ms })) };
}

interface Found {
  /** New folders, topmost only. */
  readonly folders: readonly string[];
  /** New files in folders that were there before. */
  readonly files: readonly string[];
}

/** Whatever the commit does not have, git's own folder aside. Ignored or not makes no difference: setup made it. */
async function findFolders(dir: string, entries: readonly TreeEntry[]): Promise<Found> {
  const files = new Set(entries.map((entry) => shown(entry.path)));
  const folders = new Set([...files].flatMap(foldersAbove));
  const found = { folders: new Array<string>(), files: new Array<string>() };
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await readdir(path.join(dir, folder), { withFileTypes: true })) {
      const below = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (files.has(below) || below === '.git') continue;
      if (!entry.isDirectory()) found.files.push(below);
      else if (folders.has(below)) waiting.push(below);
      else found.folders.push(below);
    }
  }
  return { folders: found.folders.toSorted(), files: found.files };
}

function foldersAbove(file: string): readonly string[] {
  const parts = file.split('/').slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join('/'));
}

async function whyNot(dir: string, { folders, files }: Found): Promise<string | undefined> {
  if (folders.length === 0) return 'setup makes no folder';
  if (folders.length > foldersMax) return `setup makes more than ${foldersMax} folders`;
  if (files[0] !== undefined) return `setup writes ${files[0]} beside files of the repository`;
  for (const folder of folders) {
    if (!(await hasPlainNames(path.join(dir, folder)))) return `${folder} has a name in it that is not UTF-8`;
  }
  return undefined;
}

/** A name that is not UTF-8 reads as another, under which there is nothing. */
async function hasPlainNames(dir: string): Promise<boolean> {
  // A folder of such a name is looked for under the other one.
  const names = await readdir(dir, { recursive: true }).catch(() => undefined);
  return names !== undefined && ![dir, ...names].some((name) => name.includes('\uFFFD'));
}

function isNoise(name: string): boolean {
  return homeNoise.some((noise) => name === noise || name.startsWith(`${noise}/`));
}

/** What setup leaves in HOME is gone for the checks after it, unless setup runs in front of them. */
async function whyNotHome(home: string): Promise<string | undefined> {
  if (!(await hasPlainNames(home))) return 'setup keeps a name in the home folder that is not UTF-8';
  for await (const entries of everythingIn(home)) {
    const kept = entries.find(({ path: name, stats }) => !stats.isDirectory() && !isNoise(name));
    if (kept !== undefined) return `setup keeps ${kept.path} in the home folder`;
  }
  return undefined;
}

/** What a layer is made of. */
type Taken = Pick<Layer, 'folders' | 'placed'>;

/** Takes the folders out of the checkout. What is left must be the commit, or setup did more than install. */
async function take(
  { context, request, commit }: Building,
  at: Taken & { readonly dir: string; readonly making: string },
): Promise<string | Taken> {
  await mkdir(path.join(at.making, 'folders'));
  for (const [n, folder] of at.folders.entries()) {
    await rename(path.join(at.dir, folder), folderOfLayer(at.making, n));
  }
  const { changes } = await importTree(context, request.repository, at.dir, commit, 'base');
  const [first] = changes;
  const { folders, placed } = at;
  return first === undefined ? { folders, placed } : `setup changes ${first.path}`;
}

async function recordOf(
  { context, request, key, commit, installsOnly }: Building,
  making: string,
  taken: string | Taken,
): Promise<LayerRecord> {
  const tree = await treeOf(context, storeOf(context, request.repository), commit);
  const common = { key, madeOn: { commit, tree }, setup: [], installsOnly };
  const placed = { spellings: [], files: [] };
  const without = (why: string): LayerRecord => ({
    ...common,
    folders: [],
    placed,
    why,
    foreign: false,
    seal: '',
  });
  if (typeof taken === 'string') {
    await deleteFolder(path.join(making, 'folders'));
    return without(taken);
  }
  const { hash, foreign } = await sealOf(path.join(making, 'folders'));
  return { ...common, ...taken, foreign, seal: hash };
}

/** Those that a process left which is gone. */
async function clearLeftWorkspaces(context: Context): Promise<void> {
  for (const name of await readdir(workspacesFolder(context)).catch(() => [])) {
    const pid = Number(/^layer-(\d+)-/.exec(name)?.[1] ?? Number.NaN);
    if (!Number.isNaN(pid) && !isAlive(pid)) await discard(context, name);
  }
}
