// From a stored event back to its type. The journal is written only through `decide` and its hash chain
// says whether anybody else touched it, so a stored event is believed once its type is known.

import type { RunEvent } from '../../core/events.ts';
import { eventRows } from './event-rows.ts';

class UnknownEvent extends Error {
  override readonly name = 'UnknownEvent';
}

export function decodeRunEvent(event: { readonly type: string }): RunEvent {
  if (isRunEvent(event)) return event;
  throw new UnknownEvent(
    `this journal holds an event '${event.type}' that this version of Slipway does not know; ` +
      'it was written by a newer version: install that one to go on',
  );
}

function isRunEvent(event: { readonly type: string }): event is RunEvent {
  return Object.hasOwn(eventRows, event.type);
}
