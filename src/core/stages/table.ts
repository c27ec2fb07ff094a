// Which file owns which stage.

import type { Stage, StageName } from '../pipeline/stage.ts';
import { analysis } from './analysis.ts';
import { completion } from './completion.ts';
import { coverage } from './coverage.ts';
import { design } from './design.ts';
import { evaluation } from './evaluation.ts';
import { implementation } from './implementation.ts';
import { intake } from './intake.ts';
import { merge } from './merge.ts';
import { planReview } from './plan-review.ts';
import { planning } from './planning.ts';
import { review } from './review.ts';
import { triage } from './triage.ts';

export const stages: Readonly<Record<StageName, Stage>> = {
  intake,
  analysis,
  planning,
  design,
  'plan-review': planReview,
  implementation,
  evaluation,
  review,
  completion,
  coverage,
  triage,
  merge,
};
