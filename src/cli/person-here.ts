// Who sits at this terminal: the user the operating system knows. Environment variables can be set by anybody.

import { userInfo } from 'node:os';
import type { Decider } from '../core/gates/gate.ts';

export function personHere(uid: number): Decider {
  return { who: userName() ?? `uid ${uid}`, authenticated: 'os', channel: 'cli' };
}

/** A user id without an entry in the user database has no name. */
function userName(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined;
  }
}
