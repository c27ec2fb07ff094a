// The bare repository of a local forge: made on demand, receives commits from the store, moves branches
// by compare-and-set. Knows nothing of pull requests.
//
// Invariants
//   BARE-1. The repository is whole or absent: made beside its place, then moved there.
//   BARE-2. A branch moves only from the commit the caller named; two processes cannot both move it.
//   BARE-3. Every object a branch needs is here, synced, before the branch names it.

import { appendFile, mkdtemp, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

import type { Git } from '../../workspace/git.ts';
import type { ForgeAnswer } from '../forge.ts';
import { answered, done, gitFailed, moved, refused } from './answers.ts';
import type { RepositoryPlaces, LocalRefused } from './answers.ts';
import { codeOf } from '../../plain/errors.ts';
import { syncFolder } from './records.ts';

/** Refuses what git would read as a pattern, a range or an option; git itself refuses the rest. */
const branchName = /^(?![-/.])(?!.*(?:\.\.|@\{|\/\/|\/\.))[^\s~^:?*[\\\p{Cc}]{1,200}$/u;

/**
 * Nothing is collected by itself, and what was written stays written: a branch may be all that is left of a
 * run. Two processes that move one branch wait for each other instead of failing after a tenth of a second.
 */
const settings =
  '[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n[core]\n\tfsync = all\n\tfilesRefLockTimeout = 10000\n';

export function refOf(branch: string): ForgeAnswer<string> {
  return branchName.test(branch)
    ? answered(`refs/heads/${branch}`)
    : refused(`"${branch}" cannot be the name of a branch. Choose a name that git accepts.`);
}

/** BARE-1. Safe to repeat, also after a crash, also from two processes. */
export async function ensureBare(git: Git, places: RepositoryPlaces): Promise<ForgeAnswer<void>> {
  if (await exists(places.forge)) return done;
  if (!(await exists(places.store))) {
    return refused(
      `The home has no copy of repository ${places.repository} yet, so there is nothing to push from. Start a run in that repository first.`,
    );
  }
  const format = await git.run({ gitDir: places.store, args: ['rev-parse', '--show-object-format'] });
  if (format.exit !== 0) return gitFailed(places, 'read the store', format);
  const temporary = await mkdtemp(path.join(places.root, '.forge-'));
  try {
    const made = await git.run({
      gitDir: temporary,
      args: [
        'init',
        '--bare',
        '--quiet',
        '--template=',
        '--initial-branch=main',
        `--object-format=${format.stdout.trim()}`,
      ],
    });
    if (made.exit !== 0) return gitFailed(places, 'make the bare repository', made);
    await appendFile(path.join(temporary, 'config'), settings);
    return await moveIntoPlace(temporary, places);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The commit of a branch; `undefined` where the branch, or the whole repository, is not there. */
export async function headOf(
  git: Git,
  places: RepositoryPlaces,
  branch: string,
): Promise<ForgeAnswer<string | undefined>> {
  const ref = refOf(branch);
  if (!ref.ok) return ref;
  return (await exists(places.forge)) ? readRef(git, places, ref.value) : answered(undefined);
}

/** A ref that is not there and a git that failed are told apart: the first is an answer, the second is none. */
export async function readRef(
  git: Git,
  places: RepositoryPlaces,
  ref: string,
): Promise<ForgeAnswer<string | undefined>> {
  const listed = await git.run({
    gitDir: places.forge,
    args: ['for-each-ref', '--format=%(refname) %(objectname)', '--', ref],
  });
  if (listed.exit !== 0) return gitFailed(places, `read ${ref}`, listed);
  const line = listed.stdout.split('\n').find((text) => text.startsWith(`${ref} `));
  return answered(line?.slice(ref.length + 1).trim());
}

/** BARE-3. Copies a commit and all it needs from one of our repositories to the other, optionally under a ref. */
export async function transfer(
  git: Git,
  places: RepositoryPlaces,
  way: { readonly from: string; readonly to: string; readonly commit: string; readonly keepAs?: string },
): Promise<ForgeAnswer<void>> {
  // A store made from a shallow clone is shallow; without --update-shallow git leaves the commit out and still ends with 0.
  const options =
    '--quiet --no-tags --no-write-fetch-head --no-auto-maintenance --no-recurse-submodules --update-shallow';
  const refspec = way.keepAs === undefined ? way.commit : `+${way.commit}:${way.keepAs}`;
  const copied = await git.run({
    gitDir: way.to,
    args: ['fetch', ...options.split(' '), '--', way.from, refspec],
  });
  return copied.exit === 0 ? done : gitFailed(places, `copy commit ${way.commit}`, copied);
}

/** BARE-2. `expected` absent: the branch must not exist. */
export async function moveBranch(
  git: Git,
  places: RepositoryPlaces,
  move: { readonly branch: string; readonly commit: string; readonly expected: string | undefined },
): Promise<ForgeAnswer<void>> {
  const ref = refOf(move.branch);
  if (!ref.ok) return ref;
  const old = move.expected ?? '0'.repeat(move.commit.length);
  const set = await git.run({
    gitDir: places.forge,
    args: ['update-ref', '--no-deref', '--', ref.value, move.commit, old],
  });
  if (set.exit === 0) return done;
  const now = await headOf(git, places, move.branch);
  if (!now.ok) return now;
  if (now.value === move.commit) return done;
  if (now.value !== move.expected) return leaseLost(move.branch, move.expected, now.value);
  if (set.stderr.includes('cannot create')) {
    return refused(
      `Branch ${move.branch} cannot be made on the forge: another branch's name begins with it, or it begins with another's. Delete or rename that branch.`,
    );
  }
  return gitFailed(places, `move branch ${move.branch}`, set);
}

export function leaseLost(
  branch: string,
  expected: string | undefined,
  now: string | undefined,
): LocalRefused {
  const wanted = expected === undefined ? 'not to exist' : `at ${expected}`;
  const found = now === undefined ? 'it does not exist' : `it is at ${now}`;
  return moved(
    `Branch ${branch} was expected ${wanted}, but ${found}: somebody else pushed. Look at that commit before anything is pushed over it.`,
  );
}

async function moveIntoPlace(temporary: string, places: RepositoryPlaces): Promise<ForgeAnswer<void>> {
  try {
    await rename(temporary, places.forge);
  } catch (error) {
    const code = codeOf(error);
    if (code !== 'EEXIST' && code !== 'ENOTEMPTY') throw error;
    return done; // another process made it meanwhile
  }
  await syncFolder(places.root);
  return done;
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}
