// Brings a finished change into the user's repository, on order: as a new branch, or by moving the
// checked-out target forward. The one place of this program that writes to a repository of the user's.
//
// Invariants
//   LAND-1. Landing twice is landing once: what is already there is success.
//   LAND-2. A branch is made, never moved: only the target of a fast-forward moves, and only forward.
//   LAND-3. Objects arrive as a whole pack before any ref names them; no hook and no collection runs.
//   LAND-4. Whether it could be landed can be asked before, by the same rules; a repository that cannot be written is an
//        answer, never an error.

import { access, chmod, cp, open, readdir, rename } from 'node:fs/promises';
import path from 'node:path';

import { messageOf } from '../plain/errors.ts';
import type { FastForward } from './fast-forward.ts';
import { canFastForward, fastForward } from './fast-forward.ts';
import type { FoundCheckout } from './find-checkout.ts';
import { gitOk } from './git-ok.ts';
import { foundAgain } from './look-at-checkout.ts';
import { locationOf, storeOf } from './places.ts';
import type { Context } from './places.ts';
import { withScratch } from './scratch.ts';
import type { LandAnswer, LandRequest } from './workspace.ts';
import { unwritable, writable } from './writable.ts';

/** LAND-4: nothing of this is written, and what would be in the way is said in the words of the landing itself. */
export async function canLand(
  context: Context,
  repository: string,
  request: LandRequest,
): Promise<LandAnswer> {
  return inRepository(context, repository, async (found) => {
    switch (request.how) {
      case 'branch':
        return (
          (await branchTaken(context, found, request)) ??
          writable(found, { git: branchFolders(found, request) })
        );
      case 'fast-forward':
        return canFastForward(context, orderOf(context, { repository, found, request }));
    }
  });
}

export async function land(context: Context, repository: string, request: LandRequest): Promise<LandAnswer> {
  return inRepository(context, repository, async (found) => {
    const order = orderOf(context, { repository, found, request });
    switch (request.how) {
      case 'branch':
        return makeBranch(context, found, request, order.bring);
      case 'fast-forward':
        return fastForward(context, order);
    }
  });
}

/** Alone in the user's repository. LAND-4: what it cannot do there is an answer; nothing is thrown. */
async function inRepository(
  context: Context,
  repository: string,
  work: (found: FoundCheckout) => Promise<LandAnswer>,
): Promise<LandAnswer> {
  try {
    const found = await foundAgain(context, repository);
    return await context.git.exclusive(found.commonDir, async () => {
      try {
        return await work(found);
      } catch (error) {
        return unwritable(found, messageOf(error));
      }
    });
  } catch (error) {
    return refused(messageOf(error));
  }
}

function orderOf(
  context: Context,
  {
    repository,
    found,
    request,
  }: { readonly repository: string; readonly found: FoundCheckout; readonly request: LandRequest },
): FastForward {
  const { target, commit } = request;
  const store = storeOf(context, repository);
  return { found, store, target, commit, bring: () => bringObjects(context, store, found, commit) };
}

/** Where a branch and its objects go. */
function branchFolders(found: FoundCheckout, { branch }: LandRequest): readonly string[] {
  const refs = path.join(found.commonDir, 'refs', 'heads');
  return [path.join(found.commonDir, 'objects', 'pack'), path.dirname(path.join(refs, branch))];
}

export async function userBranch(
  context: Context,
  repository: string,
  branch: string,
): Promise<string | undefined> {
  const { gitDir } = await locationOf(context, repository);
  return branchAt(context, gitDir, branch);
}

async function branchAt(context: Context, gitDir: string, branch: string): Promise<string | undefined> {
  const result = await context.git.run({
    gitDir,
    args: ['rev-parse', '--quiet', '--verify', '--end-of-options', `refs/heads/${branch}`],
  });
  return result.exit === 0 ? result.stdout.trim() : undefined;
}

async function makeBranch(
  context: Context,
  found: FoundCheckout,
  request: LandRequest,
  bring: () => Promise<void>,
): Promise<LandAnswer> {
  const { branch, commit } = request;
  const gitDir = found.commonDir;
  const settled = await branchTaken(context, found, request);
  if (settled !== undefined) return settled;
  await bring();
  const made = await context.git.run({
    gitDir,
    args: ['update-ref', '--end-of-options', `refs/heads/${branch}`, commit, '0'.repeat(commit.length)],
  });
  if (made.exit === 0) return { ok: true };
  const now = await branchAt(context, gitDir, branch);
  if (now === commit) return { ok: true };
  if (now !== undefined) return taken(found, branch, now);
  return refused(
    `git could not make the branch ${branch} in ${found.path}: ${made.stderr.trim()} Remove what is in the way and land again.`,
  );
}

