// `slipway gates`: what waits for a person, in every run of this home.

import type { SignalExit } from '../../app/exit-codes.ts';
import { openReader } from '../../app/reader.ts';
import { placesOf } from '../../app/places.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import { gathered } from '../../views/run/gathered-inbox.ts';
import type { InboxItem } from '../../views/run/summary.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { patience } from '../patience.ts';
import { json } from '../reading.ts';
import { renderGates } from '../../app/words/gates-text.ts';
import { styleOf } from '../../app/words/style.ts';

const pollMs = 500;

export const command: CommandSpec = {
  usage: '[--wait]',
  about:
    'Shows every gate that is open: what is asked, since when, and the command that answers it. ' +
    'With --wait it returns as soon as there is one.',
  examples: ['slipway gates', 'slipway gates --wait && notify-send "Slipway asks something"'],
  options: { wait: { type: 'boolean', describe: 'return when something waits for a person' } },
  wordsMax: 0,
  run: async (context) => {
    const { io } = context;
    const found = context.flag('wait') ? await waitForGate(context) : await readInbox(context);
    if (typeof found === 'string') return found;
    if (context.json) io.out(json({ gates: gathered(found) }));
    else if (found.length === 0) io.err('Nothing waits for a person. `slipway list` shows the runs.\n');
    else io.out(renderGates(found, { now: systemClock().now(), style: styleOf(io.outColors) }));
    return 'done';
  },
};

/** Opened anew each time: a home may get its journal while we wait. */
async function readInbox(context: CommandContext): Promise<readonly InboxItem[]> {
  const reader = await openReader(placesOf(context.surroundings));
  try {
    return (await reader.journal?.inbox()) ?? [];
  } finally {
    await reader.close();
  }
}

/** The gates, or the exit of the signal that ended the wait. */
async function waitForGate(context: CommandContext): Promise<readonly InboxItem[] | SignalExit> {
  const waiting = patience(context.io, systemClock());
  try {
    for (;;) {
      const found = await readInbox(context);
      if (found.length > 0) return found;
      const ended = await waiting.pause(pollMs);
      if (ended !== undefined) return ended;
    }
  } finally {
    waiting.end();
  }
}
