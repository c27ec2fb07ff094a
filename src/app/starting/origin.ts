// What a run counts as started by, which says how much it does by itself [C7]. Pure.

import type { TicketSource } from '../../core/ticket/ticket.ts';
import { forgeNames } from '../../forges/names.ts';

/** Surfaces of our own that play somebody at the command line. */
const playing: ReadonlySet<string> = new Set(['demo', 'rehearsal']);

/** A ticket that others can write and change counts as theirs, whoever typed its name; on a forge that may be everybody. */
export function originOf(channel: string, source: Pick<TicketSource, 'tracker'> | undefined): string {
  if (source !== undefined) return forgeNames.some((name) => name === source.tracker) ? 'forge' : 'tracker';
  return playing.has(channel) ? 'cli' : channel;
}
