// A git that always brings a result, for whoever has to say in words what went wrong with it.

import type { Git } from '../workspace/git.ts';

/** No exit of git's is this: it stands for a git that could not be started, was ended, or said too much. */
export const noExit = -1;

/** Turns a git that brought no exit into a result like any other, so that there is one way to say that git failed. */
export function steady(git: Git): Git {
  const run: Git['run'] = async (request) => {
    try {
      return await git.run(request);
    } catch (error) {
      return { exit: noExit, stdout: '', stderr: error instanceof Error ? error.message : 'it did not run' };
    }
  };
  return { run, exclusive: git.exclusive, version: git.version };
}
