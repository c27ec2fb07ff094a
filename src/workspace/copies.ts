// Copies of a prepared checkout, for checks that run side by side: its files and the HOME of its checks copied, and over
// every layer it shows a view for each, the checkout itself included, with what was written through the last one under it.
//
// Invariants
//   CO1. A copy is whole. Where one cannot be made, or all of them cost more than they can gain, there is none.
//   CO2. Nothing that is written in one place is seen in another, and all of them begin with what the checkout had.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import type { Prepared } from '../checks/checks.ts';
import { writtenIn } from '../containment/box.ts';
import { copyFolder } from './copy-folder.ts';
import { deleteFolder } from './discard.ts';
import { everythingIn } from './layer-seal.ts';
import type { Showing } from './layer-show.ts';
import type { PlacesRequest } from './layer.ts';
import { viewsFolder, workspacesFolder } from './places.ts';
import type { Context } from './places.ts';

/** Of all copies together; about what a slow disk copies in ten seconds. Dependencies in a layer are not among it. */
const bytesMax = 1024 ** 3;
const filesMax = 100_000;
/** What lies over a layer grows by one with each turn, and all of it has to be named in one mount. */
const overMax = 8;

type Places = readonly [Prepared, ...Prepared[]];

export async function placesOf(context: Context, showing: Showing, request: PlacesRequest): Promise<Places> {
  const { of, count, name } = request;
  const folder = path.join(workspacesFolder(context), name);
  const scratch = viewsFolder(context, name);
  try {
    const how = (await showing.canReflink()) ? 'reflink' : 'copy';
    if (await costsTooMuch(of, count - 1, how)) return [of];
    await deleteFolder(folder); // those of an earlier turn, which nobody needs any more
    if (of.views.every(({ over }) => over === undefined)) await deleteFolder(scratch); // of an earlier one of this name
    const copies = await copiesIn(folder, { showing, request, how });
    return await withViews(scratch, of, copies);
  } catch {
    // Most likely the disk is full: without copies there is room again, and nothing is lost but time (CO1).
    await deleteFolder(folder);
    return [of];
  }
}

async function costsTooMuch(
  { dir, home, views }: Prepared,
  copies: number,
  how: 'reflink' | 'copy',
): Promise<boolean> {
  if (views.some(({ over = [] }) => over.length >= overMax)) return true;
  let [files, bytes] = [0, 0];
  for (const folder of [dir, home]) {
    for await (const entries of everythingIn(folder)) {
      files += entries.length * copies;
      if (how === 'copy') bytes += entries.reduce((sum, { stats }) => sum + Number(stats.size), 0) * copies;
      if (files > filesMax || bytes > bytesMax) return true;
    }
  }
  return false;
}

/** Whoever deletes them again must not meet one that is still being made, so that all have ended before anything is thrown. */
async function copiesIn(
  folder: string,
  {
    showing,
    request,
    how,
  }: { readonly showing: Showing; readonly request: PlacesRequest; readonly how: 'reflink' | 'copy' },
): Promise<readonly Prepared[]> {
  const { of, count, signal } = request;
  const made = await Promise.allSettled(
    Array.from({ length: count - 1 }, async (_, n) => {
      const copy = { dir: path.join(folder, `${n}`, 'checkout'), home: path.join(folder, `${n}`, 'home') };
      for (const part of ['dir', 'home'] as const) {
        await mkdir(copy[part], { recursive: true });
        await copyFolder(showing, { ...request, from: of[part], to: copy[part], how });
      }
      return { ...copy, views: [] };
    }),
  );
  signal.throwIfAborted();
  return made.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  });
}

/** CO2: also the checkout goes on with new views, because what it has written so far is under those of the others. */
async function withViews(folder: string, of: Prepared, copies: readonly Prepared[]): Promise<Places> {
  const place = (each: Prepared, n: number): Prepared => ({
    ...each,
    views: of.views.map(({ layer, at, scratch, over = [] }, v) => ({
      layer,
      over: [writtenIn({ scratch }), ...over],
      at: path.join(each.dir, path.relative(of.dir, at)),
      scratch: path.join(folder, [over.length, n, v].join('-')),
    })),
  });
  const places = [place(of, 0), ...copies.map((copy, n) => place(copy, n + 1))] as const;
  for (const { scratch } of [...of.views, ...places.flatMap(({ views }) => views)]) {
    await mkdir(writtenIn({ scratch }), { recursive: true });
  }
  return places;
}
