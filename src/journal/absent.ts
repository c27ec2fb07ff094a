// Whether a journal has not been made yet, which is something else than one that cannot be looked at.

import type { BigIntStats } from 'node:fs';
import { statSync } from 'node:fs';
import { codeOf } from '../plain/errors.ts';

/** False also where nobody may look: whoever opens it then says why it cannot be. */
export function isAbsent(file: string): boolean {
  try {
    return lookAt(file) === undefined;
  } catch {
    return false;
  }
}

/** By the code, and not by `throwIfNoEntry`: for newer Nodes that covers a path that leads through a file as well. */
export function lookAt(file: string): BigIntStats | undefined {
  try {
    return statSync(file, { bigint: true });
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
