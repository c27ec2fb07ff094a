// Whether a process is still at work.

import { readFileSync } from 'node:fs';

/** Linux only, as the sweep for survivors is: a process that is gone has no entry, or only a dead one's. */
export function isAlive(pid: string): boolean {
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
