// What doctor says of the forge: who we are there, what that lacks, and what the target asks. Nothing is left behind.

import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { ForgeName } from '../../forges/names.ts';
import { forgesByName } from '../../forges/forges.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import { gitRunner } from '../../workspace/git-runner.ts';
import { createWorkspaces } from '../../workspace/workspaces.ts';
import type { Surroundings } from '../home/home-places.ts';
import type { Diagnosis } from './doctor-findings.ts';

/** A home of its own: the user's may not be there yet. */
export async function forgeFindings(
  { env, tmp }: Surroundings,
  dir: string,
  name: ForgeName,
): Promise<readonly Diagnosis[]> {
  const home = await mkdtemp(path.join(tmp, 'slipway-forge-'));
  try {
    const git = gitRunner();
    const workspaces = createWorkspaces({ home, git });
    const checkout = await workspaces.look(dir);
    if ('problem' in checkout) return []; // said already
    const clock = systemClock();
    const forge = forgesByName({ home, git, workspaces, clock, env, learn: () => undefined })(name);
    const { repository, branch } = checkout;
    const standing = await forge.standing(repository, branch);
    if (!standing.ok) return [{ name: 'forge', level: 'fail', found: name, todo: standing.detail }];
    if (standing.value === undefined) return [];
    const { as, where, notes } = standing.value;
    return [
      { name: 'forge', level: 'ok', found: `${name}: ${where}, as ${as}` },
      ...notes.map(({ about, ...note }) => ({ name: about, ...note })),
    ];
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
