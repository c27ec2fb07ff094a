// HOME and TMPDIR of a program, in the folder that is its own in this run: what it leaves where programs keep their settings, notes and
// temporary files is found by nobody else. A program that keeps them elsewhere says so in its own environment.

import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { AgentRequest } from './agent.ts';

export async function ownFolders({
  state,
}: Pick<AgentRequest, 'state'>): Promise<Readonly<Record<'HOME' | 'TMPDIR', string>>> {
  const own = { HOME: path.join(state, 'home'), TMPDIR: path.join(state, 'tmp') };
  for (const folder of Object.values(own)) await mkdir(folder, { recursive: true, mode: 0o700 });
  return own;
}
