// `slipway explain`: why a run is where it is, and what would move it.

import { explainedDocument } from '../../app/verbs/explain.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { CommandSpec } from '../command.ts';
import { show } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--event N]',
  about:
    'Says in words why a run is where it is: how it came there, what it waits for, what went wrong, which moves lead ' +
    'on and which of their conditions hold, and what you can do. With --event it says what one event means.',
  examples: ['slipway explain', 'slipway explain r-4f8zk2 --event 17'],
  options: { event: { type: 'string', value: 'N', describe: 'what event N of the run means' } },
  wordsMax: 1,
  run: (context) => {
    const which = { run: context.words[0], dir: context.dir };
    const seq = context.value('event');
    return seq === undefined
      ? show(context, verbs.explain, which, explainedDocument)
      : show(context, verbs.event, { ...which, seq });
  },
};
