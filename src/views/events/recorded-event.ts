// An event of a run as the journal has it, with when and where; what read models are made from.

import type { RunEvent } from '../../core/events.ts';

export interface RecordedEvent {
  readonly event: RunEvent;
  readonly at: number;
  readonly seq: number;
  /** Of the event in the journal's chain, where the teller knows it. */
  readonly hash?: string;
}
