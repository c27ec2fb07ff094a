// `slipway merge`: the order to merge the pull request of a run, for the head the journal shows now.

import { only } from '../../core/run.ts';
import type { CommandSpec } from '../command.ts';
import { goOn, onRun } from '../moving.ts';

export const command: CommandSpec = {
  usage: '[RUN]',
  about:
    'Orders the merge of the pull request at the head it has now, and nothing else: your checkout is not touched.\n' +
    '`slipway land` merges and puts the change into your repository.',
  examples: ['slipway merge'],
  options: {},
  wordsMax: 1,
  run: (context) =>
    onRun(context, context.words[0], async (sitting, run) => {
      const head = only(run).head.commit;
      await sitting.submit(run.id, { type: 'run.merge', by: sitting.by, head });
      return goOn(sitting, run.id);
    }),
};
