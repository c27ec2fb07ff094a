// What package managers keep of what they fetched, one cache for each repository.
//
// Invariants
//   PACKAGES-1. Only a setup on a base of the user's writes into what is kept. Any other, whose scripts an agent may have written, has a
//       copy of it that goes when the setup has ended: nothing an agent wrote is there for the next run.
//   PACKAGES-2. A copy shares no inode with what is kept, and repositories share nothing.

import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';

import type { PackageUse } from '../checks/checks.ts';
import type { View } from '../containment/box.ts';
import { copyFolder, type Copying } from './copy-folder.ts';
import { deleteFolder } from './discard.ts';
import { probeReflink } from './layer-show.ts';
import type { Context } from './places.ts';
import { withScratch } from './scratch.ts';

export interface PackageCachesOptions extends Copying, Context {
  readonly canMount: (views: readonly View[], foreign: boolean) => Promise<boolean>;
}

export interface PackageCache {
  readonly dir: string;
  /** What is shown there without being there. */
  readonly views: readonly View[];
}

export interface PackageCaches {
  /** A cache for the length of one setup; without a repository it is empty. */
  readonly lend: <T>(
    request: {
      readonly use: PackageUse | undefined;
      readonly tag: string;
      readonly signal: AbortSignal;
    },
    work: (cache: PackageCache) => Promise<T>,
  ) => Promise<T>;
}

export function packageCaches(options: PackageCachesOptions): PackageCaches {
  let cleared: Promise<void> | undefined;
  let reflink: Promise<boolean> | undefined;
  const how = async (): Promise<'reflink' | 'copy'> =>
    (await (reflink ??= probeReflink(options))) ? 'reflink' : 'copy';
  const keptOf = async ({ repository }: PackageUse): Promise<string> => {
    await (cleared ??= clearShared(options));
    return keptPlace(options, repository);
  };
  return {
    lend: async ({ use, tag, signal }, work) => {
      const kept = use === undefined ? undefined : await keptOf(use);
      if (kept !== undefined && use?.by === 'base') {
        await mkdir(kept, { recursive: true, mode: 0o700 });
        return work({ dir: kept, views: [] });
      }
      return withScratch(options, async (scratch) => {
        try {
          const from = kept !== undefined && existsSync(kept) ? kept : undefined;
          return await work(await copyIn(options, { from, scratch, how, tag, signal }));
        } finally {
          await deleteFolder(path.join(scratch, 'written')); // an overlay leaves a folder that nobody may list
        }
      });
    },
  };
}

async function copyIn(
  options: PackageCachesOptions,
  {
    from,
    scratch,
    how,
    ...request
  }: {
    readonly from: string | undefined;
    readonly scratch: string;
    readonly how: () => Promise<'reflink' | 'copy'>;
    readonly tag: string;
    readonly signal: AbortSignal;
  },
): Promise<PackageCache> {
  const dir = path.join(scratch, 'packages');
  await mkdir(dir, { mode: 0o700 });
  if (from === undefined) return { dir, views: [] };
  const view: View = { layer: from, at: dir, scratch: path.join(scratch, 'written') };
  if (await options.canMount([view], false)) {
    await mkdir(view.scratch);
    return { dir, views: [view] };
  }
  await copyFolder(options, { ...request, from, to: dir, how: await how() });
  return { dir, views: [] };
}

function keptPlace({ home }: Context, repository: string): string {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(repository)) {
    throw new Error(`invariant: ${JSON.stringify(repository)} is not the id of a repository`);
  }
  return path.join(home, 'cache', 'packages', repository);
}

/** The cache that all repositories and runs shared once: nobody knows what is in it. */
async function clearShared({ home }: Context): Promise<void> {
  await rm(path.join(home, 'cache', 'npm'), { recursive: true, force: true }).catch(() => undefined);
}
