// `slipway take`: a person does a task themselves.

import type { CommandSpec } from '../command.ts';
import { follow } from '../follow.ts';
import { onRun } from '../moving.ts';
import { json } from '../reading.ts';
import { runAndTask } from '../run-and-task.ts';
import { workspaceOf } from '../workspace-of.ts';

export const command: CommandSpec = {
  usage: '[RUN] TASK',
  about:
    'Takes a task out of the hands of the agents. One at work on it is stopped, and what it did is where you begin.\n' +
    'Prints the folder; work in it, then `slipway give` it back: it is checked like any other attempt.',
  examples: ['slipway take parser', 'cd "$(slipway take r-4f8zk2mq parser)"'],
  options: {},
  wordsMax: 2,
  run: (context) => {
    const { run: word, task } = runAndTask(context.words, 'take');
    return onRun(context, word, async (sitting, run) => {
      await sitting.submit(run.id, { type: 'task.take', by: sitting.by, task });
      const state = await follow(sitting, run.id);
      const folder = await workspaceOf(sitting, state, task);
      if (context.json) context.io.out(json({ run: run.id, task, folder }));
      else context.io.out(`${folder}\n`);
      context.io.err(`Task ${task} is yours. When you are done: slipway give ${run.id} ${task}\n`);
      return 'done';
    });
  },
};
