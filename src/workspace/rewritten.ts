// What a check did to the files it was to check: tracked files of a checkout that are not as the commit has them.
//
// Invariants
//   REWRITTEN-1. git runs with the store and an index of ours, never with what lies in the checkout: whoever ran there may have told its
//        own git not to look.
//   REWRITTEN-2. The content of every file is hashed: times and sizes can be set by whoever wrote.

import path from 'node:path';
import { gitOk, nulFields, shown } from './git-ok.ts';
import { storeOf } from './places.ts';
import type { Context } from './places.ts';
import { withScratch } from './scratch.ts';

export async function rewritten(
  context: Context,
  repository: string,
  { dir, commit, putBack }: { readonly dir: string; readonly commit: string; readonly putBack: boolean },
): Promise<readonly string[]> {
  return withScratch(context, async (scratch) => {
    const index = path.join(scratch, 'index');
    const request = { gitDir: storeOf(context, repository), workTree: dir, index } as const;
    await gitOk(context.git, { ...request, args: ['read-tree', commit] });
    // It ends with 1 where a file needs an update, which is what is looked for.
    await context.git.run({ ...request, args: ['update-index', '-q', '--refresh', '--ignore-submodules'] });
    const output = await gitOk(context.git, {
      ...request,
      args: ['diff-files', '-z', '--name-only', '--no-ext-diff', '--ignore-submodules'],
      encoding: 'latin1',
    });
    const files = nulFields(output);
    if (putBack && files.length > 0) {
      await context.git.run({
        ...request,
        args: ['checkout-index', '-f', '-q', '-z', '--stdin'],
        stdin: files.map((file) => `${file}\0`).join(''),
        encoding: 'latin1',
      });
    }
    return files.map(shown);
  });
}
