// `slipway tell`: a person's words for the agents to come.

import { UserError } from '../../app/user-error.ts';
import type { CommandSpec } from '../command.ts';
import { nextFor, nextLine } from '../../app/words/next.ts';
import { onRun } from '../moving.ts';
import { json } from '../reading.ts';
import { inboxOf, summarise } from '../../views/run/summarise.ts';

export const command: CommandSpec = {
  usage: '[RUN] TEXT [--task ID]',
  about:
    'Tells the agents of a run something. It goes into every prompt from the next attempt on, or only into those of one\n' +
    'task. An agent at work is not disturbed: it hears it when it is asked again.',
  examples: [
    'slipway tell "Use the existing date helper"',
    'slipway tell r-4f8zk2mq "Keep it small" --task api',
  ],
  options: { task: { type: 'string', value: 'ID', describe: 'only for one task' } },
  wordsMax: 2,
  run: (context) => {
    const [first, second] = context.words;
    const [word, text] = second === undefined ? [undefined, first] : [first, second];
    if (text === undefined || text.trim() === '') {
      throw new UserError('Say what the agents should know: slipway tell "..."', 'usage');
    }
    return onRun(context, word, async (sitting, run) => {
      const task = context.value('task');
      const note = await sitting.keep(text);
      const about = task === undefined ? {} : { task };
      await sitting.submit(run.id, { type: 'run.tell', by: sitting.by, note, ...about });
      const state = await sitting.stateOf(run.id);
      if (context.json) context.io.out(json({ run: run.id, note, ...about }));
      context.io.err(`Told. It reaches the agents of run ${run.id} from their next attempt on.\n`);
      const summary = summarise(state, sitting.tools.clock.now());
      context.io.err(nextLine(nextFor(summary, inboxOf(state))));
      return 'done';
    });
  },
};
