// What goes in and out of the orders about one task, and of opening the files of a run.

import { z } from 'zod';
import { ordered, whichRun, word } from './parts.ts';

export type TakeInput = z.infer<typeof take.input>;
export type GiveInput = z.infer<typeof give.input>;
export type OpenInput = z.infer<typeof open.input>;

export const take = { input: z.strictObject({ ...whichRun, task: word }), output: ordered };

export const give = {
  input: z.strictObject({ ...whichRun, task: word, drop: z.boolean().optional() }),
  output: ordered,
};

export const open = {
  input: z.strictObject({ ...whichRun, task: word.optional() }),
  output: z.object({ run: z.string(), folder: z.string() }),
};
