// Agents where nobody configured any: the programs Slipway knows, as far as they are on the user's PATH.

import path from 'node:path';
import { findProgram } from '../../agents/find-program.ts';
import { kinds, programTypes, type ProgramType } from '../../agents/kinds.ts';

export interface FoundProgram {
  readonly type: ProgramType;
  /** Its absolute path. */
  readonly program: string;
}

/** In the order of preference. What lies in the repository itself is left out: whoever sends a change could put it there. */
export async function findPrograms(PATH: string | undefined, root: string): Promise<readonly FoundProgram[]> {
  const places = (PATH ?? '').split(path.delimiter).filter((dir) => !isBelow(dir, root));
  const found = await Promise.all(
    programTypes.map(async (type) => ({
      type,
      program: await findProgram(type, places.join(path.delimiter)),
    })),
  );
  return found.flatMap(({ type, program }) => (program === undefined ? [] : [{ type, program }]));
}

function isBelow(dir: string, root: string): boolean {
  const way = path.relative(root, dir);
  return way === '' || (!way.startsWith('..') && !path.isAbsolute(way));
}

/** For a person who has none of them. */
export function installHints(): string {
  return programTypes.map((type) => `${type}: ${kinds[type].program.install}`).join('; ');
}
