// Takes an exported run into a home, beside its own runs. Nothing of the home is touched but one folder, so that nobody has to own it.

import { mkdirSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../ending/user-error.ts';
import type { Surroundings } from '../home/home-places.ts';
import { placesOf } from '../home/home-places.ts';
import { importedFolder, importedRuns, placesIn } from '../home/imported.ts';
import { openReader } from '../home/reader.ts';
import { short } from '../../views/words/words.ts';
import { codeOf, messageOf } from '../../plain/errors.ts';
import type { Unpacked } from './unpack.ts';
import { unpackRun } from './unpack.ts';

export interface Imported extends Unpacked {
  /** The very same was here already. */
  readonly again: boolean;
}

export async function importRun(file: string, surroundings: Surroundings): Promise<Imported> {
  const { home } = placesOf(surroundings);
  const around = importedFolder(home);
  mkdirSync(around, { recursive: true, mode: 0o700 });
  return unpackedFor(file, around, surroundings, async (unpacked, folder) => {
    const { run, head } = unpacked;
    if (await isOwn(run, surroundings)) {
      throw new UserError(`Run ${run} is a run of this home, so it is not imported.`, 'refused');
    }
    const target = path.join(around, run);
    if (importedRuns(home).includes(run)) {
      const before = await headIn(target, surroundings, run);
      if (before === head) return { ...unpacked, again: true };
      throw new UserError(
        `Run ${run} was imported before, with the head ${short(before ?? 'none')}, and this file has ${short(head)}. ` +
          `Delete ${target} to have this one instead.`,
        'refused',
      );
    }
    await rename(folder, target);
    return { ...unpacked, again: false };
  });
}

/** Unpacked into a new folder for as long as it is used, if it is not moved away. */
export async function unpackedFor<T>(
  file: string,
  around: string,
  surroundings: Surroundings,
  use: (unpacked: Unpacked, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(around, '.unpacking-'));
  try {
    return await use(await unpackRun(file, placesIn(folder, surroundings)), folder);
  } catch (error) {
    if (codeOf(error) !== 'ENOSPC') throw error;
    throw new UserError(
      `There is no room to unpack ${file} (${messageOf(error)}). Make room; nothing of it was kept.`,
      'missing',
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function isOwn(run: string, surroundings: Surroundings): Promise<boolean> {
  const { journal, close } = await openReader(placesOf(surroundings));
  try {
    return ((await journal?.summaries()) ?? []).some((item) => item.run === run);
  } finally {
    await close();
  }
}

async function headIn(folder: string, surroundings: Surroundings, run: string): Promise<string | undefined> {
  const { journal, close } = await openReader(placesIn(folder, surroundings));
  try {
    return (await journal?.read(`run/${run}`))?.at(-1)?.hash;
  } finally {
    await close();
  }
}
