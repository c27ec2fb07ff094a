// Makes a run's view from its events, for a journal whose view tables another version made.

import { fold } from '../../core/evolve/evolve.ts';
import type { Recorded, RunView } from '../../journal/journal.ts';
import { decodeRunEvent } from '../../views/events/decode.ts';
import { viewOf } from '../../views/run/summarise.ts';

export function rebuildView(events: readonly Recorded[]): RunView | undefined {
  const run = fold(events.map((item) => ({ event: decodeRunEvent(item.event), at: item.at })));
  return run === undefined ? undefined : viewOf(run, events.at(-1)?.at ?? run.startedAt);
}
