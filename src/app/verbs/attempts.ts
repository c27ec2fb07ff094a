// The tasks of a run with their attempts, and the texts one attempt was told.

import { forTerminal } from '../../screening/terminal.ts';
import type { TaskShown } from '../../views/page/attempts.ts';
import { tasksOf } from '../../views/page/attempts.ts';
import { readRun } from '../home/reader.ts';
import { openTexts } from '../home/texts.ts';
import type { TasksInput } from './schemas/page.ts';
import type { Look } from './verb.ts';
import { noTask, runSeen } from './which-run.ts';

const toldCharsMax = 200_000;

export interface TasksShown {
  readonly run: string;
  readonly title: string;
  readonly tasks: readonly TaskShown[];
  /** Of one task that was asked for: what its last attempt was told, by name. */
  readonly told: readonly { readonly name: string; readonly text: string }[];
}

export const tasks: Look<TasksInput, TasksShown> = {
  look: async (context, { task, ...which }) => {
    const { summary, journal } = await runSeen(context, which);
    const { run, events } = await readRun(journal, summary.run);
    const all = tasksOf(run, events);
    const found = all.find(({ id }) => id === task);
    if (task !== undefined && found === undefined) throw noTask(run, task);
    const texts = await openTexts(context.places);
    const last = found?.attempts.findLast(({ role }) => role === 'attempt');
    const told = (last?.inputs ?? []).map(async ({ name, blob }) => ({
      name,
      text: ((await texts.get(blob)) ?? 'This text is gone.').slice(0, toldCharsMax),
    }));
    return {
      run: run.id,
      title: summary.title,
      tasks: found === undefined ? all : [found],
      told: await Promise.all(told),
    };
  },
  words: ({ tasks: all }) => ({
    data: all
      .map(
        ({ id, title, status, attempts }) =>
          `${forTerminal(id)}  ${status}  ${attempts.length}  ${forTerminal(title)}\n`,
      )
      .join(''),
  }),
};
