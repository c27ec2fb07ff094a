// Which files a repository stores through a filter such as Git LFS. What git has of them is a pointer, and only the
// user's own git can make one: no filter is ever run here.

import path from 'node:path';

import { nowhere, writeGitFolder } from './git-folder.ts';
import { gitOk, nulFields, shown } from './git-ok.ts';
import { storeOf } from './places.ts';
import type { Context } from './places.ts';
import { withScratch } from './scratch.ts';

export interface Filtered {
  readonly path: string;
  /** Its name, such as `lfs`. */
  readonly filter: string;
}

/** Of these paths, those that the attributes of a tree send through a filter, whether they are in it or not. */
export async function filteredAt(
  context: Context,
  repository: string,
  tree: string,
  paths: readonly string[],
): Promise<readonly Filtered[]> {
  if (paths.length === 0) return [];
  const borrow = [path.join(storeOf(context, repository), 'objects')];
  return withScratch(context, async (scratch) => {
    // The store has attributes of its own, which stand above those of a tree: they are left out here.
    const gitDir = path.join(scratch, 'view.git');
    await writeGitFolder({ dir: gitDir, head: nowhere, idChars: tree.length, bare: true, borrow });
    const index = path.join(scratch, 'index');
    await gitOk(context.git, { gitDir, index, args: ['read-tree', tree] });
    const bytes = paths.map((file) => Buffer.from(file).toString('latin1'));
    return filteredIn(context, { gitDir, index }, bytes);
  });
}

/** By the attributes in an index. `paths` are bytes, as latin1. */
export async function filteredIn(
  context: Context,
  at: { readonly gitDir: string; readonly index: string },
  paths: Iterable<string>,
): Promise<readonly Filtered[]> {
  const output = await gitOk(context.git, {
    ...at,
    args: ['check-attr', '--cached', '-z', '--stdin', 'filter'],
    stdin: [...paths].map((file) => `${file}\0`).join(''),
    encoding: 'latin1',
  });
  const fields = nulFields(output);
  const found: Filtered[] = [];
  for (let first = 0; first + 2 < fields.length; first += 3) {
    const filter = fields[first + 2] ?? '';
    if (filter !== 'unspecified' && filter !== 'unset')
      found.push({ path: shown(fields[first] ?? ''), filter });
  }
  return found;
}
