// `slipway merge`: the order to merge the pull request of a run, for the head that was seen.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { CommandContext, CommandSpec } from '../command.ts';
import { orderRun } from '../moving.ts';
import { seenFirst, seenOption } from '../seen-first.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--seen WORD]',
  about:
    'Orders the merge of the pull request at the head you saw, and nothing else: your checkout is not touched.\n' +
    '`slipway land` merges and puts the change into your repository.',
  examples: ['slipway merge'],
  options: { seen: seenOption },
  wordsMax: 1,
  run: merge,
};

async function merge(context: CommandContext): Promise<Exit> {
  const which = { run: context.words[0], dir: context.dir };
  const about = await seenFirst(context, { ...which, how: 'merge' });
  return about === undefined ? 'awaits-person' : orderRun(context, verbs.merge, which, about.seen);
}
