// Looks at a run that another process moves, again and again, until there is nothing more to see.

import type { SignalExit } from '../app/exit-codes.ts';
import { ownerAlive } from '../app/owner-alive.ts';
import type { Clock } from '../telemetry/clock.ts';
import type { Io } from './command.ts';
import { patience } from './patience.ts';
import type { Home } from './reading.ts';

const lookMs = 200;
/** Looks without an owner before a run that should be at work counts as interrupted. */
const unownedLooksMax = 10;

/** How it ended: the looks were over, nobody moves the run, or a signal came, with its exit. */
type LookedOn = 'over' | 'unowned' | SignalExit;

/** `look` says whether it was the last one. */
export async function lookOn(
  { io, home, clock }: { readonly io: Io; readonly home: Home; readonly clock: Clock },
  look: () => Promise<boolean>,
): Promise<LookedOn> {
  const waiting = patience(io, clock);
  try {
    for (let unowned = 0; unowned < unownedLooksMax;) {
      if (await look()) return 'over';
      unowned = (await ownerAlive(home.places)) ? 0 : unowned + 1;
      const ended = await waiting.pause(lookMs);
      if (ended !== undefined) return ended;
    }
    return 'unowned';
  } finally {
    waiting.end();
  }
}

export function tellUnowned(io: Io, run: string): void {
  io.err(`No process works on this run now: \`slipway resume ${run}\` takes it up.\n`);
}