/** The answer, where what is there settles it: it is landed, or the name cannot be had. */
async function branchTaken(
  context: Context,
  found: FoundCheckout,
  { branch, commit }: LandRequest,
): Promise<LandAnswer | undefined> {
  const gitDir = found.commonDir;
  const named = await context.git.run({ gitDir, args: ['check-ref-format', `refs/heads/${branch}`] });
  if (named.exit !== 0 || branch.startsWith('-')) {
    return refused(`${JSON.stringify(branch)} cannot be the name of a branch. Choose another name.`);
  }
  const before = await branchAt(context, gitDir, branch);
  if (before === commit) return { ok: true };
  if (before !== undefined) return taken(found, branch, before);
  const inTheWay = await branchesAround(context, gitDir, branch);
  return inTheWay === undefined
    ? undefined
    : refused(
        `The branch ${branch} cannot be made in ${found.path}, because there is a branch ${inTheWay}, and git keeps the one as a folder of the other. Rename that one (git branch -m ${inTheWay} <other name>) and land again.`,
      );
}

/** A branch whose name is the beginning of this one, or begins with it. */
async function branchesAround(context: Context, gitDir: string, branch: string): Promise<string | undefined> {
  const parts = branch.split('/');
  const above = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
  const listed = await gitOk(context.git, {
    gitDir,
    args: ['for-each-ref', '--format=%(refname:strip=2)', ...[...above, `${branch}/`].map(inHeads)],
  });
  return listed.split('\n').find((name) => above.includes(name) || name.startsWith(`${branch}/`));
}

function inHeads(name: string): string {
  return `refs/heads/${name}`;
}

function taken(found: FoundCheckout, branch: string, at: string): LandAnswer {
  return {
    ok: false,
    reason: 'ref-moved',
    detail: `The branch ${branch} already exists in ${found.path}, at ${at.slice(0, 12)}, which is not this change. Rename or delete it (git branch -m ${branch} <other name>) and land again.`,
  };
}

function refused(detail: string): LandAnswer {
  return { ok: false, reason: 'forge-refused', detail };
}

/** LAND-3: packs what the user's branches do not have, and puts the pack beside theirs. */
async function bringObjects(
  context: Context,
  store: string,
  found: FoundCheckout,
  commit: string,
): Promise<void> {
  await withScratch(context, async (scratch) => {
    await gitOk(context.git, {
      gitDir: store,
      args: ['pack-objects', '--revs', '--quiet', '--delta-base-offset', path.join(scratch, 'pack')],
      stdin: [commit, ...(await sharedCommits(context, store, found)).map((id) => `^${id}`), ''].join('\n'),
    });
    const folder = path.join(found.commonDir, 'objects', 'pack');
    // git takes a pack for there as soon as its index is, so the index goes last.
    const files = (await readdir(scratch)).filter((name) => name.startsWith('pack-'));
    for (const ending of ['.pack', '.idx']) {
      for (const name of files.filter((file) => file.endsWith(ending))) {
        await install(path.join(scratch, name), path.join(folder, name));
      }
    }
  });
}

/** Tips of the user's that the store has as well: what they lead to is in both. */
async function sharedCommits(
  context: Context,
  store: string,
  found: FoundCheckout,
): Promise<readonly string[]> {
  const refs = await gitOk(context.git, {
    gitDir: found.commonDir,
    args: ['for-each-ref', '--format=%(objectname)', 'refs/heads/', 'refs/remotes/', 'refs/tags/'],
  });
  const known = await gitOk(context.git, {
    gitDir: store,
    args: ['cat-file', '--batch-check=%(objectname) %(objecttype)'],
    stdin: refs,
  });
  return known.split('\n').flatMap((line) => (line.endsWith(' commit') ? [line.split(' ')[0] ?? ''] : []));
}

/** Under a name that git clears away by itself, flushed, then renamed: never half a pack. */
async function install(from: string, to: string): Promise<void> {
  const there = await access(to).then(
    () => true,
    () => false,
  );
  if (there) return;
  const making = path.join(path.dirname(to), `tmp_slipway_${path.basename(to)}`);
  await cp(from, making, { force: true });
  const file = await open(making, 'r');
  await file.sync();
  await file.close();
  await chmod(making, 0o444);
  await rename(making, to);
}
