// What goes in and out of the verbs about triggers.

import { z } from 'zod';
import { folder } from './parts.ts';

const deliveriesMax = 1_000;

const armed = z.object({
  folder: z.string(),
  since: z.number(),
  by: z.string(),
  listen: z.object({ host: z.string(), port: z.int() }),
  hooks: z.array(z.object({ trigger: z.string(), path: z.string() })),
  schedules: z.array(
    z.object({ name: z.string(), cron: z.string(), zone: z.string(), next: z.number().optional() }),
  ),
  telegram: z.object({ how: z.enum(['asks', 'is-told']), problem: z.string().optional() }).optional(),
  notifiers: z.array(
    z.object({
      name: z.string(),
      told: z.int(),
      lastAt: z.number().optional(),
      problem: z.string().optional(),
      triesAgainAt: z.number().optional(),
    }),
  ),
});

const delivery = z.object({
  id: z.string().optional(),
  at: z.number(),
  folder: z.string(),
  trigger: z.string(),
  about: z.string(),
  outcome: z.enum(['waits', 'done', 'refused', 'ignored']),
  because: z.string(),
  run: z.string().optional(),
  more: z.int(),
});

export const triggers = {
  input: z.strictObject({ deliveriesMax: z.int().min(1).max(deliveriesMax).optional() }),
  output: z.object({ armed: z.array(armed), deliveries: z.array(delivery) }),
};

export const arm = {
  input: z.strictObject({ dir: folder }),
  output: z.object({ armed, problems: z.array(z.string()) }),
};

export const disarm = {
  input: z.strictObject({ dir: folder }),
  output: z.object({ folder: z.string(), was: z.boolean() }),
};
