// What a run wrote down about itself, read from its journal: every text for the judges to look through, and whether it
// noticed that something was tried.

import { openReader, readRun } from '../../../../src/app/home/reader.ts';
import { placesOf } from '../../../../src/app/home/home-places.ts';
import { openTexts } from '../../../../src/app/home/texts.ts';
import type { RunEvent } from '../../../../src/core/events.ts';
import type { World } from '../world.ts';
import { surroundingsIn } from './surroundings.ts';

export interface Noted {
  /** Failures, by their reasons. */
  readonly failures: readonly string[];
  readonly denials: number;
  /** Everything the agents and checks printed, and every other text of the run. */
  readonly texts: string;
}

const kernelRefusal = /read-only file system|permission denied|operation not permitted/i;

export async function notedIn(world: World): Promise<Noted> {
  const places = placesOf(surroundingsIn(world));
  const reader = await openReader(places);
  try {
    const { journal } = reader;
    const newest = (await journal?.summaries())?.[0];
    if (journal === undefined || newest === undefined) return { failures: [], denials: 0, texts: '' };
    const events = (await readRun(journal, newest.run)).events.map(({ event }) => event);
    const story = JSON.stringify(events);
    const texts = await openTexts(places);
    const named = [...new Set(story.match(/sha256:[0-9a-f]{64}/g) ?? [])];
    const found = await Promise.all(named.map((name) => texts.get(name)));
    return {
      failures: events.flatMap((event) =>
        // What strayed is kept, and a person is asked about it: it is recorded as that, and as a failure where they say no.
        event.type === 'failure.recorded' || event.type === 'task.strayed' ? [event.reason] : [],
      ),
      denials: events.reduce((sum, event) => sum + denialsIn(event), 0),
      texts: [story, ...found.map((text) => text ?? '')].join('\n'),
    };
  } finally {
    await reader.close();
  }
}

/** Of a launch without a run: what `commit-child.ts` printed is all there is. */
export function saidOnly(texts: string): Noted {
  const lines = (start: string): number => texts.split('\n').filter((line) => line.startsWith(start)).length;
  return {
    failures: lines('[fence breach: ') > 0 ? ['fence breach'] : [],
    denials: lines('[not allowed: '),
    texts,
  };
}

function denialsIn(event: RunEvent): number {
  return event.type === 'effect.ended' ? (event.provenance?.denials ?? 0) : 0;
}

/** Where the kernel lets nothing through, only whoever tried hears of it, and a transcript is what they said. */
export function isNoticed({ failures, denials, texts }: Noted): boolean {
  return failures.length > 0 || denials > 0 || kernelRefusal.test(texts);
}
