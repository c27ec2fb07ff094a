// What goes in and out of orders about commands: others for the checks of a run, and a person's trust in those of a repository.

import { z } from 'zod';
import type { Trusted } from '../trust.ts';
import { folder, ordered, whichRun, word } from './parts.ts';

export type ChecksInput = z.infer<typeof checks.input>;

const commandCharsMax = 10_000;
/** Of all of them: an event has to hold them. */
const commandsCharsMax = 50_000;
const checksMax = 50;
const timeoutMsMax = 24 * 3_600_000;

export const checks = {
  input: z.strictObject({
    ...whichRun,
    /** By the name of the check each replaces. */
    commands: z
      .record(word, z.string().max(commandCharsMax))
      .refine((all) => Object.values(all).join('').length <= commandsCharsMax, 'has more in it than is kept')
      .optional(),
    /** Of the checks that are named. */
    timeoutMs: z.int().min(1).max(timeoutMsMax).optional(),
    without: z.array(word).max(checksMax).optional(),
  }),
  output: ordered,
};

export type TrustInput = z.infer<typeof trust.input>;

const trusted: z.ZodType<Trusted> = z.object({
  status: z.enum(['trusted', 'not-trusted']),
  commands: z.array(z.string()),
  commandsHash: z.string(),
});

export const trust = {
  input: z.strictObject({
    dir: folder,
    /** Those with this hash, or whatever they are; without it, it is only looked whether they are trusted. */
    trust: z.union([z.literal(true), word]).optional(),
  }),
  output: trusted,
};
