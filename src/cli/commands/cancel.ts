// `slipway cancel`: the end of a run.

import type { CommandSpec } from '../command.ts';
import { commentOption } from '../decide.ts';
import { goOn, onRun } from '../moving.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--comment TEXT]',
  about:
    'Ends a run. Agents at work are stopped; what was done stays in the home, and nothing in your repository changes.',
  examples: ['slipway cancel r-4f8zk2mq --comment "Not needed any more"'],
  options: { comment: commentOption },
  wordsMax: 1,
  run: (context) =>
    onRun(context, context.words[0], async (sitting, run) => {
      const words = context.value('comment');
      const comment = words === undefined ? {} : { comment: await sitting.keep(words) };
      await sitting.submit(run.id, { type: 'run.cancel', by: sitting.by, ...comment });
      const exit = await goOn(sitting, run.id);
      // Cancelled is what was asked for.
      return exit === 5 ? 0 : exit;
    }),
};
