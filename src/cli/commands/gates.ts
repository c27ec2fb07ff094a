// `slipway gates`: what waits for a person, in every run of this home.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { verbs } from '../../app/verbs/table.ts';
import { systemClock } from '../../telemetry/system-clock.ts';
import { gathered } from '../../views/run/gathered-inbox.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { interruptible } from '../interruptible.ts';
import { looking, show } from '../reading.ts';

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
    const ended = context.flag('wait') ? await waitForGate(context) : undefined;
    return ended ?? show(context, verbs.gates, {}, ({ gates }) => ({ gates: gathered(gates) }));
  },
};

/** Until there is a gate; else how the signal that ended the wait ends the command. */
function waitForGate(context: CommandContext): Promise<Exit | undefined> {
  const clock = systemClock();
  return interruptible(context.io, async ({ signal, exit }) => {
    while (!signal.aborted && (await looking(context, verbs.gates, {})).gates.length === 0) {
      await clock.until(clock.now() + pollMs, signal);
    }
    return exit();
  });
}
