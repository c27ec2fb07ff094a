// What a ticket of a type usually says and this one does not. It is told, and never stops a run.

import type { TicketType } from './ticket.ts';
import type { CriteriaOrigin } from './criteria.ts';
import type { FieldName } from './headings.ts';
import { fieldsOf } from './sections.ts';

const usual: Readonly<Record<TicketType, readonly FieldName[]>> = {
  feature: ['description', 'acceptance_criteria'],
  bugfix: ['steps_to_reproduce', 'expected', 'actual'],
  code_review: ['scope'],
  release: ['scope'],
};

export function missingFields(ticket: {
  readonly type: TicketType;
  readonly body: string;
  readonly criteria: CriteriaOrigin;
}): readonly FieldName[] {
  const fields = fieldsOf(ticket.body);
  return usual[ticket.type].filter((field) => {
    if (fields[field] !== undefined) return false;
    if (field === 'acceptance_criteria') return ticket.criteria === 'title';
    return field !== 'description' || fields.background === undefined;
  });
}
