// Looks at a folder of the user's and says what a run would start from, or why none can. Writes nothing
// but the location of the repository in the home.

import { access } from 'node:fs/promises';
import path from 'node:path';

import { dirtyPaths, withCheckoutView } from './checkout-view.ts';
import type { CheckoutView, DirtyPath } from './checkout-view.ts';
import { findCheckout } from './find-checkout.ts';
import type { Finding, FoundCheckout } from './find-checkout.ts';
import { inTheMiddle } from './in-the-middle.ts';
import { gitOk, shown } from './git-ok.ts';
import { identify, locationOf } from './places.ts';
import type { Context } from './places.ts';
import { pinnedIn, unfilledAt } from './submodules.ts';
import type { Pinned } from './submodules.ts';
import { treeEntries } from './tree-entries.ts';
import type { Checkout, CheckoutProblem, Unfilled } from './workspace.ts';

// `merge-tree --write-tree` came with this version.
const oldestGit = { major: 2, minor: 38 } as const;
const attributeFilesMax = 200;

export async function look(context: Context, dir: string): Promise<Checkout | CheckoutProblem> {
  const unusable = versionProblem(await context.git.version());
  if (unusable !== undefined) return { problem: unusable, kind: 'missing' };
  const finding = await findCheckout(dir);
  if (finding.type !== 'found') return { problem: findingProblem(finding, dir), kind: 'missing' };
  const { found } = finding;
  const head = await headOf(context, found);
  if ('problem' in head) return head;
  return withCheckoutView(context, { found, head: head.commit }, async (view): Promise<Checkout> => {
    const [dirty, repository, notes, tree] = await Promise.all([
      dirtyPaths(context, found, view),
      identify(context, { path: found.path, gitDir: found.commonDir }),
      notesOn(context, found),
      treeWarnings(context, found, view),
    ]);
    return {
      repository,
      root: found.path,
      ...head,
      dirty: dirtyWord(dirty),
      warnings: [...notes, ...tree, ...dirtyWarnings(dirty)],
    };
  });
}

export async function dirtiness(context: Context, repository: string): Promise<Checkout['dirty']> {
  const found = await foundAgain(context, repository);
  const head = await headOf(context, found);
  if ('problem' in head) return 'dirty';
  const view = { found, head: head.commit };
  return dirtyWord(await withCheckoutView(context, view, (made) => dirtyPaths(context, found, made)));
}

/** The checkout a known repository was last seen at. */
export async function foundAgain(context: Context, repository: string): Promise<FoundCheckout> {
  const location = await locationOf(context, repository);
  const finding = await findCheckout(location.path);
  if (finding.type === 'found' && finding.found.commonDir === location.gitDir) return finding.found;
  throw new Error(
    `The repository that was at ${location.path} is not there any more. Move it back, or run slipway once where it is now.`,
  );
}

/** Of what a run does not see: nobody is asked about anything else. */
function dirtyWord(dirty: readonly DirtyPath[]): Checkout['dirty'] {
  const unseen = dirty.filter((one) => !isConfiguration(one.path));
  if (unseen.length === 0) return 'clean';
  return unseen.every((one) => isDocument(one.path)) ? 'docs' : 'dirty';
}

function isDocument(file: string): boolean {
  return /\.(?:md|txt)$/i.test(file) || file.startsWith('docs/');
}

/** What a run does read from the checkout: whoever has just written it need not commit it first. */
export function isConfiguration(file: string): boolean {
  return ['slipway.yaml', 'slipway-script.yaml'].includes(file) || file.startsWith('.slipway/');
}

function dirtyWarnings(dirty: readonly DirtyPath[]): readonly string[] {
  const unseen = dirty.filter((one) => !isConfiguration(one.path));
  const [first] = unseen;
  if (first === undefined) return [];
  const others = unseen.length === 1 ? '' : ` and ${unseen.length - 1} more`;
  return [
    `The checkout has changes that are not committed (${shown(first.path)}${others}). A run starts from the last commit and does not see them, unless you commit them first or include them as its first commit (--include-changes).`,
  ];
}

export function versionProblem(version: string | undefined): string | undefined {
  if (version === undefined)
    return 'git was not found. Slipway keeps its work in git; install git 2.38 or newer.';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const newEnough = major > oldestGit.major || (major === oldestGit.major && minor >= oldestGit.minor);
  return newEnough
    ? undefined
    : `git ${version} is too old: merging without a checkout needs git 2.38. Install git 2.38 or newer.`;
}

function findingProblem(finding: Exclude<Finding, { readonly type: 'found' }>, dir: string): string {
  switch (finding.type) {
    case 'no-folder':
      return `There is no folder ${dir}. Name the folder of a git repository.`;
    case 'none':
      return `${dir} is not in a git repository. Change to a repository, or make one: git init, then a first commit.`;
    case 'bare':
      return `${finding.dir} is a bare repository or a git directory, which has no checked-out files. Run slipway in a clone of it.`;
  }
}

