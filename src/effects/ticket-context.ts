// What a tracker has around a ticket, kept for whoever has to understand it: comments, the epic it is part of, linked tickets.
//
// Invariants
//   TICKET-CONTEXT-1. Context is no work: nothing of it becomes a criterion or a mandate.
//   TICKET-CONTEXT-2. Who may not start a run here does not steer one either [I4]: their comments are left out, and how many is told.
//   TICKET-CONTEXT-3. Screened like the ticket: hidden text goes, secrets are replaced, and a text that is too long is cut and told.

import type { Run } from '../core/run.ts';
import { refusedAuthor } from '../core/ticket/authors.ts';
import type { Ticket } from '../core/ticket/ticket.ts';
import { reveal } from '../screening/hidden.ts';
import type { TicketContext } from '../trackers/tracker.ts';
import type { EffectParts } from './parts.ts';
import { keepText } from './parts.ts';

const charsMax = 60_000;

export async function keptContext(
  parts: Pick<EffectParts, 'blobs' | 'screener'>,
  { policy }: Pick<Run, 'policy'>,
  context: readonly TicketContext[],
): Promise<Pick<Ticket, 'context'>> {
  const told = context.filter(({ author }) => refusedAuthor(policy.authors, author) === undefined);
  const left = context.length - told.length;
  if (context.length === 0) return {};
  const texts = told.map(({ title, text }) => `## ${shown(title)}\n\n${shown(text)}`.trim());
  const others =
    left === 0
      ? []
      : [
          `(${left} of bots, or of people who may not start a run here, ${left === 1 ? 'is' : 'are'} left out.)`,
        ];
  return { context: await keepText(parts, `${newestFirstCut(texts)}${[...others, ''].join('\n')}`) };
}

function shown(text: string): string {
  return reveal(text).text;
}

/** What is said last counts most, so what does not fit is taken from the front. */
function newestFirstCut(texts: readonly string[]): string {
  const kept: string[] = [];
  let chars = 0;
  for (const text of texts.toReversed()) {
    chars += text.length;
    if (chars > charsMax) break;
    kept.unshift(text);
  }
  const cut = texts.length - kept.length;
  const words =
    cut === 0
      ? ''
      : `(${cut} earlier ${cut === 1 ? 'text is' : 'texts are'} left out: there is no room for more.)\n\n`;
  return `${words}${kept.map((text) => `${text}\n\n`).join('')}`;
}
