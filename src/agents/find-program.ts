// Where a program is, and what of the disk it needs to be readable so that it can run.

import { access, constants, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** The absolute path of a program: itself where it has a slash, else the first of its name on the PATH. */
export async function findProgram(file: string, PATH: string | undefined): Promise<string | undefined> {
  const places = file.includes('/') ? [file] : searched(PATH).map((dir) => path.join(dir, file));
  for (const place of places) if (await isExecutable(place)) return place;
  return undefined;
}

/** Relative entries of a PATH are left out: what works in a workspace could put a program there. */
function searched(PATH: string | undefined): readonly string[] {
  return (PATH ?? '').split(path.delimiter).filter((dir) => path.isAbsolute(dir));
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

/**
 * The name a program is called by, where that leads to, and the folder it came in: the packages beside it where it was
 * installed from a registry, else the folder it lies in. Folders that hold everybody's programs are not opened for one.
 */
export async function programPlaces(file: string): Promise<readonly string[]> {
  const real = await realpath(file).catch(() => file);
  const [prefix, ...inside] = real.split(`${path.sep}node_modules${path.sep}`);
  const root = inside.length > 0 ? path.join(prefix ?? '', 'node_modules') : ownFolder(real);
  return [...new Set([file, real, ...(root === undefined ? [] : [root])])];
}

function ownFolder(real: string): string | undefined {
  const folder = path.dirname(real);
  return /^s?bin$/.test(path.basename(folder)) || folder.split(path.sep).length < 4 ? undefined : folder;
}
