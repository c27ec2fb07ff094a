// Looks at a run that another process moves, again and again, until there is nothing more to see.

import type { LookContext } from '../verbs/verb.ts';
import { ownerAlive } from '../home/owner-alive.ts';

const lookMs = 200;
/** Looks without an owner before a run that should be at work counts as interrupted. */
const unownedLooksMax = 10;

/** How it ended: the looks were over, nobody moves the run, or whoever looked has gone. */
export type LookedOn = 'over' | 'unowned' | 'gone';

/** `look` gives what is new, as it is asked for; `isOver` says afterwards whether it was the last look. */
export async function* lookOn<Item>(
  { places, clock, isOwner = false }: Pick<LookContext, 'places' | 'clock' | 'isOwner'>,
  gone: AbortSignal,
  { look, isOver }: { readonly look: () => AsyncIterable<Item>; readonly isOver: () => boolean },
): AsyncGenerator<Item, LookedOn> {
  for (let unowned = 0; unowned < unownedLooksMax;) {
    yield* look();
    if (isOver()) return 'over';
    unowned = isOwner || (await ownerAlive(places)) ? 0 : unowned + 1;
    if (!gone.aborted) await clock.until(clock.now() + lookMs, gone);
    if (gone.aborted) return 'gone';
  }
  return 'unowned';
}

export function unownedWords(run: string): string {
  return `No process works on this run now: \`slipway resume ${run}\` takes it up.\n`;
}
