// What a home keeps of orders about itself, so that a repeat is answered (`once-at-home.ts`). It stands in the journal, and so is
// read for ever: a field that is added later is optional.

import { z } from 'zod';
import { leftoverKinds } from '../../clearing/leftovers.ts';
import { level } from './parts.ts';

export const admitted = z.object({ name: z.string() });

/** Who they were elsewhere is not kept of somebody who is gone. */
export const dismissed = z.object({
  name: z.string(),
  access: z.enum(['view', 'decide', 'administer']),
  since: z.number(),
  program: z.literal(true).optional(),
});

export const trusted = z.object({ hash: z.string() });

export const consented = z.object({ run: z.string(), level });

export const mended = z.object({ agent: z.string(), runs: z.array(z.string()).readonly() });

/** The gate a code was for. */
export const coded = z.object({ run: z.string(), gate: z.string() });

export const cleared = z.object({
  kinds: z.array(z.object({ kind: z.enum(leftoverKinds), items: z.int(), bytes: z.int() })).readonly(),
  bytes: z.int(),
});

export const armed = z.object({ folder: z.string(), config: z.string() });

export const disarmed = z.object({ folder: z.string(), was: z.boolean() });
