// What becomes of an attempt that changes nothing, because what its task delivered before failed for no reason that it finds in
// it: it stands as it was, and is checked once more. A check that is red again is what a person then hears of.
//   STANDING-1. Every time, a failed check was counted before and another one, or a pass, comes after: it ends with the retries.

import type { Effect, Failed } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import type { Run, TaskState } from '../run.ts';

export function standsAsItWas(run: Run, effect: Effect, { reason }: Failed): readonly RunEvent[] | undefined {
  if (effect.kind !== 'attempt' || reason !== 'no-change') return undefined;
  const state = run.tasks.find((item) => item.task.id === effect.subject);
  if (state?.delivered?.touched === undefined || !failedItsChecks(state)) return undefined;
  const { touched } = state.delivered;
  return [
    { type: 'task.delivered', task: effect.subject, ...state.delivered, files: touched.length, again: true },
  ];
}

/** What was good alone and did not fit what others did has to be done anew. */
function failedItsChecks({ delivered, evidence, collided }: TaskState): boolean {
  return (
    collided === undefined &&
    evidence.some((item) => item.verdict === 'FAIL' && item.tree === delivered?.tree)
  );
}
