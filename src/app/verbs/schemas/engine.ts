// What goes in and out of the verbs about the process that owns a home.

import { z } from 'zod';
import type { HostFacts } from '../../home/host.ts';
import type { AttachItem } from '../engine.ts';
import { view } from './parts.ts';

const nothing = z.strictObject({});

export const facts: z.ZodType<HostFacts> = z.object({
  pid: z.int(),
  build: z.string(),
  startedAt: z.number(),
  detached: z.boolean(),
  attached: z.int(),
  due: z.array(z.object({ run: z.string(), until: z.number().optional() })),
  awaits: z
    .array(
      z.object({ run: z.string(), what: z.enum(['another-day', 'others']), until: z.number().optional() }),
    )
    .optional(),
  listens: z.array(z.enum(['page', 'triggers'])).optional(),
  graceMs: z.number().optional(),
});

export const engine = { input: nothing, output: facts };
export const attach = { input: nothing, output: view<AttachItem>() };
export const leave = { input: z.strictObject({ why: z.enum(['stopped', 'restart']) }), output: facts };
