// Copies of a prepared checkout, for checks that run side by side: its files, the HOME of its checks, and what was written
// over the layers that it shows. The layers themselves are not copied: a copy has views of its own.
//
// Invariants
//   COPIES-1. A copy is whole. Where one cannot be made, or all of them cost more than they can gain, there is none.
//   COPIES-2. Nothing that is written in one place is seen in another, and all of them begin with what the checkout has.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import type { PreparedCheckout } from '../checks/checks.ts';
import { writtenIn } from '../containment/box.ts';
import { copyFolder } from './copy-folder.ts';
import { deleteFolder } from './discard.ts';
import { everythingIn } from './layer-seal.ts';
import type { MakingAhead } from './layer-ahead.ts';
import type { PlacesRequest } from './layer.ts';
import { viewsFolder, workspacesFolder } from './places.ts';
import type { Context } from './places.ts';

/** Of all copies together; about what a slow disk copies in ten seconds. Dependencies in a layer are not among it. */
const bytesMax = 1024 ** 3;
const filesMax = 100_000;

type Places = readonly [PreparedCheckout, ...PreparedCheckout[]];
type How = 'reflink' | 'copy';

export async function placesOf(
  context: Context,
  showing: MakingAhead,
  request: PlacesRequest,
): Promise<Places> {
  const { of, count, name } = request;
  const folders = { files: path.join(workspacesFolder(context), name), views: viewsFolder(context, name) };
  const clear = (): Promise<unknown> => Promise.all([folders.files, folders.views].map(deleteFolder));
  try {
    await clear(); // what an earlier turn had, which nobody needs any more
    for (const view of of.views) await mkdir(writtenIn(view), { recursive: true });
    const how = (await showing.canReflink()) ? 'reflink' : 'copy';
    if (await costsTooMuch(of, count - 1, how)) return [of];
    const copies = Array.from({ length: count - 1 }, (_, n) => copyIn(folders, n, of));
    await makeAll(copies, { showing, request, how });
    return [of, ...copies];
  } catch {
    // Most likely the disk is full: without copies there is room again, and nothing is lost but time (COPIES-1).
    await clear();
    return [of];
  }
}

/** All that has to be copied. */
function partsOf({ dir, home, views }: PreparedCheckout): readonly string[] {
  return [dir, home, ...views.map(writtenIn)];
}

async function costsTooMuch(of: PreparedCheckout, copies: number, how: How): Promise<boolean> {
  let [files, bytes] = [0, 0];
  for (const part of partsOf(of)) {
    for await (const entries of everythingIn(part)) {
      files += entries.length * copies;
      if (how === 'copy') bytes += entries.reduce((sum, { stats }) => sum + Number(stats.size), 0) * copies;
      if (files > filesMax || bytes > bytesMax) return true;
    }
  }
  return false;
}

function copyIn(
  folders: { readonly files: string; readonly views: string },
  n: number,
  { dir, views }: PreparedCheckout,
): PreparedCheckout {
  const copy = path.join(folders.files, String(n), 'checkout');
  return {
    dir: copy,
    home: path.join(folders.files, String(n), 'home'),
    views: views.map(({ layer, at }, v) => ({
      layer,
      at: path.join(copy, path.relative(dir, at)),
      scratch: path.join(folders.views, `${n}-${v}`),
    })),
  };
}

/** Whoever deletes them again must not meet one that is still being made: all have ended before anything is thrown. */
async function makeAll(
  copies: readonly PreparedCheckout[],
  making: { readonly showing: MakingAhead; readonly request: PlacesRequest; readonly how: How },
): Promise<void> {
  const { showing, request, how } = making;
  const parts = partsOf(request.of);
  const made = await Promise.allSettled(
    copies.map(async (copy) => {
      for (const [n, to] of partsOf(copy).entries()) {
        await mkdir(to, { recursive: true });
        await copyFolder(showing, { ...request, from: parts[n] ?? '', to, how });
      }
    }),
  );
  request.signal.throwIfAborted();
  for (const each of made) if (each.status === 'rejected') throw each.reason;
}
