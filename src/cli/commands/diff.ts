// `slipway diff`: what a run changes, from Slipway's own store.

import { verbs } from '../../app/verbs/table.ts';
import type { CommandSpec } from '../command.ts';
import { show } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--task ID] [--stat]',
  about:
    'Shows what a run changes: from its base to the tip of its branch, or what one task delivered. ' +
    'Without RUN it is the newest run of the repository you are in.',
  examples: [
    'slipway diff',
    'slipway diff --stat',
    'slipway diff r-4f8zk2 --task greet',
    'slipway diff | git apply',
  ],
  options: {
    task: { type: 'string', value: 'ID', describe: 'what one task delivered' },
    stat: { type: 'boolean', describe: 'files and counts of lines only' },
  },
  wordsMax: 1,
  run: (context) => {
    const { words, dir, value, flag } = context;
    const input = { run: words[0], dir, task: value('task'), stat: flag('stat') };
    return show(context, verbs.diff, input, ({ next: _next, ...document }) => document);
  },
};
