// `slipway answer`: an answer to a question of a run, in words or by the number of an option.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { UserError } from '../../app/ending/user-error.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { commentOption, gateNamed } from '../gate-options.ts';
import { orderRun } from '../moving.ts';
import { seenFirst, seenOption } from '../seen-first.ts';

export const command: CommandSpec = {
  usage: '[RUN] [GATE] TEXT|NUMBER [--comment TEXT] [--seen WORD]',
  about:
    'Answers a question of a run: with your own words, or with the number of one of the options it offers. What you\n' +
    'say reaches whoever asked. The last word is the answer.',
  examples: ['slipway answer 2', 'slipway answer r-4f8zk2mq "Use the existing parser"'],
  options: { seen: seenOption, comment: commentOption },
  wordsMax: 3,
  run: answer,
};

async function answer(context: CommandContext): Promise<Exit> {
  const text = context.words.at(-1)?.trim();
  if (text === undefined || text === '') {
    throw new UserError('Say what the answer is: slipway answer [RUN] [GATE] TEXT|NUMBER', 'usage');
  }
  const input = {
    ...gateNamed(context.words.slice(0, -1)),
    dir: context.dir,
    text,
    comment: context.value('comment'),
  };
  const about = await seenFirst(context, {
    ...gateNamed(context.words.slice(0, -1)),
    dir: context.dir,
    how: 'answer',
  });
  return about === undefined ? 'awaits-person' : orderRun(context, verbs.answer, input, about.seen);
}
