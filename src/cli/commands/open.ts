// `slipway open`: the files of a run, where they can be looked at.

import { verbs } from '../../app/verbs/table.ts';
import type { CommandSpec } from '../command.ts';
import { inHome } from '../moving.ts';
import { paperOf, tellWords } from '../print.ts';
import { json } from '../reading.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--task ID]',
  about:
    'Prints the folder with the files of a run as they are now: a copy to look at and to try out, in which changes count\n' +
    'for nothing. With --task it is the folder of a task you took.',
  examples: ['cd "$(slipway open)"', 'slipway open r-4f8zk2mq --task parser'],
  options: { task: { type: 'string', value: 'ID', describe: 'the folder of a task you took' } },
  wordsMax: 1,
  run: (context) =>
    inHome(
      context,
      async (sitting) => {
        const input = { run: context.words[0], dir: context.dir, task: context.value('task') };
        const opened = await sitting.call(verbs.open, input);
        if (context.json) context.io.out(json(opened));
        else tellWords(context.io, (await verbs.open.load()).words(opened, paperOf(context.io)));
        return 'done';
      },
      true,
    ),
};
