// `slipway pause`: agents stop, and the run waits until a person lets it go on.

import { verbs } from '../../app/verbs/table.ts';
import type { CommandSpec } from '../command.ts';
import { orderRun } from '../moving.ts';

export const command: CommandSpec = {
  usage: '[RUN]',
  about: 'Stops the agents of a run; what they did is saved, and the run waits until `slipway resume`.',
  examples: ['slipway pause'],
  options: {},
  wordsMax: 1,
  run: (context) => orderRun(context, verbs.pause, { run: context.words[0], dir: context.dir }),
};
