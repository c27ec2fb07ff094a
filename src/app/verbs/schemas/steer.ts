// What goes in and out of the orders about a run as a whole.

import { z } from 'zod';
import { stageNames } from '../../../core/pipeline/stage.ts';
import type { Resumed } from '../steer.ts';
import type { Schemas } from '../verb.ts';
import type { WhichRun } from '../which-run.ts';
import type { Ordered } from '../ordered.ts';
import { level, ordered, orderedKeys, text, whichRun, word } from './parts.ts';

export type TellInput = z.infer<typeof tell.input>;
export type RetryInput = z.infer<typeof retry.input>;
export type CancelInput = z.infer<typeof cancel.input>;
export type ConsentInput = z.infer<typeof consent.input>;
export type WakeInput = z.infer<typeof wake.input>;

export const tell = {
  input: z.strictObject({ ...whichRun, text: text.min(1), task: word.optional() }),
  output: z.object({ ...orderedKeys, note: z.string(), task: z.string().optional() }),
};

export type TriageInput = z.infer<typeof triage.input>;

export const triage = { input: z.strictObject({ ...whichRun, text: text.min(1) }), output: ordered };

const onlyRun = z.strictObject(whichRun);

export const pause: Schemas<WhichRun, Ordered> = { input: onlyRun, output: ordered };
export const skip: Schemas<WhichRun, Ordered> = { input: onlyRun, output: ordered };

export interface ResumeInput extends WhichRun {
  /** It goes on without variables that it was given before. */
  readonly without?: boolean | undefined;
}

export const resume: Schemas<ResumeInput, Resumed> = {
  input: z.strictObject({ ...whichRun, without: z.boolean().optional() }),
  output: z.object({ runs: z.array(ordered), elsewhere: z.int() }),
};

export const retry = {
  input: z.strictObject({ ...whichRun, comment: text.optional(), from: z.enum(stageNames).optional() }),
  output: ordered,
};

export const cancel = {
  input: z.strictObject({ ...whichRun, comment: text.optional(), discard: z.boolean().optional() }),
  output: ordered,
};

export const consent = {
  input: z.strictObject({ ...whichRun, level }),
  output: z.object({ run: z.string(), level }),
};

/** `only`: nobody asked for the run to go on, but for what a person took of it. */
const only = z.literal('hand-outs').optional();

export const wake = { input: z.strictObject({ run: word, only }), output: z.object({ run: z.string() }) };
