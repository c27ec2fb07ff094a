// The ticket as it was recorded, and the request as the roles were given it.

import { only } from '../../core/run.ts';
import { slugOf } from '../../core/ticket/slug.ts';
import type { Artifact } from './artifact.ts';
import { jsonOf } from './artifact.ts';
import { isoOf, orNull } from './say.ts';
import type { Story } from './story.ts';
import type { Words } from './texts.ts';
import { criteriaOf } from './texts.ts';
import { yamlOf } from './yaml.ts';

export function ticketArtifacts({ run, ticketAt }: Story, words: Words): readonly Artifact[] {
  const { ticket } = run;
  if (ticket === undefined || ticketAt === undefined) return [];
  const text = words(ticket.blob);
  const criteria = criteriaOf(text, ticket.criteria);
  const { repository, base } = only(run);
  return [
    {
      path: 'ticket.json',
      text: jsonOf({
        id: ticket.id,
        title: ticket.title,
        type: ticket.type,
        work_type: ticket.workType,
        source: { tracker: run.source.tracker, ref: run.source.ref },
        recorded_at: isoOf(ticketAt),
        sensitive_check: { result: ticket.screening, rules: ticket.rules },
        repository,
        base: { branch: base.branch, commit: base.commit },
        branch: orNull(run.branch),
        acceptance_criteria: criteria.map(({ id, text: words }) => ({ id, text: words })),
        text,
      }),
    },
    {
      path: 'prompt.yaml',
      text: yamlOf({
        ticket: ticket.id,
        type: ticket.workType,
        slug: slugOf(ticket.title),
        title: ticket.title,
        created_at: isoOf(ticketAt),
        mandates: [],
        success_criteria: criteria.map(({ id, text: words }) => ({ id, text: words })),
        refined_prompt: text,
      }),
    },
  ];
}
