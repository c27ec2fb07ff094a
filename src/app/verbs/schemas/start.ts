// What goes in and out of starting a run.

import { z } from 'zod';
import type { Expectation } from '../../../views/estimates/expectation.ts';
import type { Started } from '../start.ts';
import { folder, level, levelHere, ordered, text, view, word } from './parts.ts';

export type StartInput = z.infer<typeof start.input>;

const looked = {
  opening: z.object({
    rows: z.array(z.object({ name: z.string(), value: z.string() })),
    notes: z.array(z.string()),
    expected: view<Expectation>(),
  }),
  commands: z.array(z.string()).optional(),
  level: levelHere.optional(),
};

const output: z.ZodType<Started> = z.discriminatedUnion('status', [
  z.object({ status: z.literal('started'), ordered, ...looked }),
  z.object({
    status: z.literal('has-run'),
    ordered,
    ticket: z.string(),
    changed: z.boolean(),
    moved: z.boolean(),
    ...looked,
  }),
  z.object({ status: z.literal('not-trusted'), commandsHash: z.string(), ...looked }),
  z.object({ status: z.literal('not-consented'), ...looked }),
  z.object({ status: z.literal('uncommitted'), ...looked }),
  z.object({ status: z.literal('shown'), ...looked }),
]);

/** The last moment that has a date. */
const lastMs = 8_640_000_000_000_000;

export const start = {
  input: z.strictObject({
    /** A folder in the repository. */
    dir: folder,
    ticket: z.strictObject({
      text,
      /** The name of the file it came from: what is in it is read by its ending. */
      name: word.optional(),
      /** It may be anybody's text. */
      isPiped: z.boolean().optional(),
      /** When it was given, for its id. */
      at: z.int().min(0).max(lastMs).optional(),
    }),
    plan: z.strictObject({ text, name: folder }).optional(),
    /** No plan gate, whatever is configured. */
    auto: z.boolean().optional(),
    until: z.literal('plan').optional(),
    /** Somebody is there to be asked about the plan. */
    asksPlan: z.boolean().optional(),
    /** The weakest level the person who starts it accepts: a consent, where one is missing. */
    level: level.optional(),
    /** Another run, although the ticket has one. */
    again: z.boolean().optional(),
    /** The hash of the commands a person read and trusts; true trusts whatever is there. */
    trust: z.union([z.literal(true), word]).optional(),
    /** Somebody wants to see what it will execute, cost and ask before it begins, also where nothing else is to be said yes to. */
    showsFirst: z.boolean().optional(),
    /** Whether to be told of changes that the run would not see, to start without them, or to have them be its first commit. */
    uncommitted: z.enum(['ask', 'leave', 'include']).optional(),
  }),
  output,
};
