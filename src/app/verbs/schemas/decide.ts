// What goes in and out of the answers to gates.

import { z } from 'zod';
import { ordered, orderedKeys, text, whichRun, word } from './parts.ts';

export type DecideInput = z.infer<typeof decide.input>;
export type AnswerInput = z.infer<typeof answer.input>;
export type AskedInput = z.infer<typeof asked.input>;
export type DraftInput = z.infer<typeof draft.input>;
export type EditInput = z.infer<typeof edit.input>;
export type CodeInput = z.infer<typeof code.input>;

const whichGate = { ...whichRun, gate: word.optional() };
/** Of a person, for whoever answers through MCP. */
const ofPerson = { code: word.optional() };
const choice = z.enum(['approve', 'revise', 'reject']);

/** In whatever unit: more is no cap. */
const raiseMax = 1_000_000_000_000;

export const decide = {
  input: z.strictObject({
    ...whichGate,
    answer: choice,
    comment: text.optional(),
    /** At a budget gate: the new cap. */
    raise: z.number().min(0).max(raiseMax).optional(),
    ...ofPerson,
  }),
  output: z.object({ ...orderedKeys, answer: choice }),
};

export const answer = {
  input: z.strictObject({ ...whichGate, text: text.min(1), comment: text.optional(), ...ofPerson }),
  output: ordered,
};

export const asked = {
  input: z.strictObject({
    ...whichGate,
    how: z.enum(['approve', 'revise', 'reject', 'answer', 'merge', 'code']),
  }),
  output: z.object({
    run: z.string(),
    gate: z.string().optional(),
    digest: z.string().optional(),
    text: z.string().optional(),
  }),
};

export const draft = {
  input: z.strictObject(whichGate),
  output: z.object({ run: z.string(), gate: z.string(), digest: z.string(), text: z.string() }),
};

export const edit = { input: z.strictObject({ ...whichGate, text: text.min(1) }), output: ordered };

export const code = {
  input: z.strictObject(whichGate),
  output: z.object({
    run: z.string(),
    gate: z.string(),
    seen: z.string(),
    code: z.string(),
    until: z.number(),
  }),
};
