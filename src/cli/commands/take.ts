// `slipway take`: a person does a task themselves.

import { verbs } from '../../app/verbs/table.ts';
import type { Run } from '../../core/run.ts';
import { statusOf } from '../../core/status.ts';
import type { CommandSpec } from '../command.ts';
import { follow } from '../follow.ts';
import { inHome } from '../moving.ts';
import { json } from '../reading.ts';
import { runAndTask } from '../run-and-task.ts';
import type { Sitting } from '../sitting.ts';

/** This process owns the home, and was not asked to move the run. */
function isLeft({ owner }: Sitting, run: Run): boolean {
  return owner !== undefined && statusOf(run) === 'running' && !owner.engine.driven().includes(run.id);
}

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
    return inHome(
      context,
      async (sitting) => {
        const ordered = await sitting.call(verbs.take, { run: word, dir: context.dir, task });
        const isHandedOut = ({ tasks }: Run): boolean =>
          tasks.some((state) => state.task.id === task && state.workspace !== undefined);
        const state = await follow(sitting, ordered, isHandedOut);
        const run = state.id;
        if (sitting.signalled !== undefined) {
          context.io.err(
            `Task ${task} was taken: \`slipway open ${run} --task ${task}\` prints its folder.\n`,
          );
          return 'done';
        }
        const { folder } = await sitting.call(verbs.open, { run, task });
        context.io.out(context.json ? json({ run, task, folder }) : `${folder}\n`);
        context.io.err(`Task ${task} is yours. When you are done: slipway give ${run} ${task}\n`);
        if (isLeft(sitting, state)) {
          context.io.err(`Nobody works on the rest of it now: \`slipway resume ${run}\` takes it up.\n`);
        }
        return 'done';
      },
      true,
    );
  },
};
