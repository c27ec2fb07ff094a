// Where layers lie, and what is written beside one. A layer is made elsewhere and renamed into its place with its
// record inside, so that what has the name of a layer is whole (LAYER-3). A record without folders says that there can be
// no layer under this key, and why.
//
//   cache/layers/<key>/             shared: layer.json, folders/0, folders/1 …
//   cache/layers/runs/<run>/<key>/  made for one run
//   cache/layers/.making/           being made, or put away; cleared by a later process

import { mkdir, mkdtemp, readFile, readdir, rename, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import { deleteFolder } from './discard.ts';
import { sealOf } from './layer-seal.ts';
import type { Layer } from './layer.ts';
import type { Context } from './places.ts';
import { isAlive } from './scratch.ts';

/** A file of a folder, and none beside it. */
const inside = z.string().refine((name) => !name.startsWith('/') && !name.split('/').includes('..'));

const Record = z.object({
  key: z.string(),
  folders: z.array(z.string()).readonly(),
  placed: z.object({
    spellings: z.array(z.string()).readonly(),
    files: z.array(z.array(inside).readonly()).readonly(),
  }),
  /** Why there are no folders, in words. */
  why: z.string().optional(),
  madeOn: z.object({ commit: z.string(), tree: z.string() }),
  setup: z.array(z.object({ check: z.string(), log: z.string() })),
  installsOnly: z.boolean(),
  foreign: z.boolean(),
  seal: z.string(),
});

export type LayerRecord = Readonly<z.infer<typeof Record>>;

/** Shared layers that were not used for so long go when a new one comes, but so many always stay. */
const unusedMsMax = 14 * 24 * 60 * 60 * 1000;
const keptMin = 5;

export type KeptLayer =
  | { readonly found: 'layer'; readonly layer: Layer }
  /** Known not to work: setup has to run each time. */
  | { readonly found: 'none' }
  | { readonly found: 'nothing' };

function layersFolder(context: Context): string {
  return path.join(context.home, 'cache', 'layers');
}

export function sharedPlace(context: Context, key: string): string {
  return path.join(layersFolder(context), key);
}

export function runPlace(context: Context, run: string): string {
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(run))
    throw new Error(`invariant: ${JSON.stringify(run)} is no run`);
  return path.join(layersFolder(context), 'runs', run);
}

export function folderOfLayer(dir: string, n: number): string {
  return path.join(dir, 'folders', String(n));
}

/** What lies at a place. What is not as it was made is put away, for another to be made (LAYER-3). */
export async function openLayer(context: Context, dir: string, key: string): Promise<KeptLayer> {
  if (!(await isThere(dir))) return { found: 'nothing' };
  const record = await readRecord(dir);
  if (record?.key === key && record.folders.length === 0) return { found: 'none' };
  if (record?.key === key && (await isSealed(dir, record))) {
    const { folders, placed, madeOn, setup, installsOnly, foreign } = record;
    return { found: 'layer', layer: { key, dir, folders, placed, madeOn, setup, installsOnly, foreign } };
  }
  await putAway(context, dir);
  return { found: 'nothing' };
}

async function readRecord(dir: string): Promise<LayerRecord | undefined> {
  try {
    return Record.parse(JSON.parse(await readFile(path.join(dir, 'layer.json'), 'utf8')));
  } catch {
    return undefined;
  }
}

async function isSealed(dir: string, record: LayerRecord): Promise<boolean> {
  try {
    return (await sealOf(path.join(dir, 'folders'))).hash === record.seal;
  } catch {
    return false;
  }
}

/** Somebody may still look at it through a view, so it is only moved; a later process deletes it. */
async function putAway(context: Context, dir: string): Promise<void> {
  const to = path.join(await newMaking(context), 'put-away');
  await rename(dir, to).catch((error: unknown) => {
    if (!isCode(error, 'ENOENT')) throw error;
  });
}

/** A folder to make a layer in. */
export async function newMaking(context: Context): Promise<string> {
  const folder = path.join(layersFolder(context), '.making');
  await mkdir(folder, { recursive: true });
  return mkdtemp(path.join(folder, `${process.pid}-`));
}

/** Gives a layer its name: the last step of making one. Who comes second keeps what the first made. */
export async function placeLayer(making: string, dir: string, record: LayerRecord): Promise<void> {
  await writeFile(path.join(making, 'layer.json'), `${JSON.stringify(record)}\n`, { mode: 0o400 });
  await mkdir(path.dirname(dir), { recursive: true });
  await rename(making, dir).catch((error: unknown) => {
    if (!isCode(error, 'ENOTEMPTY') && !isCode(error, 'EEXIST')) throw error;
  });
}

/** Deletes what a process that is gone was making, or had put away. */
export async function clearMaking(context: Context): Promise<void> {
  const folder = path.join(layersFolder(context), '.making');
  for (const name of await readdir(folder).catch(() => [])) {
    const pid = Number.parseInt(name, 10);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    await deleteFolder(path.join(folder, name));
  }
}

export async function markUsed(layer: Layer, atMs: number): Promise<void> {
  await utimes(path.join(layer.dir, 'layer.json'), atMs / 1000, atMs / 1000);
}

export async function forgetUnused(context: Context, atMs: number): Promise<void> {
  const keys = (await readdir(layersFolder(context))).filter((name) => /^[0-9a-f]{40}$/.test(name));
  const used = await Promise.all(
    keys.map(async (key) => {
      const dir = sharedPlace(context, key);
      const stats = await stat(path.join(dir, 'layer.json')).catch(() => undefined);
      return { dir, usedMs: stats?.mtimeMs ?? 0 };
    }),
  );
  const newestFirst = used.toSorted((a, b) => b.usedMs - a.usedMs);
  for (const { dir, usedMs } of newestFirst.slice(keptMin)) {
    if (atMs - usedMs > unusedMsMax) await deleteFolder(dir);
  }
}

async function isThere(dir: string): Promise<boolean> {
  return stat(dir).then(
    () => true,
    () => false,
  );
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
