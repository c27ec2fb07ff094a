// Deletes what nobody needs. Killed anywhere in between it leaves a home that is whole: a folder is first moved to where every process
// clears up after those that are gone, and a text goes only if nobody has asked for it since it was found.

import { lstatSync, unlinkSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../plain/errors.ts';
import { deleteFolder } from '../../workspace/discard.ts';
import type { Context } from '../../workspace/places.ts';
import { withScratch } from '../../workspace/scratch.ts';
import type { Leftover } from './leftovers.ts';

export interface Cleared {
  readonly gone: readonly Leftover[];
  /** What could not be deleted, and why; sentences. */
  readonly left: readonly string[];
}

/** Asked again before each is deleted, because a run may have begun to move since it was found. */
type MayGo = (item: Leftover) => boolean;

export async function clear(
  context: Context,
  found: readonly Leftover[],
  { before, mayGo }: { readonly before: number; readonly mayGo: MayGo },
): Promise<Cleared> {
  const gone: Leftover[] = [];
  const left: string[] = [];
  await withScratch(context, async (scratch) => {
    for (const [n, item] of found.entries()) {
      if (!mayGo(item)) continue;
      try {
        if (item.kind === 'texts' ? isTextGone(item.path, before) : await isGone(item.path, scratch, n))
          gone.push(item);
      } catch (error) {
        left.push(`${item.path} stays: ${messageOf(error)}`);
      }
    }
  });
  return { gone, left };
}

/** Looked at and deleted at once: whoever puts the same text meanwhile makes it young first (`blobs/files.ts`). */
function isTextGone(file: string, before: number): boolean {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined || stats.mtimeMs >= before) return false;
  unlinkSync(file);
  return true;
}

async function isGone(from: string, scratch: string, n: number): Promise<boolean> {
  const stats = lstatSync(from, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (!stats.isDirectory()) {
    await rm(from, { force: true });
    return true;
  }
  const aside = path.join(scratch, String(n));
  await rename(from, aside);
  await deleteFolder(aside);
  return true;
}
