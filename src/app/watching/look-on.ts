// Looks at a run that another process moves, again and again, until there is nothing more to see.

import type { LookContext } from '../verbs/verb.ts';
import { whoDrives } from '../home/who-drives.ts';

const lookMs = 200;
/** Looks at which nobody works on it before a run that should be at work counts as interrupted: another engine may be on its way. */
const unownedLooksMax = 15;

/** How it ended: the looks were over, nobody moves the run, or whoever looked has gone. */
export type LookedOn = 'over' | 'unowned' | 'gone';

interface LookedAt<Item> {
  readonly run: string;
  readonly look: () => AsyncIterable<Item>;
  readonly isOver: () => boolean;
}

/** `look` gives what is new, as it is asked for; `isOver` says afterwards whether it was the last look. */
export async function* lookOn<Item>(
  { places, clock, driven }: Pick<LookContext, 'places' | 'clock' | 'driven'>,
  gone: AbortSignal,
  { run, look, isOver }: LookedAt<Item>,
): AsyncGenerator<Item, LookedOn> {
  for (let unowned = 0; unowned < unownedLooksMax;) {
    yield* look();
    if (isOver()) return 'over';
    unowned = (await whoDrives(places, driven)).drives(run) ? 0 : unowned + 1;
    if (!gone.aborted) await clock.until(clock.now() + lookMs, gone);
    if (gone.aborted) return 'gone';
  }
  return 'unowned';
}

export function unownedWords(run: string): string {
  return `No process works on this run now: \`slipway resume ${run}\` takes it up.\n`;
}
