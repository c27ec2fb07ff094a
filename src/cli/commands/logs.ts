// `slipway logs`: what agents and checks printed, in order.

import { UserError } from '../../app/ending/user-error.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { CommandSpec } from '../command.ts';
import { tellWords } from '../print.ts';
import { followed, show } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--task ID] [--check NAME] [--follow] [--raw]',
  about:
    'Prints the transcripts of agents and the output of checks, in the order in which they happened. What agents print ' +
    'for machines is put into words; --raw shows their lines as they are. With --follow it goes on until the run comes ' +
    'to rest. Without RUN it is the newest run of the repository you are in.',
  examples: ['slipway logs', 'slipway logs --follow', 'slipway logs r-4f8zk2 --check test'],
  options: {
    task: { type: 'string', value: 'ID', describe: 'only what belongs to one task' },
    check: { type: 'string', value: 'NAME', describe: 'only the output of one check' },
    follow: { type: 'boolean', short: 'f', describe: 'go on while the run is at work' },
    raw: { type: 'boolean', describe: 'the lines of agents as they printed them' },
  },
  wordsMax: 1,
  run: async (context) => {
    const { words, dir, value, flag, io } = context;
    const input = { run: words[0], dir, task: value('task'), check: value('check') };
    const follow = flag('follow');
    if (context.json && follow) {
      throw new UserError(
        '--json is one document, so it does not go with --follow. Leave one of them out.',
        'usage',
      );
    }
    if (context.json) return show(context, verbs.logs, input);
    const ended = await followed(context, verbs.tail, { ...input, follow, raw: flag('raw') }, (_item, said) =>
      tellWords(io, said),
    );
    return ended ?? 'done';
  },
};
