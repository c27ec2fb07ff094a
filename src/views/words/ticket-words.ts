// What code found out about a ticket, in words for people. Pure.

import type { Ticket } from '../../core/ticket/ticket.ts';

/** What its writer should know: what was taken out of it, why it is not clear, what it leaves out. */
export function ticketNotes({ hidden = [], clarity, missing = [] }: Ticket): readonly string[] {
  return [
    ...(hidden.length === 0 ? [] : [`hidden text was removed (${hidden.join(', ')})`]),
    ...(clarity?.verdict === 'ambiguous' ? [`not clear: ${clarity.reasons.join(', ')}`] : []),
    ...(missing.length === 0 ? [] : [`it does not say: ${missing.map(fieldWords).join(', ')}`]),
  ];
}

function fieldWords(field: string): string {
  return field.replaceAll('_', ' ');
}
