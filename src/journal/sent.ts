// Under which id of its sender an event came, in whatever stream it is.

import type { Identity } from '../core/identity.ts';
import { isRecord } from '../plain/json.ts';
import type { AnyEvent } from './journal.ts';

/** `command.taken` is about nothing else; what has no run yet, and facts, carry it beside what they say. */
export function identityIn(event: AnyEvent): Identity | undefined {
  const told: Readonly<Record<string, unknown>> = { ...event };
  const said = event.type === 'command.taken' ? told : told['sent'];
  if (!isRecord(said)) return undefined;
  const { id, content } = said;
  return typeof id === 'string' && typeof content === 'string' ? { id, content } : undefined;
}

/** What the home keeps of an order about itself (HOME-6). */
export function cameIn(event: AnyEvent): unknown {
  const told: Readonly<Record<string, unknown>> = { ...event };
  return event.type === 'command.taken' ? told['came'] : undefined;
}
