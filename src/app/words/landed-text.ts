// A change that came into the user's repository, in words, and what they can do with it. Pure.

import { forTerminal } from '../../screening/terminal.ts';
import { short } from '../../views/words/words.ts';
import { nextLines } from './next.ts';

export interface LandedChange {
  readonly how: 'branch' | 'fast-forward';
  readonly branch: string;
  readonly commit: string;
  /** The branch it was made for. */
  readonly target: string;
}

export function landedText({ how, branch, commit, target }: LandedChange): string {
  const name = forTerminal(branch);
  return how === 'branch'
    ? `The change is in your repository as branch ${name}, at ${short(commit)}. Your checkout is as it was.\nNext:\n${nextLines(
        [
          { command: `git diff ${forTerminal(target)}...${name}`, why: 'look at it' },
          { command: `git merge ${name}`, why: 'take it into the branch you are on' },
        ],
      )}`
    : `Your branch ${name} is at ${short(commit)} now.\nNext:\n${nextLines([{ command: 'git log -p -1', why: 'look at it' }])}`;
}

export function notLandedText(run: string, why: string): string {
  const next = nextLines([{ command: `slipway land ${run}`, why: 'try again' }]);
  return `The change is merged, but it was not put into your repository: ${why}\nNext:\n${next}`;
}
