// The wall clock of a run [C8]: how long it has been under way, by the times its events carry.
//   WALL-CLOCK-1. It counts while something of the run is under way, however much of it side by side, and waits for a retry or a
//       quota with it. While only a person or a forge is waited for, it stands.
//   WALL-CLOCK-2. What passed while no process looked after the run does not count. Nobody can tell when one that was killed
//       went away, so that what passed since the last event before is left out whole.
//   WALL-CLOCK-3. It never runs back, whatever the clocks of machines do.

import type { Refusal } from '../commands.ts';
import type { Effect } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import type { Run } from '../run.ts';
import { inspectLine } from '../stages/triage.ts';

export interface Wall {
  readonly passedMs: number;
  /** It runs, and was last read then. */
  readonly since: number | undefined;
}

export const noTimePassed: Wall = { passedMs: 0, since: undefined };

/** As it stands once these are in flight. */
export function wallAt(run: Run, inFlight: readonly Effect[], at: number): Wall {
  const { wall } = run;
  const passed = wall.since === undefined ? 0 : Math.max(0, at - wall.since); // WALL-CLOCK-3
  return { passedMs: wall.passedMs + passed, since: isUnderWay(run, inFlight) ? at : undefined };
}

/** WALL-CLOCK-1. */
function isUnderWay(run: Run, inFlight: readonly Effect[]): boolean {
  return inFlight.some((effect) => effect.kind !== 'write-artifacts' && !isWatching(run, effect));
}

/** Between two looks at a pull request, others are waited for. */
function isWatching(run: Run, { kind, line }: Effect): boolean {
  return kind === 'wait-until' && run.repositories.some((item) => inspectLine(run, item) === line);
}

/** Another process has it now, and finds it in the middle of something. Where nobody limits its time, that is no news. */
export function takenUp(run: Run): readonly RunEvent[] | Refusal {
  return run.budget.wallMs === undefined || run.inFlight.length === 0
    ? { refused: 'STATE_MISMATCH', expected: 'a run whose time is limited and counts', actual: run.id }
    : [{ type: 'run.taken-up' }];
}

/** WALL-CLOCK-2. */
export function wallTakenUp(run: Run, at: number): Wall {
  return { passedMs: run.wall.passedMs, since: isUnderWay(run, run.inFlight) ? at : undefined };
}
