// A field that a person configured by its name has an id of its own in every site.

import { z } from 'zod';

import type { CallFailure } from '../calls.ts';
import type { JiraClient } from './client.ts';
import { otherShape } from './client.ts';

const fields = z.array(z.looseObject({ id: z.string(), name: z.string().catch('') }));

export async function criteriaField(
  client: JiraClient,
  wanted: string | undefined,
): Promise<
  | { readonly ok: true; readonly id: string | undefined }
  | { readonly ok: false; readonly problem: string }
  | CallFailure
> {
  if (wanted === undefined || /^customfield_\d+$/.test(wanted)) return { ok: true, id: wanted };
  const answer = await client.get('/field');
  if (!answer.ok) return answer;
  const told = fields.safeParse(answer.data);
  if (!told.success) return otherShape(client); // which is no word about the field
  const named = told.data.filter(({ name }) => name.trim().toLowerCase() === wanted.trim().toLowerCase());
  if (named.length === 1) return { ok: true, id: named[0]?.id };
  const why =
    named.length === 0
      ? 'Jira has no field of that name'
      : `Jira has ${named.length} fields of that name (${named.map(({ id }) => id).join(', ')})`;
  return {
    ok: false,
    problem: `The acceptance criteria are to come from the field '${wanted}', and ${why}. Write its id, customfield_…, under \`tracker.jira.criteria\` in slipway.yaml.`,
  };
}
