// `slipway status`: where a run is.

import { statusDocument } from '../../app/verbs/status.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { CommandSpec } from '../command.ts';
import { show } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[RUN]',
  about:
    'Says where a run is: its stage, its tasks and waves, which agents are at work, the last act and the next, ' +
    'failures by class, and what it used of its caps. Without RUN it is the newest run of the repository you are in.',
  examples: ['slipway status', 'slipway status r-4f8zk2 --json'],
  options: {},
  wordsMax: 1,
  run: (context) => show(context, verbs.status, { run: context.words[0], dir: context.dir }, statusDocument),
};
