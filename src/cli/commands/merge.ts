// `slipway merge`: the order to merge the pull request of a run, for the head the journal shows now.

import { verbs } from '../../app/verbs/table.ts';
import type { CommandSpec } from '../command.ts';
import { orderRun } from '../moving.ts';

export const command: CommandSpec = {
  usage: '[RUN]',
  about:
    'Orders the merge of the pull request at the head it has now, and nothing else: your checkout is not touched.\n' +
    '`slipway land` merges and puts the change into your repository.',
  examples: ['slipway merge'],
  options: {},
  wordsMax: 1,
  run: (context) => orderRun(context, verbs.merge, { run: context.words[0], dir: context.dir }),
};
