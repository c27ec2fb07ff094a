// What goes in and out of the orders that deliver.

import { z } from 'zod';
import type { Ordered } from '../ordered.ts';
import type { Schemas } from '../verb.ts';
import type { MergeInput } from '../deliver.ts';
import type { WhichRun } from '../which-run.ts';
import { ordered, whichRun, word } from './parts.ts';

export type LandInput = z.infer<typeof land.input>;

export const merge: Schemas<MergeInput, Ordered> = {
  input: z.strictObject({ ...whichRun, code: word.optional() }),
  output: ordered,
};

export const revert: Schemas<WhichRun, Ordered> = {
  input: z.strictObject(whichRun),
  output: ordered,
};

export const land = {
  input: z.strictObject({ ...whichRun, how: z.enum(['branch', 'fast-forward']).optional() }),
  output: ordered,
};
