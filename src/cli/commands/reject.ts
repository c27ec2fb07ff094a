// `slipway reject`: no at a gate.

import type { CommandSpec } from '../command.ts';
import { commentOption, decideGate } from '../gate-options.ts';
import { seenOption } from '../seen-first.ts';

export const command: CommandSpec = {
  usage: '[RUN] [GATE] [--comment TEXT] [--seen WORD]',
  about:
    'Says no at a gate. The run is blocked then, with everything it did kept: `slipway retry` lets it go on,\n' +
    '`slipway cancel` ends it.',
  examples: ['slipway reject --comment "Not this quarter"'],
  options: { seen: seenOption, comment: commentOption },
  wordsMax: 2,
  run: (context) => decideGate(context, 'reject'),
};
