// The artifacts of a run, as paths and texts, from its events and the texts they name. Pure but for asking for
// those texts.

import type { RunEvent } from '../../core/events.ts';

export interface Told {
  readonly event: RunEvent;
  readonly at: number;
  readonly seq: number;
}

export interface Artifact {
  /** Relative to the run's folder. */
  readonly path: string;
  readonly text: string;
}

export type TextOf = (blob: string) => Promise<string | undefined>;

export function artifactsOf(events: readonly Told[], _textOf: TextOf): Promise<readonly Artifact[]> {
  const lines = events.map(({ event, at, seq }) => JSON.stringify({ seq, at, ...event }));
  return Promise.resolve([{ path: 'log.jsonl', text: `${lines.join('\n')}\n` }]);
}
