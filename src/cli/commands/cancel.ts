// `slipway cancel`: the end of a run.

import { verbs } from '../../app/verbs/table.ts';
import type { CommandSpec } from '../command.ts';
import { commentOption } from '../gate-options.ts';
import { orderRun } from '../moving.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--comment TEXT] [--discard]',
  about:
    'Ends a run. Agents at work are stopped; what was done stays in the home, and nothing in your repository changes.\n' +
    'With --discard its pull request is closed and its branch deleted too; that also works on a run cancelled before.',
  examples: ['slipway cancel r-4f8zk2mq --comment "Not needed any more"', 'slipway cancel --discard'],
  options: {
    comment: commentOption,
    discard: { type: 'boolean', describe: 'close the pull request and delete the branch' },
  },
  wordsMax: 1,
  run: (context) =>
    orderRun(context, verbs.cancel, {
      run: context.words[0],
      dir: context.dir,
      comment: context.value('comment'),
      discard: context.flag('discard'),
    }),
};
