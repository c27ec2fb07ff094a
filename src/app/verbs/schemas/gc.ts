// What goes in and out of the verbs that look after a home.

import { z } from 'zod';
import { leftoverKinds } from '../../clearing/leftovers.ts';

export type GcInput = z.infer<typeof gc.input>;

/** A little over a century. */
const hoursMax = 1_000_000;

export const gc = {
  /** What ended, or was last used, so long ago; without it, as long as is usual. */
  input: z.strictObject({ olderThanHours: z.int().min(0).max(hoursMax).optional() }),
  output: z.object({
    kinds: z.array(z.object({ kind: z.enum(leftoverKinds), items: z.int(), bytes: z.number() })),
    bytes: z.number(),
    left: z.array(z.string()),
  }),
};
