// Shows a layer in a workspace: as views where the processes that will work there can mount them, else as a copy that
// shares the disk's blocks where the disk can do that, else as a plain copy. Never by hard links (LAYER-4).
//
// Which folders were filled is written down before the first one is, outside the workspace, so that an import after a
// crash passes them over too.

import { constants } from 'node:fs';
import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import { type View, writtenIn } from '../containment/box.ts';
import { copyFolder } from './copy-folder.ts';
import { deleteFolder } from './discard.ts';
import type { CopiesAhead, MakingAhead } from './layer-ahead.ts';
import { putInPlace } from './layer-place.ts';
import { folderOfLayer } from './layer-store.ts';
import type { Layer, Layers, LayerShown } from './layer.ts';
import { viewsFolder, workspacesFolder } from './places.ts';
import type { Context } from './places.ts';
import { withScratch } from './scratch.ts';

const Folders = z.array(z.string());

export interface Showing extends MakingAhead {
  /** Whether the processes that will see these views can mount them. */
  readonly canMount: (views: readonly View[], foreign: boolean) => Promise<boolean>;
  readonly ahead: CopiesAhead;
}

type ShowRequest = Parameters<Layers['show']>[0];

export async function showLayer(
  context: Context,
  showing: Showing,
  request: ShowRequest,
): Promise<LayerShown> {
  const { layer, workspace } = request;
  const own = viewsFolder(context, path.basename(workspace));
  await deleteFolder(own);
  await mkdir(own, { recursive: true });
  await writeFile(path.join(own, 'folders.json'), JSON.stringify(layer.folders));
  const views = viewsOf(layer, workspace, own);
  for (const { at } of views) await mkdir(at, { recursive: true });
  if (request.copied !== true && (await showing.canMount(views, layer.foreign))) {
    for (const { scratch } of views) await mkdir(scratch, { recursive: true });
    await putAllInPlace(request, views, writtenIn);
    return { how: 'overlay', views };
  }
  const how = (await showing.canReflink()) ? 'reflink' : 'copy';
  const ahead = request.copied === true ? await showing.ahead.take(layer) : undefined; // LAYER-AHEAD-1
  for (const [n, view] of views.entries()) {
    if (ahead === undefined) await copyFolder(showing, { ...request, from: view.layer, to: view.at, how });
    else await rename(path.join(ahead, String(n)), view.at);
  }
  if (ahead !== undefined) await deleteFolder(ahead);
  await putAllInPlace(request, views, ({ at }) => at);
  return { how, views: [] };
}

/** LAYER-5. */
async function putAllInPlace(
  { layer: { placed }, workspace }: ShowRequest,
  views: readonly View[],
  to: (view: View) => string,
): Promise<void> {
  for (const [nth, view] of views.entries()) {
    await putInPlace({ placed, nth, folder: view.layer, to: to(view), workspace });
  }
}

function viewsOf(layer: Layer, workspace: string, own: string): readonly View[] {
  return layer.folders.map((folder, n) => ({
    layer: folderOfLayer(layer.dir, n),
    at: path.join(workspace, folder),
    scratch: path.join(own, String(n)),
  }));
}

/** Tried with a real file, once for a home. */
export async function probeReflink(context: Context): Promise<boolean> {
  return withScratch(context, async (dir) => {
    const file = path.join(dir, 'file');
    await writeFile(file, 'x'.repeat(4096));
    return copyFile(file, path.join(dir, 'clone'), constants.COPYFILE_FICLONE_FORCE).then(
      () => true,
      () => false,
    );
  });
}

/** The folders of a workspace that were filled from a layer; bytes as latin1, as in a tree. */
export async function dependenciesIn(context: Context, dir: string): Promise<ReadonlySet<string>> {
  if (path.dirname(dir) !== workspacesFolder(context)) return new Set();
  const file = path.join(viewsFolder(context, path.basename(dir)), 'folders.json');
  const text = await readFile(file, 'utf8').catch(() => '[]');
  return new Set(Folders.parse(JSON.parse(text)).map((folder) => Buffer.from(folder).toString('latin1')));
}
