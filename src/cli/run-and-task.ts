// The words of a command about one task: the run may be left out, the task may not.

import { UserError } from '../app/ending/user-error.ts';

export function runAndTask(
  words: readonly string[],
  command: string,
): { readonly run?: string; readonly task: string } {
  const [first, second] = words;
  if (first === undefined) {
    throw new UserError(
      `Name the task: slipway ${command} [RUN] TASK. \`slipway status\` lists them.`,
      'usage',
    );
  }
  return second === undefined ? { task: first } : { run: first, task: second };
}
