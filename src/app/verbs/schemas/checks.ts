// What goes in and out of the order that gives a run other commands for its checks.

import { z } from 'zod';
import { ordered, whichRun, word } from './parts.ts';

export type ChecksInput = z.infer<typeof checks.input>;

const commandCharsMax = 10_000;
const checksMax = 50;
const timeoutMsMax = 24 * 3_600_000;

export const checks = {
  input: z.strictObject({
    ...whichRun,
    /** By the name of the check each replaces. */
    commands: z.record(word, z.string().max(commandCharsMax)).optional(),
    /** Of the checks that are named. */
    timeoutMs: z.int().min(1).max(timeoutMsMax).optional(),
    without: z.array(word).max(checksMax).optional(),
  }),
  output: ordered,
};
