// An event in words: a line people read while a run is at work, the last act of a run, what one event says. `run` is the
// state before the event. Pure. Texts from outside are cut to one line; whoever prints these words makes them safe first.

import type { EventOf, RunEvent, RunEventType } from '../../core/events.ts';
import type { Run } from '../../core/run.ts';
import { eventRows } from './event-rows.ts';

export function eventWords(event: RunEvent, run: Run): string {
  return wordsOf(event.type, event, run);
}

/** Whether somebody who watches is told: not what only repeats another event, nor what nobody waits for. */
export function isTold(event: RunEvent, run: Run): boolean {
  return isToldOf(event.type, event, run);
}

/** What such an event means for a run. */
export function eventMeaning(type: RunEventType): string {
  return eventRows[type].meaning;
}

function wordsOf<T extends RunEventType>(type: T, event: EventOf<T>, run: Run): string {
  return eventRows[type].words(event, run);
}

function isToldOf<T extends RunEventType>(type: T, event: EventOf<T>, run: Run): boolean {
  return eventRows[type].isTold?.(event, run) ?? true;
}
