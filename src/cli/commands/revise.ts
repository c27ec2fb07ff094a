// `slipway revise`: not like this, but like that.

import type { CommandSpec } from '../command.ts';
import { commentOption, decideGate, seenOption } from '../decide.ts';

export const command: CommandSpec = {
  usage: '[RUN] [GATE] --comment TEXT [--seen DIGEST]',
  about:
    'Asks for changes at a plan, delivery, merge or scope gate. Your words go to whoever does it again. On a terminal\n' +
    'they are asked for where --comment is missing.',
  examples: ['slipway revise --comment "Keep the old flag working"'],
  options: { seen: seenOption, comment: commentOption },
  wordsMax: 2,
  run: (context) => decideGate(context, 'revise'),
};
