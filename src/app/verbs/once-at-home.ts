// Orders about the home and no run of it: letting somebody in, trusting commands, deleting what nobody needs. What one came to is told in the
// home's stream under its id, and a repeat is answered by that, whoever owns the home by then.
//
// Invariants
//   ONCE-AT-HOME-1. A repeat does nothing a second time, and nothing that was not meant the first time: what the order named then is not
//        looked up anew.
//   ONCE-AT-HOME-2. What is kept of an order holds no secret. A repeat is given another one in place of the first, which nobody has.
//   ONCE-AT-HOME-3. What was not taken is not remembered: whoever was refused, or told what is missing, may ask again.

import type { z } from 'zod';
import type { HomeEvent } from '../../core/home.ts';
import { understood } from './foreign.ts';
import type { OrderContext } from './verb.ts';

/** Tells that the order was taken, and with it what it did to the home's stream. */
export type Take<Came> = (came: Came, ...events: readonly HomeEvent[]) => Promise<void>;

interface Once<Came, Out> {
  readonly kept: () => Promise<z.ZodType<Came>>;
  /** Calls `take` once it is settled what the order comes to; what it does after that, `again` must find done or do. */
  readonly first: (take: Take<Came>) => Promise<Out>;
  readonly again: (came: Came) => Promise<Out>;
}

export async function onceAtHome<Came extends object, Out>(
  { owner, sent, came }: Pick<OrderContext, 'owner' | 'sent' | 'came'>,
  { kept, first, again }: Once<Came, Out>,
): Promise<Out> {
  if (came !== undefined) return again(understood(await kept(), came));
  return first((settled, ...events) =>
    owner.home.record(...events, { type: 'command.taken', ...sent, came: settled }),
  );
}
