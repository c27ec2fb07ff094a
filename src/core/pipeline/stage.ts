// The names of the stages, in pipeline order, and what a stage is.

import type { Effect, Outcome, Want } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import type { GateRequest } from '../gates/gate.ts';
import type { Run } from '../run.ts';

export const stageNames = [
  'intake',
  'analysis',
  'planning',
  'design',
  'plan-review',
  'implementation',
  'evaluation',
  'review',
  'completion',
  'coverage',
  'triage',
  'merge',
] as const;

export type StageName = (typeof stageNames)[number];

/**
 * A stage says what it wants from the world, what an answer means, and what it must ask a person.
 * It does not say when the run leaves it: only the transition table moves a run.
 */
export interface Stage {
  readonly wanted: (run: Run) => readonly Want[];
  /** Facts from an effect that was done. Failures are interpreted once, for all stages, in `failures/failed-effect.ts`. */
  readonly interpret: (run: Run, effect: Effect, outcome: Done) => readonly RunEvent[];
  readonly gates: (run: Run) => readonly GateRequest[];
  /** What several facts come to together, once they are all there; recorded before the run moves on it. */
  readonly follows?: (run: Run) => readonly RunEvent[];
}

export type Done = Extract<Outcome, { type: 'done' }>;
