// Whether a run waits for a slot of its home: it could launch an agent, and as many are at work as there are slots. Pure.
// Who waits is in no journal, because nothing of it has to survive: it is read from what all open runs have under way.

import { isLaunch } from '../../core/effects.ts';
import { effectsDue } from '../../core/effects-due.ts';
import type { Run } from '../../core/run.ts';

export interface SlotWait {
  readonly atWork: number;
  readonly slots: number;
}

/** Whether it is worth looking at the others. */
export function wantsLaunch(run: Run): boolean {
  const begun = new Set(run.inFlight.map((effect) => effect.key));
  return effectsDue(run).some((effect) => isLaunch(effect.kind) && !begun.has(effect.key));
}

/** `open`: every run of the home that has not ended, this one among them. */
export function slotWait(run: Run, open: readonly Run[]): SlotWait | undefined {
  const atWork = open.flatMap((item) => item.inFlight).filter((effect) => isLaunch(effect.kind)).length;
  const slots = Math.max(1, ...open.map((item) => item.policy.slots));
  return wantsLaunch(run) && atWork >= slots ? { atWork, slots } : undefined;
}
