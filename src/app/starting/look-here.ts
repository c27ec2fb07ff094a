// Looks at the folder a person stands in.

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { gitRunner } from '../../workspace/git-runner.ts';
import type { Checkout, CheckoutProblem } from '../../workspace/workspace.ts';
import { createWorkspaces } from '../../workspace/workspaces.ts';
import type { Surroundings } from '../home/home-places.ts';
import { placesOf } from '../home/home-places.ts';

/** With the id the repository has in this home, where there is a home. */
export async function lookHere(surroundings: Surroundings, dir: string): Promise<Checkout | CheckoutProblem> {
  const { home, database } = placesOf(surroundings);
  if (!existsSync(database)) return lookAside(surroundings, dir);
  return createWorkspaces({ home, git: gitRunner() }).look(dir);
}

/** Without leaving anything behind: what a look writes down goes into a folder that is thrown away. */
export async function lookAside(
  surroundings: Surroundings,
  dir: string,
): Promise<Checkout | CheckoutProblem> {
  const scratch = await mkdtemp(path.join(surroundings.tmp, 'slipway-look-'));
  try {
    return await createWorkspaces({ home: scratch, git: gitRunner() }).look(dir);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
