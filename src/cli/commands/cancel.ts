// `slipway cancel`: the end of a run.

import type { CommandSpec } from '../command.ts';
import { commentOption } from '../decide.ts';
import { goOn, onRun } from '../moving.ts';

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
    onRun(context, context.words[0], async (sitting, run) => {
      const words = context.value('comment');
      const comment = words === undefined ? {} : { comment: await sitting.keep(words) };
      const discard = context.flag('discard');
      await sitting.submit(run.id, { type: 'run.cancel', by: sitting.by, discard, ...comment });
      const exit = await goOn(sitting, run.id);
      // Cancelled is what was asked for.
      return exit === 'ended-badly' ? 'done' : exit;
    }),
};
