// What git is in the middle of in a checkout: it keeps a file or a folder for each until a person goes on or gives up.

import { access } from 'node:fs/promises';
import path from 'node:path';

import type { FoundCheckout } from './find-checkout.ts';

const signs: readonly (readonly [entry: string, what: string])[] = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
];

/** A sentence, and what ends it; undefined where git is in the middle of nothing. */
export async function inTheMiddle(found: FoundCheckout): Promise<string | undefined> {
  for (const [entry, what] of signs) {
    const isThere = await access(path.join(found.gitDir, entry)).then(
      () => true,
      () => false,
    );
    if (isThere) {
      return `A ${what} is in progress in the repository at ${found.path}: finish it (git ${what} --continue) or give it up (git ${what} --abort).`;
    }
  }
  return undefined;
}
