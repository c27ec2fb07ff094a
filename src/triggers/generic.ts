// A webhook of somebody's own, by the Standard Webhooks: it tells a ticket, or names one.

import { z } from 'zod';
import type { Brought } from './brought.ts';
import { nothing } from './brought.ts';
import type { Stamped } from './signature.ts';

const body = z.strictObject({
  /** In words, or the key or the address of one that lives elsewhere. */
  ticket: z.string().trim().min(1).max(100_000),
  /** Another run, where the ticket has one. */
  again: z.boolean().optional(),
});

/** What our own notifications have in them: one that comes back would go round and round. */
const ourKey = 'slipway';

export function readGeneric(value: unknown, name: string, { id, at }: Stamped): Brought {
  const who = `webhook ${name}`;
  if (typeof value === 'object' && value !== null && ourKey in value) {
    return { touched: [], wanted: nothing('ours', `a notification of Slipway came back to ${who}`) };
  }
  const read = body.safeParse(value);
  if (!read.success) {
    return { touched: [], wanted: nothing('not-understood', 'a body that is not {"ticket": "…"}') };
  }
  const { ticket, again = false } = read.data;
  const isNamed = !/\s/.test(ticket);
  return {
    touched: [],
    wanted: {
      id: `webhook/${name}/${id}`,
      happenedAt: at,
      author: { name: who, id: who },
      subject: isNamed ? ticket.slice(0, 200) : id,
      asks: isNamed ? { do: 'start', ref: ticket, again } : { do: 'start-told', text: ticket, name },
    },
  };
}
