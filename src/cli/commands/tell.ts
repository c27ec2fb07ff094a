// `slipway tell`: a person's words for the agents to come.

import { UserError } from '../../app/ending/user-error.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { CommandSpec } from '../command.ts';
import { inHome } from '../moving.ts';
import { paperOf, tellWords } from '../print.ts';
import { json } from '../reading.ts';

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
  takesText: true,
  run: (context) => {
    const [first, second] = context.words;
    const [run, text] = second === undefined ? [undefined, first] : [first, second];
    if (text === undefined) {
      throw new UserError('Say what the agents should know: slipway tell "..."', 'usage');
    }
    return inHome(
      context,
      async (sitting) => {
        const input = { run, dir: context.dir, text, task: context.value('task') };
        const noted = await sitting.call(verbs.tell, input);
        const { note, task } = noted;
        if (context.json) context.io.out(json({ run: noted.run, note, task }));
        tellWords(context.io, (await verbs.tell.load()).words(noted, paperOf(context.io)));
        return 'done';
      },
      true,
    );
  },
};
