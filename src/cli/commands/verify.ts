// `slipway verify`: whether the journal is what was written, event by event.

import { verbs } from '../../app/verbs/table.ts';
import type { CommandSpec } from '../command.ts';
import { show } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[RUN | --all]',
  about:
    'Walks the hash chain of a run, compares it with the head written down outside the database, and reads every text ' +
    'its events name. Names the first event that is wrong and ends with 6. Without RUN it is the newest run of the repository you are in.',
  examples: ['slipway verify', 'slipway verify --all'],
  options: { all: { type: 'boolean', describe: 'every run, and what runs share' } },
  wordsMax: 1,
  run: (context) =>
    show(context, verbs.verify, { run: context.words[0], dir: context.dir, all: context.flag('all') }),
};
