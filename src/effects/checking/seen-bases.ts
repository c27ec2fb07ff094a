// Which bases this home has seen checkable: a small file for each repository and list of commands. A run that begins where one
// is takes its baseline beside the first agent; elsewhere before it.
//
// Invariants
//   SEEN-BASES-1. A base is known by its repository, its commands and the level they ran at; not by its tree, manifests or lockfiles.
//   SEEN-BASES-2. Losing one costs time and nothing else, so that nothing of this ever fails.

import { createHash } from 'node:crypto';
import { access, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CheckSpec } from '../../core/evidence/evidence.ts';
import type { Level } from '../../core/roles/modes.ts';

export interface SeenBase {
  readonly repository: string;
  readonly level: Level;
  readonly checks: readonly CheckSpec[];
}

export interface SeenBases {
  readonly has: (base: SeenBase) => Promise<boolean>;
  readonly add: (base: SeenBase) => Promise<void>;
}

export function fileSeenBases(dir: string): SeenBases {
  const file = (base: SeenBase): string => path.join(dir, keyOf(base));
  return {
    has: (base) =>
      access(file(base)).then(
        () => true,
        () => false,
      ),
    add: async (base) => {
      try {
        await mkdir(dir, { recursive: true, mode: 0o700 });
        await writeFile(file(base), '', { mode: 0o600 });
      } catch {
        // SEEN-BASES-2
      }
    },
  };
}

/** SEEN-BASES-1. */
function keyOf({ repository, level, checks }: SeenBase): string {
  const commands = checks.map(({ name, kind, command, script }) => [name, kind, command, script?.text]);
  return createHash('sha256')
    .update(JSON.stringify([repository, level, commands]))
    .digest('hex');
}
