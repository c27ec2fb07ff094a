// Looks at the folder a person stands in, without leaving anything behind in the home.

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { gitRunner } from '../workspace/git-runner.ts';
import type { Checkout, CheckoutProblem } from '../workspace/workspace.ts';
import { createWorkspaces } from '../workspace/workspaces.ts';
import type { Surroundings } from './places.ts';
import { placesOf } from './places.ts';

/** In a home that exists the repository keeps the id it has there; else the look is taken from a folder thrown away. */
export async function lookHere(surroundings: Surroundings, dir: string): Promise<Checkout | CheckoutProblem> {
  const { home, database } = placesOf(surroundings);
  if (existsSync(database)) return createWorkspaces({ home, git: gitRunner() }).look(dir);
  const scratch = await mkdtemp(path.join(surroundings.tmp, 'slipway-look-'));
  try {
    return await createWorkspaces({ home: scratch, git: gitRunner() }).look(dir);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
