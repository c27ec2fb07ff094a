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
    onRun(context, context.words[0], async (session, run) => {
      const words = context.value('comment');
      const comment = words === undefined ? {} : { comment: await session.keep(words) };
      await session.submit(run.id, { type: 'run.retry', by: session.by, ...comment });
      return goOn(session, run.id);
    }),
};
