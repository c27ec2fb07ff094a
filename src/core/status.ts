// The status of a run, derived from its state and never stored in it.

import { isBeside } from './pipeline/beside.ts';
import type { Effect } from './effects.ts';
import { effectsDue, isUnwanted } from './effects-due.ts';
import type { Run } from './run.ts';
import { openGates } from './run.ts';
import { awaitsForge } from './stages/watched.ts';

export type Status = 'running' | 'waiting' | 'blocked' | 'failed' | 'cancelled' | 'completed';

export function statusOf(run: Run): Status {
  if (run.ended !== undefined) return run.ended;
  if (run.blocked !== undefined) return 'blocked';
  if (run.paused) return 'waiting';
  return isWorking(run) ? 'running' : 'waiting';
}

/** Something other than a wait or the writing of artifacts is in flight or due; at a gate, what is done beside is neither. */
function isWorking(run: Run): boolean {
  const isAsked = openGates(run).length > 0;
  const counts = (effect: Effect): boolean =>
    effect.kind !== 'wait-until' && effect.kind !== 'write-artifacts' && !(isAsked && isBeside(effect));
  // What is in flight and wanted is due: mostly that says it, and nothing else has to be found out.
  return (
    run.inFlight.some((effect) => counts(effect) && !isUnwanted(run, effect)) || effectsDue(run).some(counts)
  );
}

/**
 * Nothing in flight, nothing due, nobody asked: such a run would stay where it is for ever. What is in flight
 * and unwanted ends too, and then the run is looked at again.
 */
export function isStuck(run: Run): boolean {
  if (run.ended !== undefined || run.blocked !== undefined || run.paused) return false;
  if (openGates(run).length > 0 || run.tasks.some((state) => state.at === 'taken')) return false;
  if (awaitsForge(run)) return false;
  return !run.inFlight.some(isMore) && !effectsDue(run).some(isMore);
}

function isMore({ kind }: Effect): boolean {
  return kind !== 'write-artifacts';
}
