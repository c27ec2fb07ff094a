// `slipway give`: a person gives a task back, and the run goes on with checking it.

import type { Exit } from '../../app/exit-codes.ts';
import type { Run } from '../../core/run.ts';
import type { CommandSpec } from '../command.ts';
import { goOn, onRun } from '../moving.ts';
import { runAndTask } from '../run-and-task.ts';
import type { Sitting } from '../sitting.ts';

export const command: CommandSpec = {
  usage: '[RUN] TASK [--drop]',
  about:
    'Gives back a task you took. What you did is read, kept to the files of the task, checked and reviewed like any\n' +
    'attempt; where it cannot be used it stays yours, and you are told why. With --drop the agents go on from where\n' +
    'they were.',
  examples: ['slipway give parser', 'slipway give r-4f8zk2mq parser --drop'],
  options: { drop: { type: 'boolean', describe: 'keep nothing of what you did' } },
  wordsMax: 2,
  run: (context) => {
    const { run: word, task } = runAndTask(context.words, 'give');
    return onRun(context, word, async (sitting, run) => {
      const work = context.flag('drop') ? 'drop' : 'keep';
      await sitting.submit(run.id, { type: 'task.give', by: sitting.by, task, work });
      const exit = await goOn(sitting, run.id);
      return isBackInTheirHands(await sitting.stateOf(run.id), task) ? told(sitting, run, task) : exit;
    });
  },
};

function isBackInTheirHands(run: Run, task: string): boolean {
  return run.tasks.some((state) => state.task.id === task && state.at === 'taken');
}

async function told(sitting: Sitting, run: Run, task: string): Promise<Exit> {
  const { feedback } = await sitting.stateOf(run.id);
  const blob = feedback[`task/${task}`];
  const why = blob === undefined ? '' : `\n${(await sitting.textOf(blob)).trim()}`;
  sitting.io.err(`What you did cannot be used as it is, so task ${task} is yours still.${why}\n`);
  return 'refused';
}
