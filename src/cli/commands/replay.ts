// `slipway replay`: a recorded run decided once more, by the code of today.

import { verbs } from '../../app/verbs/table.ts';
import type { CommandSpec } from '../command.ts';
import { show } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[RUN]',
  about:
    'Takes what the agents, the checks and people said in a recorded run, lets the code of today decide about it again, and compares ' +
    'event by event. Ends with 0 where it comes to the same journal, and else with 6 and the first event that would be another ' +
    'one today. Changes nothing. Without RUN it is the newest run of the repository you are in.',
  examples: ['slipway replay', 'slipway replay 4f2a --json'],
  options: {},
  wordsMax: 1,
  run: (context) => show(context, verbs.replay, { run: context.words[0], dir: context.dir }),
};
