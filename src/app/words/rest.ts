// Where a run comes to rest, and what a command that saw it there exits with. Pure.
//
// A person is awaited at the merge gate and in a pause too; a budget only where nothing else is in the way. A run that
// is at work is neither: who only looked at it is done.

import type { Exit } from '../ending/exit-codes.ts';
import { isBeside } from '../../core/pipeline/beside.ts';
import { effectsDue } from '../../core/effects-due.ts';
import type { Run } from '../../core/run.ts';
import { openGates } from '../../core/run.ts';
import { statusOf } from '../../core/status.ts';

/**
 * Nothing is in flight and nothing is due: an engine would leave this run alone. Where a person is asked, what is done
 * beside does not count: nobody has to wait for it.
 */
export function isAtRest(run: Run): boolean {
  const moving = [...run.inFlight, ...effectsDue(run)];
  return moving.length === 0 || (openGates(run).length > 0 && moving.every(isBeside));
}

export function exitOf(run: Run): Exit {
  switch (statusOf(run)) {
    case 'completed':
    case 'running':
      return 'done';
    case 'blocked':
    case 'failed':
    case 'cancelled':
      return 'ended-badly';
    case 'waiting': {
      const gates = openGates(run);
      return gates.length > 0 && gates.every((gate) => gate.kind === 'budget')
        ? 'awaits-budget'
        : 'awaits-person';
    }
  }
}
