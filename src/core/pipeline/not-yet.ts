// Why nothing can be merged yet: where the run is, whom it waits for, and which conditions of the moves out of there do not hold.

import type { Refusal } from '../commands.ts';
import type { Run } from '../run.ts';
import { openGates } from '../run.ts';
import { movesOut } from './transitions.ts';

export function notYet(run: Run): Refusal {
  const { blocked } = run;
  return {
    refused: 'TRANSITION_BLOCKED',
    from: run.visit.stage,
    to: 'completed',
    missing: movesOut(run).flatMap((out) => out.missing),
    gates: openGates(run).map(({ kind, subject }) => ({ kind, subject })),
    ...(blocked === undefined ? {} : { blocked }),
  };
}
