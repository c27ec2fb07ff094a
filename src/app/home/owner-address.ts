// Where the owner of a home listens, written down in the home: another terminal may have another runtime or temporary
// folder, and would look for the socket elsewhere. Nobody but the user can write it, as everything in the home.

import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Places } from './home-places.ts';

type Where = Pick<Places, 'address' | 'socket'>;

/** Where nothing is written down, the place this process would listen at itself. */
export function ownerSocket({ address, socket }: Where): string {
  try {
    const written = readFileSync(address, 'utf8').trim();
    return path.isAbsolute(written) ? written : socket;
  } catch {
    return socket;
  }
}

/** Whole or not at all: a command may read it meanwhile. */
export async function writeAddress({ address, socket }: Where): Promise<void> {
  const beside = `${address}.new`;
  await writeFile(beside, `${socket}\n`, { mode: 0o600 });
  await rename(beside, address);
}

export async function removeAddress({ address }: Pick<Where, 'address'>): Promise<void> {
  await rm(address, { force: true });
}
