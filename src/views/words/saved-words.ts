// Saved work in words: why it was saved, and how much it is. Pure.

import type { SavedWhy, SavedWork } from '../../core/tasks/saved-work.ts';
import { plural } from './words.ts';

const whyWords: Readonly<Record<SavedWhy, string>> = {
  periodic: 'while it is at work',
  milestone: 'it was done, and is not good yet',
  'slow-call': 'it took too long',
  'token-limit': 'it used up what its agent may use',
  failure: 'its agent failed',
  stop: 'it was stopped',
  crash: 'the process that looked after it was gone',
};

/** "2 files, while it is at work"; undefined where the journal says neither. */
export function savedWords({ why, changed }: Partial<SavedWork>): string | undefined {
  const said = [
    ...(changed === undefined ? [] : [plural(changed, 'file')]),
    ...(why === undefined ? [] : [whyWords[why]]),
  ];
  return said.length === 0 ? undefined : said.join(', ');
}
