// Where a run comes to rest, and what a command that saw it there exits with. Pure.
//
// 0 completed; 5 blocked, failed or cancelled; 7 a person is awaited, the merge gate and a pause included; 8 only a
// budget is in the way. A run that is at work is neither: who only looked at it ends with 0.

import { isBeside } from '../core/pipeline/beside.ts';
import { effectsDue } from '../core/effects-due.ts';
import type { Run } from '../core/run.ts';
import { openGates } from '../core/run.ts';
import { statusOf } from '../core/status.ts';

/**
 * Nothing is in flight and nothing is due: an engine would leave this run alone. Where a person is asked, what is done
 * beside does not count: nobody has to wait for it.
 */
export function isAtRest(run: Run): boolean {
  const moving = [...run.inFlight, ...effectsDue(run)];
  return moving.length === 0 || (openGates(run).length > 0 && moving.every(isBeside));
}

export function exitOf(run: Run): number {
  switch (statusOf(run)) {
    case 'completed':
    case 'running':
      return 0;
    case 'blocked':
    case 'failed':
    case 'cancelled':
      return 5;
    case 'waiting': {
      const gates = openGates(run);
      return gates.length > 0 && gates.every((gate) => gate.kind === 'budget') ? 8 : 7;
    }
  }
}
