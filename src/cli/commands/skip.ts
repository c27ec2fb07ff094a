// `slipway skip`: a run goes on without tests for the sake of coverage.

import { verbs } from '../../app/verbs/table.ts';
import type { CommandSpec } from '../command.ts';
import { orderRun } from '../moving.ts';

export const command: CommandSpec = {
  usage: '[RUN]',
  about:
    'Leaves out the coverage of a run, now or when it comes to it: nothing is measured any more, and what testers have under ' +
    'way is dropped. What they added before and is on the pull request stays.',
  examples: ['slipway skip', 'slipway skip r-4f8zk2'],
  options: {},
  wordsMax: 1,
  run: (context) => orderRun(context, verbs.skip, { run: context.words[0], dir: context.dir }),
};
