// Where the files of a run lie for a person to look at.

import { UserError } from '../app/user-error.ts';
import type { Run } from '../core/run.ts';
import { only } from '../core/run.ts';
import type { Sitting } from './sitting.ts';

/** The workspace of a task that a person took. */
export async function workspaceOf(sitting: Sitting, run: Run, task: string): Promise<string> {
  const name = run.tasks.find((state) => state.task.id === task)?.workspace;
  const folder = name === undefined ? undefined : await sitting.tools.workspaces.existing(name);
  if (folder !== undefined) return folder;
  throw new UserError(
    `Task ${task} of run ${run.id} is not handed out. \`slipway take ${run.id} ${task}\``,
    'refused',
  );
}

/** A copy of the run's tree as it is now, made once for each head; what is changed in it counts for nothing. */
export async function treeOf(sitting: Sitting, run: Run): Promise<string> {
  const { repository, head } = only(run);
  const name = `${run.id}-open-${head.commit.slice(0, 12)}`;
  const { workspaces } = sitting.tools;
  return (await workspaces.existing(name)) ?? workspaces.clone(repository, head.commit, name);
}
