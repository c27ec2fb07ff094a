// The pipelines, as data: which stages a kind of ticket takes, and in which order. Whoever shows a run asks here; what moves
// it from stage to stage is in `transitions.ts`, which knows every stage and so is not loaded by who only looks.
//
// Invariants
//   PIPELINE-1. A pipeline begins with the stage its runs are started in, and names no stage twice.
//   PIPELINE-2. How far a run is only grows from stage to stage, and is 95 % at most before what it brings is delivered.

import type { TicketType } from '../ticket/ticket.ts';
import type { StageKind, StageName } from './stage.ts';
import { stageDefinitions } from './stage.ts';

export type PipelineName = 'deliver' | 'review' | 'release';

export interface Pipeline {
  readonly name: PipelineName;
  readonly stages: readonly PipelineStage[];
}

export interface PipelineStage {
  readonly name: StageName;
  /** How far a run is when it enters the stage. */
  readonly percent: number;
}

export const pipelines: Readonly<Record<PipelineName, Pipeline>> = {
  deliver: {
    name: 'deliver',
    stages: [
      { name: 'intake', percent: 0 },
      { name: 'analysis', percent: 5 },
      { name: 'planning', percent: 15 },
      { name: 'design', percent: 22 },
      { name: 'plan-review', percent: 28 },
      { name: 'implementation', percent: 35 },
      { name: 'evaluation', percent: 80 },
      { name: 'review', percent: 88 },
      { name: 'completion', percent: 96 },
      { name: 'coverage', percent: 97 },
      { name: 'triage', percent: 98 },
      { name: 'merge', percent: 99 },
    ],
  },
  review: {
    name: 'review',
    stages: [
      { name: 'intake', percent: 0 },
      { name: 'analysis', percent: 10 },
      { name: 'review', percent: 40 },
      { name: 'completion', percent: 96 },
    ],
  },
  release: {
    name: 'release',
    stages: [
      { name: 'intake', percent: 0 },
      { name: 'analysis', percent: 10 },
      { name: 'evaluation', percent: 40 },
      { name: 'completion', percent: 96 },
    ],
  },
};

/** Which one a ticket asks for; what says nothing of its type is something to be delivered. */
export function pipelineFor(type: TicketType = 'feature'): PipelineName {
  return byType[type];
}

const byType: Readonly<Record<TicketType, PipelineName>> = {
  feature: 'deliver',
  bugfix: 'deliver',
  code_review: 'review',
  release: 'release',
};

export function stagesOf(run: { readonly pipeline: PipelineName }): readonly PipelineStage[] {
  return pipelines[run.pipeline].stages;
}

/** Where a stage stands among those of the run, from 0. */
export function orderOf(run: { readonly pipeline: PipelineName }, stage: StageName): number {
  return stagesOf(run).findIndex(({ name }) => name === stage);
}

/** Every run begins with taking its ticket in, whatever pipeline it is in (PIPELINE-1). */
export const firstStage: StageName = 'intake';

export function isOfKind(stage: StageName, ...kinds: readonly StageKind[]): boolean {
  return kinds.includes(stageDefinitions[stage].kind);
}
