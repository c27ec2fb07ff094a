// Looks at the user's files without their configuration: a short-lived git directory that borrows their
// objects, has a copy of their index, and takes over only the settings that say what their disk can do.
//
// Invariants
//   CHECKOUT-VIEW-1. Nothing under the user's folder or git directory is opened for writing.
//   CHECKOUT-VIEW-2. No filter, hook or monitor of theirs runs: a configuration that could name one is never read.

import { cp, readdir } from 'node:fs/promises';
import path from 'node:path';

import type { FoundCheckout } from './find-checkout.ts';
import { gitOk, nulFields } from './git-ok.ts';
import { writeGitFolder } from './git-folder.ts';
import type { Context } from './places.ts';
import { withScratch } from './scratch.ts';

export interface CheckoutView {
  readonly gitDir: string;
  /** A copy of the user's index, times included: git trusts an entry by comparing times with the index. */
  readonly index: string;
  readonly settings: readonly string[];
}

export interface DirtyPath {
  readonly path: string;
  readonly untracked: boolean;
  /** The index differs from the commit. */
  readonly staged: boolean;
}

const diskSettings = '^core\\.(filemode|symlinks|ignorecase|trustctime|checkstat|autocrlf|eol)$';

export async function withCheckoutView<T>(
  context: Context,
  source: { readonly found: FoundCheckout; readonly head: string; readonly borrow?: readonly string[] },
  work: (view: CheckoutView) => Promise<T>,
): Promise<T> {
  return withScratch(context, async (scratch) => {
    const { found } = source;
    const gitDir = path.join(scratch, 'view.git');
    await writeGitFolder({
      dir: gitDir,
      head: source.head,
      idChars: source.head.length,
      bare: false,
      borrow: [path.join(found.commonDir, 'objects'), ...(source.borrow ?? [])],
    });
    const [settings] = await Promise.all([settingsOf(context, found), copyState(found, gitDir)]);
    return work({ gitDir, index: path.join(gitDir, 'index'), settings });
  });
}

/** The index with its parts, and what the user's own git directory says about files beyond any commit. */
async function copyState(found: FoundCheckout, gitDir: string): Promise<void> {
  await copyIfThere(path.join(found.gitDir, 'index'), path.join(gitDir, 'index'));
  for (const name of await readdir(found.gitDir)) {
    if (name.startsWith('sharedindex.'))
      await copyIfThere(path.join(found.gitDir, name), path.join(gitDir, name));
  }
  for (const name of ['exclude', 'attributes']) {
    await copyIfThere(path.join(found.commonDir, 'info', name), path.join(gitDir, 'info', name));
  }
}

/** What differs from the commit the view was made for, files nobody added included. */
export async function dirtyPaths(
  context: Context,
  found: FoundCheckout,
  view: CheckoutView,
): Promise<readonly DirtyPath[]> {
  const output = await gitOk(context.git, {
    gitDir: view.gitDir,
    workTree: found.path,
    index: view.index,
    args: [
      ...view.settings,
      'status',
      '--porcelain=v1',
      '-z',
      '--no-renames',
      '--untracked-files=all',
      // A submodule's own changes could be told only by running git inside it.
      '--ignore-submodules=dirty',
    ],
    encoding: 'latin1',
  });
  return nulFields(output).map((field) => ({
    path: field.slice(3),
    untracked: field.startsWith('??'),
    staged: !field.startsWith('??') && !field.startsWith(' '),
  }));
}

async function settingsOf(context: Context, found: FoundCheckout): Promise<readonly string[]> {
  const result = await context.git.run({
    gitDir: found.commonDir,
    args: ['config', '--file', path.join(found.commonDir, 'config'), '-z', '--get-regexp', diskSettings],
  });
  return nulFields(result.stdout).flatMap((field) => ['-c', field.replace('\n', '=')]);
}

async function copyIfThere(from: string, to: string): Promise<void> {
  await cp(from, to, { preserveTimestamps: true }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  });
}
