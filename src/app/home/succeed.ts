// A newer Slipway takes the place of an older engine: where nothing hangs on the old one, it is asked to leave, and whoever asks
// starts their own, which goes on with what the old one waited for.
//
//   SUCCEED-1. An engine that works on a run is left alone, and so is one that waits with what only it knows: a key is in its memory and
//       nowhere else. A time, another day and a pull request are waited for by any engine.
//   SUCCEED-2. So is one that terminals are attached to, which would start another of their own version, and one that serves the page.
//   SUCCEED-3. A command that owns the home is somebody's terminal and is never taken over from.

import type { Decider } from '../../core/gates/gate.ts';
import { isRecord } from '../../plain/json.ts';
import { askEngine } from './ask-engine.ts';
import type { Places } from './home-places.ts';
import { readKept } from './kept-variables.ts';

/** Asks it to leave, where it may be asked, and says whether it does; whoever asks it for something else next is told so. */
export async function succeedIdle(places: Places, by: Decider): Promise<boolean> {
  const asked = await askEngine(places, { by, verb: 'engine', input: {} });
  if (!('output' in asked) || !(await mayLeave(places, asked.output))) return false;
  return 'output' in (await askEngine(places, { by, verb: 'leave', input: { why: 'restart' } }));
}

async function mayLeave(places: Places, facts: unknown): Promise<boolean> {
  if (!isRecord(facts)) return false;
  const { detached, attached, due, awaits = [], listens = [] } = facts;
  if (detached !== true || attached !== 0 || !Array.isArray(due) || !Array.isArray(awaits)) return false;
  if (!Array.isArray(listens) || listens.includes('page')) return false; // SUCCEED-2
  const works = due.some((one) => !isRecord(one) || typeof one['until'] !== 'number');
  return (
    !works && (await Promise.all([...due, ...awaits].map((one) => isAnybodys(places, one)))).every(Boolean)
  );
}

/** SUCCEED-1. */
async function isAnybodys(places: Places, waits: unknown): Promise<boolean> {
  const run = isRecord(waits) ? waits['run'] : undefined;
  if (typeof run !== 'string' || !/^[\w-]+$/.test(run)) return false;
  return (await readKept(places, run)).every(({ value }) => value !== undefined);
}
