// The transitions Jira offers a ticket now, with what each of them wants to be filled in.

import { z } from 'zod';

import { statusIn } from './issue.ts';
import type { JiraTransition } from './workflow.ts';

const field = z.looseObject({
  required: z.boolean().catch(false),
  hasDefaultValue: z.boolean().catch(false),
  name: z.string().catch('a field'),
});
const transition = z.looseObject({
  id: z.string(),
  name: z.string().catch(''),
  to: z.unknown().optional(),
  isAvailable: z.boolean().optional().catch(undefined),
  fields: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
const shape = z.looseObject({ transitions: z.array(z.unknown()) });

/** Undefined for what is no list of transitions: that is another thing than none. */
export function transitionsIn(data: unknown): readonly JiraTransition[] | undefined {
  const entries = shape.safeParse(data).data?.transitions;
  return entries?.flatMap((entry) => {
    const found = transition.safeParse(entry).data;
    const to = statusIn(found?.to);
    if (found === undefined || to === undefined || found.isAvailable === false) return [];
    const required = Object.values(found.fields ?? {}).flatMap((given) => {
      const wanted = field.safeParse(given).data;
      return wanted?.required === true && !wanted.hasDefaultValue ? [wanted.name] : [];
    });
    return [{ id: found.id, name: found.name, to, required }];
  });
}
