// How taking a change back ended, in words.

import type { Reverted } from '../../core/onto-branch.ts';
import { forTerminal } from '../../screening/terminal.ts';

export function revertedText(there: readonly Reverted[]): string {
  return there
    .map(
      ({ number, branch }) =>
        `Pull request #${number} takes it back, from the branch ${forTerminal(branch)}. Merge it where your team merges.\n`,
    )
    .join('');
}

export function notRevertedText(run: string, why: string): string {
  return `The change of run ${run} was not taken back: ${why}\n`;
}
