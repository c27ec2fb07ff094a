// `slipway retry`: a blocked run goes on.

import type { CommandSpec } from '../command.ts';
import { commentOption } from '../decide.ts';
import { goOn, onRun } from '../moving.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--comment TEXT]',
  about:
    'Lets a blocked run go on at the stage it is in: what gave up is tried afresh, every loop gets one more round, and\n' +
    'your words go along.',
  examples: ['slipway retry --comment "The test server is up again"'],
  options: { comment: commentOption },
  wordsMax: 1,
  run: (context) =>
    onRun(context, context.words[0], async (sitting, run) => {
      const words = context.value('comment');
      const comment = words === undefined ? {} : { comment: await sitting.keep(words) };
      await sitting.submit(run.id, { type: 'run.retry', by: sitting.by, ...comment });
      return goOn(sitting, run.id);
    }),
};
