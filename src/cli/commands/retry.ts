// `slipway retry`: a blocked run goes on.

import { verbs } from '../../app/verbs/table.ts';
import type { CommandSpec } from '../command.ts';
import { levelOption } from '../consent-asking.ts';
import { commentOption } from '../gate-options.ts';
import { orderRun } from '../moving.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--comment TEXT] [--level LEVEL]',
  about:
    'Lets a blocked run go on at the stage it is in: what gave up is tried afresh, every loop gets one more round, and\n' +
    'your words go along.',
  examples: ['slipway retry --comment "The test server is up again"'],
  options: { comment: commentOption, level: levelOption },
  wordsMax: 1,
  run: (context) =>
    orderRun(context, verbs.retry, {
      run: context.words[0],
      dir: context.dir,
      comment: context.value('comment'),
    }),
};
