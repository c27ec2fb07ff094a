// Whether what has to be written in a repository of the user's could be, without writing it.

import { access, constants } from 'node:fs/promises';
import path from 'node:path';

import { codeOf, messageOf } from '../plain/errors.ts';
import type { FoundCheckout } from './find-checkout.ts';
import type { LandAnswer } from './workspace.ts';

interface Folders {
  /** Of git's: each, or, where one is not there yet, the nearest around it in which it would be made. */
  readonly git: Iterable<string>;
  /** Of the user's files; where a file is now, a folder may come to be. */
  readonly files?: Iterable<string>;
}

export async function writable(found: FoundCheckout, { git, files = [] }: Folders): Promise<LandAnswer> {
  const asked = [
    ...[...git].map((folder) => ({ folder, absent: ['ENOENT'] })),
    ...[...files].map((folder) => ({ folder, absent: ['ENOENT', 'ENOTDIR'] })),
  ];
  for (const { folder, absent } of asked) {
    const problem = await problemIn(folder, absent);
    if (problem !== undefined) return unwritable(found, problem);
  }
  return { ok: true };
}

export function unwritable(found: FoundCheckout, why: string): LandAnswer {
  return {
    ok: false,
    reason: 'forge-refused',
    detail: `Slipway cannot write to the repository at ${found.path} (${why}). Make it writable and land again.`,
  };
}

async function problemIn(folder: string, absent: readonly string[]): Promise<string | undefined> {
  try {
    await access(`${folder}${path.sep}`, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const parent = path.dirname(folder);
    const isAbsent = absent.includes(codeOf(error) ?? '') && parent !== folder;
    return isAbsent ? problemIn(parent, absent) : messageOf(error);
  }
}
