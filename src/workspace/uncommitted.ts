// What is not committed in the user's checkout, as a tree in the store: their files are read, and nothing of theirs is written.
//   UNCOMMITTED-1. Only what differs from the commit is read: files that a filter of theirs wrote differently are not taken for changed.
//   UNCOMMITTED-2. What a run reads from the checkout itself, its configuration, is not a change.

import path from 'node:path';
import { changesBetween } from './changes.ts';
import { dirtyPaths, withCheckoutView } from './checkout-view.ts';
import { gitOk } from './git-ok.ts';
import { foundAgain, isConfiguration } from './look-at-checkout.ts';
import type { Context } from './places.ts';
import { storeOf } from './places.ts';
import type { Change } from './workspace.ts';

export async function uncommitted(
  context: Context,
  repository: string,
  commit: string,
): Promise<{ readonly tree: string; readonly changes: readonly Change[] }> {
  const found = await foundAgain(context, repository);
  const store = storeOf(context, repository);
  return withCheckoutView(context, { found, head: commit }, async (view) => {
    const dirty = (await dirtyPaths(context, found, view)).filter(({ path: file }) => !isConfiguration(file));
    const index = path.join(view.gitDir, 'index-included');
    await gitOk(context.git, { gitDir: store, index, args: ['read-tree', commit] });
    await gitOk(context.git, {
      gitDir: store,
      workTree: found.path,
      index,
      args: [...view.settings, 'update-index', '--add', '--remove', '-z', '--stdin'],
      stdin: dirty.map((one) => `${one.path}\0`).join(''),
      encoding: 'latin1',
    });
    const tree = (await gitOk(context.git, { gitDir: store, index, args: ['write-tree'] })).trim();
    return { tree, changes: await changesBetween(context, store, commit, tree) };
  });
}
