// What the dispatcher answers with when it is given remarks on a pull request, as a schema.

import { z } from 'zod';

import { remarkClasses, remarkSeverities } from '../core/remarks/remark.ts';
import type { SortedAnswer } from './prompts.ts';

const wordCharsMax = 400;
const textCharsMax = 4_000;
const remarksMax = 50;

const word = z.string().min(1).max(wordCharsMax);
const text = z.string().min(1).max(textCharsMax);

export const sorted = z.object({
  type: z.literal('sorted'),
  remarks: z
    .array(
      z.object({
        id: word.describe('As it was given.'),
        class: z.enum(remarkClasses),
        severity: z.enum(remarkSeverities).describe('By what happens if nothing is done.'),
        outside: z.boolean().describe('True where the ticket does not ask for it and the change did not bring it.'),
        opposes: word.describe('A remark that was followed before, and whose wish it contradicts.').exactOptional(),
        why: text,
        reply: text.describe('What to answer; a question always has one.').exactOptional(),
      }),
    )
    .min(1)
    .max(remarksMax),
}) satisfies z.ZodType<SortedAnswer>;
