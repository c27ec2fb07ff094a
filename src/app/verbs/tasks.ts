// A task in the hands of a person: taking it, giving it back, and where the files of a run lie.

import type { Repository, Run } from '../../core/run.ts';
import type { Tools } from '../parts.ts';
import { UserError } from '../ending/user-error.ts';
import type { Ordered } from './ordered.ts';
import { orderedExit, orderedWords, orderOn, runMeant } from './ordered.ts';
import type { GiveInput, OpenInput, TakeInput } from './schemas/tasks.ts';
import type { Order } from './verb.ts';

export const take: Order<TakeInput, Ordered> = {
  order: (context, { task, ...which }) =>
    orderOn(
      context,
      which,
      (run) => {
        refuseTwice(run, task);
        return { type: 'task.take', by: context.by, task };
      },
      'hand-outs',
    ),
  words: orderedWords,
  exit: orderedExit,
};

/** Whoever takes it twice has lost the folder rather than the task. */
function refuseTwice(run: Run, task: string): void {
  const state = run.tasks.find((item) => item.task.id === task);
  if (state?.at !== 'taken') return;
  throw new UserError(
    `Task ${task} of run ${run.id} was taken by a person already. ` +
      `\`slipway open ${run.id} --task ${task}\` prints its folder; \`slipway give ${run.id} ${task}\` gives it back.`,
    'refused',
  );
}

export const give: Order<GiveInput, Ordered> = {
  order: (context, { task, drop = false, ...which }) =>
    orderOn(context, which, () => ({
      type: 'task.give',
      by: context.by,
      task,
      work: drop ? 'drop' : 'keep',
    })),
  words: orderedWords,
  exit: orderedExit,
};

export interface OpenedFolder {
  readonly run: string;
  readonly folder: string;
}

export const open: Order<OpenInput, OpenedFolder> = {
  order: async (context, { task, ...which }) => {
    const run = await runMeant(context, which);
    const { tools } = context;
    const folder = await (task === undefined ? treesOf(tools, run) : workspaceOf(tools, run, task));
    return { run: run.id, folder };
  },
  words: ({ folder }) => ({ data: `${folder}\n` }),
};

/** The workspace of a task that a person took. */
async function workspaceOf({ workspaces }: Tools, run: Run, task: string): Promise<string> {
  const name = run.tasks.find((state) => state.task.id === task)?.workspace;
  const folder = name === undefined ? undefined : await workspaces.existing(name);
  if (folder !== undefined) return folder;
  throw new UserError(
    `Task ${task} of run ${run.id} is not handed out. \`slipway take ${run.id} ${task}\``,
    'refused',
  );
}

/** One a line, where there are several repositories. */
async function treesOf(tools: Tools, run: Run): Promise<string> {
  const folders = await Promise.all(run.repositories.map((repository) => treeOf(tools, run, repository)));
  return folders.join('\n');
}

/** A copy of a tree of the run as it is now, made once for each head; what is changed in it counts for nothing. */
async function treeOf({ workspaces }: Tools, run: Run, { repository, head }: Repository): Promise<string> {
  const name = `${run.id}-open-${head.commit.slice(0, 12)}`;
  return (await workspaces.existing(name)) ?? workspaces.clone(repository, head.commit, name);
}
