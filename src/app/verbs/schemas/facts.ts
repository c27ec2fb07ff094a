// What goes in and out of the verbs about what is remembered.

import { z } from 'zod';
import type { RepositoryFact } from '../../../core/memory/facts.ts';
import { factKinds } from '../../../core/memory/facts.ts';
import { folder, text, view, word } from './parts.ts';

export type FactsInput = z.infer<typeof facts.input>;
export type FactInput = z.infer<typeof fact.input>;
export type RecallInput = z.infer<typeof recall.input>;
export type RememberInput = z.infer<typeof remember.input>;
export type JudgeInput = z.infer<typeof judge.input>;

const one = view<RepositoryFact>();

export const facts = {
  input: z.strictObject({
    words: text.optional(),
    dir: folder.optional(),
    /** What holds in this run, the narrowest first. */
    run: word.optional(),
    task: word.optional(),
    /** Withdrawn ones, too. */
    all: z.boolean().optional(),
  }),
  output: z.object({ facts: z.array(one), wide: z.boolean(), words: z.string() }),
};

export const fact = {
  input: z.strictObject({ id: word }),
  output: z.object({ fact: one, whole: z.string().optional() }),
};

export const recall = {
  input: z.strictObject({ key: word, dir: folder.optional() }),
  output: z.object({ key: z.string(), value: z.unknown() }),
};

export const remember = {
  input: z.strictObject({
    text: text.min(1),
    kind: z.enum(factKinds).optional(),
    /** What it is about; it replaces the fact of this key. */
    key: word.optional(),
    dir: folder.optional(),
  }),
  output: z.object({
    repository: z.string(),
    id: z.string(),
    key: z.string(),
    text: z.string(),
    kind: z.enum(factKinds),
    origin: z.literal('person'),
    blob: z.string(),
    notes: z.array(z.string()),
  }),
};

export const judge = {
  input: z.strictObject({ id: word, judgement: z.enum(['promote', 'withdraw']) }),
  output: z.object({ fact: one, judgement: z.enum(['promote', 'withdraw']) }),
};
