// `slipway approve`: yes at a gate.

import type { CommandSpec } from '../command.ts';
import { commentOption, decideGate, seenOption } from '../gate-options.ts';

export const command: CommandSpec = {
  usage: '[RUN] [GATE] [--seen DIGEST] [--raise N]',
  about:
    'Says yes at a gate, and goes on with the run to where it rests next. Without words the newest run here is meant, and\n' +
    'its only open gate. The answer holds for what was read just now, or for what --seen names.',
  examples: [
    'slipway approve',
    'slipway approve r-4f8zk2mq g3',
    'slipway approve --raise 25      a budget of 25 USD, launches or minutes, whichever was reached',
  ],
  options: {
    seen: seenOption,
    comment: commentOption,
    raise: { type: 'string', value: 'N', describe: 'the new cap at a budget gate' },
  },
  wordsMax: 2,
  run: (context) => decideGate(context, 'approve'),
};
