// A newer Slipway takes the place of an older engine: where nothing hangs on the old one, it is asked to leave, and whoever asks
// starts their own.
//
//   SUCCEED-1. An engine that moves a run, also one that waits for a time, is left alone: it has what the run is worked on with in its
//       memory. So is one that terminals are attached to, which would start another of their own version.
//   SUCCEED-2. A command that owns the home is somebody's terminal and is never taken over from.

import type { Decider } from '../../core/gates/gate.ts';
import { isRecord } from '../../plain/json.ts';
import { askEngine } from './ask-engine.ts';
import type { Places } from './home-places.ts';

/** Asks it to leave, where it may be asked; whoever asks it for something else next is told that it does. */
export async function succeedIdle(places: Places, by: Decider): Promise<void> {
  const asked = await askEngine(places, { by, verb: 'engine', input: {} });
  if (!('output' in asked) || !isIdle(asked.output)) return;
  await askEngine(places, { by, verb: 'leave', input: { why: 'restart' } });
}

function isIdle(facts: unknown): boolean {
  if (!isRecord(facts)) return false;
  const { detached, attached, due } = facts;
  return detached === true && attached === 0 && Array.isArray(due) && due.length === 0;
}
