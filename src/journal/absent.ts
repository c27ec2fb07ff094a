// Whether a journal has not been made yet, which is something else than one that cannot be looked at.

import { statSync } from 'node:fs';

/** False also where nobody may look: whoever opens it then says why it cannot be. */
export function isAbsent(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}
