// `slipway approve`: yes at a gate.

import type { CommandSpec } from '../command.ts';
import { commentOption, decideGate } from '../gate-options.ts';
import { seenOption } from '../seen-first.ts';

export const command: CommandSpec = {
  usage: '[RUN] [GATE] [--seen WORD] [--raise N]',
  about:
    'Says yes at a gate, and goes on with the run to where it rests next. Without words the newest run here is meant, and\n' +
    'its only open gate. The answer holds for what --seen names, as the commands that are printed do; without it, what is\n' +
    'asked now is shown at a terminal, and confirmed.',
  examples: ['slipway approve', 'slipway approve r-4f8zk2mq --seen 3f9c2a1b04', 'slipway approve --raise 25'],
  options: {
    seen: seenOption,
    comment: commentOption,
    raise: {
      type: 'string',
      value: 'N',
      describe: 'the new cap at a budget gate, in USD, launches or minutes, whichever was reached',
    },
  },
  wordsMax: 2,
  run: (context) => decideGate(context, 'approve'),
};
