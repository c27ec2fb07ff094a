// The ticket as it was recorded, and the request as the roles were given it.

import type { Run } from '../../core/run.ts';
import { startedIn } from '../../core/run.ts';
import { fieldsOf } from '../../core/ticket/sections.ts';
import { slugOf } from '../../core/ticket/slug.ts';
import type { Artifact } from './artifact.ts';
import { jsonOf } from './artifact.ts';
import { isoOf, orNull } from './say.ts';
import type { Story } from './story.ts';
import type { Words } from './texts.ts';
import { criteriaOfBoth, wordsById } from './texts.ts';
import type { Data } from './yaml.ts';
import { yamlOf } from './yaml.ts';

export function ticketArtifacts({ run, ticketAt }: Story, words: Words): readonly Artifact[] {
  const { ticket } = run;
  if (ticket === undefined || ticketAt === undefined) return [];
  const text = words(ticket.blob);
  const refined = ticket.refined === undefined ? undefined : words(ticket.refined.blob);
  const criteria = criteriaOfBoth(text, refined, ticket);
  const mandates = wordsById(
    ticket.mandatesBlob === undefined ? '' : words(ticket.mandatesBlob),
    ticket.mandates ?? [],
  );
  const { repository, base } = startedIn(run);
  return [
    {
      path: 'ticket.json',
      text: jsonOf({
        id: ticket.id,
        title: ticket.title,
        type: ticket.type,
        work_type: ticket.workType,
        commit_type: orNull(ticket.commitType),
        labels: ticket.labels ?? [],
        author: orNull(ticket.author),
        source: { tracker: run.source.tracker, ref: run.source.ref },
        recorded_at: isoOf(ticketAt),
        sensitive_check: { result: ticket.screening, rules: ticket.rules },
        hidden_text_removed: ticket.hidden ?? [],
        clarity: ticket.clarity === undefined ? null : { ...ticket.clarity },
        missing_fields: ticket.missing ?? [],
        repository,
        base: { branch: base.branch, commit: base.commit },
        ...severalOf(run),
        branch: orNull(run.branch),
        acceptance_criteria: criteria,
        mandates,
        fields: Object.fromEntries(Object.entries(fieldsOf(bodyOf(text)))),
        text,
        refined: orNull(refined),
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
        mandates,
        success_criteria: criteria,
        refined_prompt: refined ?? text,
      }),
    },
  ];
}

/** What people wrote, without the title above it and the lists Slipway put below. */
function bodyOf(text: string): string {
  const end = text.lastIndexOf('\n## Acceptance criteria');
  const above = text.slice(text.indexOf('\n') + 1, end === -1 ? undefined : end);
  const mandates = above.lastIndexOf('\n## Mandates\n\n- M1: ');
  return mandates === -1 ? above : above.slice(0, mandates);
}

function severalOf({ repositories }: Run): { readonly [key: string]: Data } {
  if (repositories.length === 1) return {};
  return {
    repositories: repositories.map(({ alias, repository, base }) => ({
      alias,
      repository,
      base: { branch: base.branch, commit: base.commit },
    })),
  };
}
