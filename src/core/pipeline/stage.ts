// What a stage is, and what there is to know of each: its heading, its kind and what its agents may touch. A view that has
// something to say of stages asks for these, so that a new stage is a row here and no view has to learn its name. Their
// order is a matter of each pipeline (`pipeline.ts`).

import type { Effect, Outcome, Want } from '../effects.ts';
import type { RunEvent } from '../events.ts';
import type { GateRequest } from '../gates/gate.ts';
import type { Mode } from '../roles/modes.ts';
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
 * What happens in a stage, for those who tell of it: the ticket is taken in, something is found out, a plan is drafted, tasks
 * are worked on, checks run, a judgement is made, what came of it is brought out, what became of that is followed, it is merged.
 */
export type StageKind =
  | 'taking-in'
  | 'finding-out'
  | 'drafting'
  | 'working'
  | 'checking'
  | 'judging'
  | 'delivering'
  | 'following'
  | 'merging';

export interface StageDefinition {
  /** For people. */
  readonly heading: string;
  readonly kind: StageKind;
  /** What its agents may touch. */
  readonly mode: Mode;
}

export const stageDefinitions: Readonly<Record<StageName, StageDefinition>> = {
  intake: { heading: 'Intake', kind: 'taking-in', mode: 'investigate' },
  analysis: { heading: 'Analysis', kind: 'finding-out', mode: 'investigate' },
  planning: { heading: 'Planning', kind: 'drafting', mode: 'investigate' },
  design: { heading: 'Design', kind: 'drafting', mode: 'investigate' },
  'plan-review': { heading: 'Plan review', kind: 'drafting', mode: 'investigate' },
  implementation: { heading: 'Implementation', kind: 'working', mode: 'execute' },
  evaluation: { heading: 'Evaluation', kind: 'checking', mode: 'execute' },
  review: { heading: 'Review', kind: 'judging', mode: 'review' },
  completion: { heading: 'Completion', kind: 'delivering', mode: 'commit' },
  coverage: { heading: 'Coverage', kind: 'following', mode: 'coverage' },
  triage: { heading: 'Triage', kind: 'following', mode: 'review' },
  merge: { heading: 'Merge', kind: 'merging', mode: 'commit' },
};

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
