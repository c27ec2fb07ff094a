// The box of an agent: what its mode lets it touch, the same for every program.

import path from 'node:path';
import type { Box } from '../containment/box.ts';
import type { Mode } from '../core/roles/modes.ts';
import type { AgentRequest } from './agent.ts';
import { programPlaces } from './find-program.ts';

/** Only in these modes is the workspace changed. */
export function editsIn(mode: Mode): boolean {
  return mode === 'execute' || mode === 'coverage';
}

export interface BoxNeeds {
  /** The program, by its absolute path where it was found. */
  readonly file: string;
  /** Beside its own state. */
  readonly writable?: readonly string[];
  /** Beside the workspace and what the program needs to run. */
  readonly readable?: readonly string[];
  readonly egress: readonly string[];
}

/** No mode changes `.git`: what is made of an attempt is read and committed by us. */
export async function agentBox(
  { workspace, mode, state, views, tracing }: AgentRequest,
  { file, writable = [], readable = [], egress }: BoxNeeds,
): Promise<Box> {
  const places = path.isAbsolute(file) ? await programPlaces(file) : [];
  return {
    writable: [...new Set([state, ...writable, ...(editsIn(mode) ? [workspace] : [])])],
    readable: [...(editsIn(mode) ? [] : [workspace]), path.join(workspace, '.git'), ...places, ...readable],
    hidden: [],
    egress,
    views: views ?? [],
    ...(tracing === undefined ? {} : { tracing }),
  };
}
