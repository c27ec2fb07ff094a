// `slipway pause`: agents stop, and the run waits until a person lets it go on.

import type { CommandSpec } from '../command.ts';
import { goOn, onRun } from '../moving.ts';

export const command: CommandSpec = {
  usage: '[RUN]',
  about: 'Stops the agents of a run; what they did is saved, and the run waits until `slipway resume`.',
  examples: ['slipway pause'],
  options: {},
  wordsMax: 1,
  run: (context) =>
    onRun(context, context.words[0], async (sitting, run) => {
      await sitting.submit(run.id, { type: 'run.pause', by: sitting.by });
      const exit = await goOn(sitting, run.id);
      // Waiting for you is what was asked for.
      return exit === 'awaits-person' ? 'done' : exit;
    }),
};
