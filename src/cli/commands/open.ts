// `slipway open`: the files of a run, where they can be looked at.

import type { CommandSpec } from '../command.ts';
import { onRun } from '../moving.ts';
import { json } from '../reading.ts';
import { treeOf, workspaceOf } from '../workspace-of.ts';

export const command: CommandSpec = {
  usage: '[RUN] [--task ID]',
  about:
    'Prints the folder with the files of a run as they are now: a copy to look at and to try out, in which changes count\n' +
    'for nothing. With --task it is the folder of a task you took.',
  examples: ['cd "$(slipway open)"', 'slipway open r-4f8zk2mq --task parser'],
  options: { task: { type: 'string', value: 'ID', describe: 'the folder of a task you took' } },
  wordsMax: 1,
  run: (context) =>
    onRun(context, context.words[0], async (sitting, run) => {
      const task = context.value('task');
      const folder = await (task === undefined ? treeOf(sitting, run) : workspaceOf(sitting, run, task));
      context.io.out(context.json ? json({ run: run.id, folder }) : `${folder}\n`);
      return 'done';
    }),
};