async function headOf(
  context: Context,
  found: FoundCheckout,
): Promise<{ readonly branch: string; readonly commit: string } | CheckoutProblem> {
  const { git } = context;
  const { gitDir } = found;
  const [symbolic, at] = await Promise.all([
    git.run({ gitDir, args: ['symbolic-ref', '--quiet', 'HEAD'] }),
    git.run({
      gitDir,
      args: ['rev-parse', '--quiet', '--verify', '--end-of-options', 'HEAD^{commit}'],
    }),
  ]);
  const ref = symbolic.stdout.trim();
  if (symbolic.exit !== 0 || !ref.startsWith('refs/heads/')) {
    const middle = await inTheMiddle(found);
    return {
      problem: `The repository at ${found.path} is on no branch (detached HEAD), so there is nothing a change could be meant for. ${middle ?? 'Check out a branch, or make one here: git switch -c <name>'}`,
      kind: 'refused',
    };
  }
  if (at.exit === 0) return { branch: ref.slice('refs/heads/'.length), commit: at.stdout.trim() };
  const named = await git.run({
    gitDir,
    args: ['rev-parse', '--quiet', '--verify', '--end-of-options', ref],
  });
  return named.exit === 0
    ? {
        problem: `The commit of branch ${ref.slice('refs/heads/'.length)} cannot be read; the repository at ${found.path} may be damaged. Run git fsck there.`,
        kind: 'refused',
      }
    : {
        problem: `The repository at ${found.path} has no commits yet, so there is nothing to start from. Make a first commit.`,
        kind: 'missing',
      };
}

export async function notesOn(context: Context, found: FoundCheckout): Promise<readonly string[]> {
  const [history, lock, middle] = await Promise.all([
    historyWarnings(context, found),
    isThere(path.join(found.gitDir, 'index.lock')),
    inTheMiddle(found),
  ]);
  return [
    ...history,
    ...(middle === undefined
      ? []
      : [
          `${middle} A run starts from the last commit and sees nothing of it; \`land --ff\` has to wait for it.`,
        ]),
    ...(lock
      ? [
          'Another git is at work in the repository, or one ended badly: index.lock is in its git directory. A change cannot be landed into the checkout until that is gone; delete it if no git is running.',
        ]
      : []),
  ];
}

async function historyWarnings(context: Context, found: FoundCheckout): Promise<readonly string[]> {
  if (await isThere(path.join(found.commonDir, 'shallow'))) {
    return [
      'The repository is a shallow clone: its history is cut, and pull requests show only what is here.',
    ];
  }
  return (await isPartial(context, found.commonDir))
    ? ['The repository is a partial clone: its history is taken as cut at the current commit.']
    : [];
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Whether objects may be missing because git would fetch them on demand. */
export async function isPartial(context: Context, commonDir: string): Promise<boolean> {
  const result = await context.git.run({
    gitDir: commonDir,
    args: ['config', '--file', path.join(commonDir, 'config'), '--get-regexp', '(partialclone|\\.promisor)$'],
  });
  return result.exit === 0;
}

async function treeWarnings(
  context: Context,
  found: FoundCheckout,
  { gitDir }: CheckoutView,
): Promise<readonly string[]> {
  const entries = await treeEntries(context, gitDir, 'HEAD');
  const attributes = entries
    .filter((entry) => entry.mode.startsWith('100') && /(?:^|\/)\.gitattributes$/.test(entry.path))
    .slice(0, attributeFilesMax);
  const texts =
    attributes.length === 0
      ? ''
      : await gitOk(context.git, {
          gitDir,
          args: ['cat-file', '--batch'],
          stdin: attributes.map((entry) => `${entry.id}\n`).join(''),
          encoding: 'latin1',
        });
  return [
    ...submoduleWarnings(pinnedIn(entries), await unfilledAt(context, found, entries)),
    ...(/[ \t]filter=/.test(texts)
      ? [
          'Some files are stored through a filter such as Git LFS: they stay pointers, and changes to them are refused.',
        ]
      : []),
  ];
}

const submodulesShownMax = 5;

function submoduleWarnings(all: readonly Pinned[], unfilled: readonly Unfilled[]): readonly string[] {
  if (all.length === 0) return [];
  if (unfilled.length === 0) {
    return [
      'The repository has submodules: they are filled from your clone, and changes inside them are refused.',
    ];
  }
  const left = unfilled.length - submodulesShownMax;
  const names = unfilled.slice(0, submodulesShownMax).map((one) => one.path);
  const which = `${names.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
  return [
    `Submodules that your clone does not have at the commit they are pinned to stay empty (${which}), and what needs them does not run. To have them: git submodule update --init --recursive. Changes inside submodules are refused.`,
  ];
}
