// `slipway give`: a person gives a task back, and the run goes on with checking it.

import type { Exit } from '../../app/ending/exit-codes.ts';
import { verbs } from '../../app/verbs/table.ts';
import type { Run } from '../../core/run.ts';
import type { CommandSpec } from '../command.ts';
import { goOn, inHome } from '../moving.ts';
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
    const { run, task } = runAndTask(context.words, 'give');
    return inHome(context, async (sitting) => {
      const input = { run, dir: context.dir, task, drop: context.flag('drop') };
      const given = await sitting.call(verbs.give, input);
      const exit = await goOn(sitting, await verbs.give.load(), given);
      const state = await sitting.stateOf(given.run);
      return isBackInTheirHands(state, task) ? told(sitting, state, task) : exit;
    });
  },
};

function isBackInTheirHands(run: Run, task: string): boolean {
  return run.tasks.some((state) => state.task.id === task && state.at === 'taken');
}

async function told(sitting: Sitting, run: Run, task: string): Promise<Exit> {
  const blob = run.feedback[`task/${task}`];
  const why = blob === undefined ? '' : `\n${(await sitting.textOf(blob)).trim()}`;
  sitting.io.err(`What you did cannot be used as it is, so task ${task} is yours still.${why}\n`);
  return 'refused';
}
