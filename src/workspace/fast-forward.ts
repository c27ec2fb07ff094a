// Moves the user's checked-out branch forward to a commit: files, then index, then branch.
//
// Invariants
//   FAST-FORWARD-1. Refused unless the checkout is on the target, the target is behind the commit, and nothing that
//        is not committed would be lost.
//   FAST-FORWARD-2. git runs with a directory and an index of ours; no filter of the user's takes part, so a change
//        to a filtered file is refused instead of being written wrongly.
//   FAST-FORWARD-3. The user's index is locked, the way git does it, from the first look to the last write. The lock
//        carries our process id, so that one a crash left is known for what it is.
//   FAST-FORWARD-4. After a crash at any point, doing it again finishes it: a file that already is what the commit
//        says stands in nobody's way.
//   FAST-FORWARD-5. Whether it would be refused can be asked before, by the same rules, and nothing is written for it.

import { cp, lstat, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

import { rawChangesBetween } from './changes.ts';
import type { RawChange } from './changes.ts';
import { dirtyPaths, withCheckoutView } from './checkout-view.ts';
import type { CheckoutView, DirtyPath } from './checkout-view.ts';
import { filteredIn } from './filtered.ts';
import type { FoundCheckout } from './find-checkout.ts';
import { gitOk, nulFields, shown } from './git-ok.ts';
import { inFolder } from './ignored.ts';
import { inTheMiddle } from './in-the-middle.ts';
import { occupied } from './occupied.ts';
import type { Context } from './places.ts';
import { isAlive } from './scratch.ts';
import { repositoryMode } from './tree-entries.ts';
import type { LandAnswer } from './workspace.ts';
import { writable } from './writable.ts';

export interface FastForward {
  readonly found: FoundCheckout;
  readonly store: string;
  readonly target: string;
  readonly commit: string;
  readonly bring: () => Promise<void>;
}

const asBranch = 'or land the change as a branch and merge it yourself';
const pathsShownMax = 3;

export async function fastForward(context: Context, order: FastForward): Promise<LandAnswer> {
  const { found, target } = order;
  const start = await startOf(context, order);
  if ('ok' in start) return start;
  const lock = path.join(found.gitDir, 'index.lock');
  if (!(await takeLock(lock))) {
    return refused(lockedSentence(found, lock));
  }
  const problem = await moveFiles(context, order, { before: start.before, lock }).catch(
    async (error: unknown) => {
      await rm(lock, { force: true });
      throw error;
    },
  );
  if (problem !== undefined) {
    await rm(lock, { force: true });
    return refused(problem);
  }
  const update = await context.git.run({
    gitDir: found.gitDir,
    args: [
      'update-ref',
      '-m',
      'slipway: fast-forward',
      '--end-of-options',
      `refs/heads/${target}`,
      order.commit,
      start.before,
    ],
  });
  return update.exit === 0
    ? { ok: true }
    : moved(
        `${target} could not be moved, though the files are in place: ${update.stderr.trim()} Land again.`,
      );
}

/** FAST-FORWARD-1, as far as branches go: the commit the target is at, or the answer where that settles it. */
async function startOf(
  context: Context,
  order: FastForward,
): Promise<LandAnswer | { readonly before: string }> {
  const { found, target, commit } = order;
  const { gitDir } = found;
  const ref = `refs/heads/${target}`;
  const on = await context.git.run({ gitDir, args: ['symbolic-ref', '--quiet', 'HEAD'] });
  if (on.stdout.trim() !== ref) {
    return refused(
      `The checkout at ${found.path} is not on ${target}. Check it out (git switch ${target}), ${asBranch}.`,
    );
  }
  const at = await context.git.run({ gitDir, args: ['rev-parse', '--verify', '--end-of-options', ref] });
  if (at.exit !== 0) {
    return refused(`The branch ${target} has no commits in ${found.path}. ${capital(asBranch)}.`);
  }
  const before = at.stdout.trim();
  if (before === commit) return { ok: true };
  const middle = await inTheMiddle(found);
  if (middle !== undefined) return refused(`${middle} Then land again, ${asBranch}.`);
  if (await isBehind(context, order, before)) return { before };
  return moved(
    `${target} has moved to ${before.slice(0, 12)}, which this change does not contain. Start the run again from there, ${asBranch}.`,
  );
}

async function isBehind(context: Context, order: FastForward, before: string): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', before, order.commit];
  return (await context.git.run({ gitDir: order.store, args })).exit === 0;
}

/** FAST-FORWARD-5. A target that moved is no reason: what is merged then is put onto it first. */
export async function canFastForward(context: Context, order: FastForward): Promise<LandAnswer> {
  const { found } = order;
  const start = await startOf(context, order);
  if ('ok' in start) return start.ok || start.reason === 'ref-moved' ? { ok: true } : start;
  const lock = path.join(found.gitDir, 'index.lock');
  if (await isLocked(lock)) return refused(lockedSentence(found, lock));
  const problem = await whereMovable(context, order, start.before, () => Promise.resolve(undefined));
  if (problem !== undefined) return refused(problem);
  const changes = await rawChangesBetween(context, order.store, start.before, order.commit);
  const touched = changes.map((change) => path.dirname(inFolder(found.path, change.path).toString()));
  return writable(found, {
    git: [found.gitDir, path.join(found.commonDir, 'objects', 'pack')],
    files: new Set([found.path, ...touched]),
  });
}

/** Files and index, after which the lock is gone; the sentence that says why not, where something is in the way. */
async function moveFiles(
  context: Context,
  order: FastForward,
  { before, lock }: { readonly before: string; readonly lock: string },
): Promise<string | undefined> {
  const { found, commit } = order;
  return whereMovable(context, order, before, async ({ view, dirty }) => {
    const how = dirty.length === 0 ? ['-m', '-u', before, commit] : ['--reset', '-u', commit];
    await order.bring();
    const request = { gitDir: view.gitDir, workTree: found.path, index: view.index } as const;
    // A file that was only touched, or copied, is what the index says; read-tree goes by its times.
    await context.git.run({ ...request, args: [...view.settings, 'update-index', '-q', '--refresh'] });
    const result = await context.git.run({
      ...request,
      args: [...view.settings, 'read-tree', '--no-recurse-submodules', ...how],
    });
    if (result.exit !== 0) {
      return `git would not move the files in ${found.path}: ${result.stderr.trim()} Move them out of the way, ${asBranch}.`;
    }
    // FAST-FORWARD-3: the lock becomes the index. Times are kept, because git compares them with those of files.
    await cp(view.index, lock, { preserveTimestamps: true, force: true });
    await rename(lock, path.join(found.gitDir, 'index'));
    return undefined;
  });
}

interface Movable {
  readonly view: CheckoutView;
  /** What is not committed, and already is what the commit says. */
  readonly dirty: readonly DirtyPath[];
}

/** FAST-FORWARD-1, as far as files go: the sentence that says what is in the way, or what comes of `use`. */
async function whereMovable(
  context: Context,
  order: FastForward,
  before: string,
  use: (movable: Movable) => Promise<string | undefined>,
): Promise<string | undefined> {
  const { found, commit } = order;
  const changes = await rawChangesBetween(context, order.store, before, commit);
  if (changes.some((change) => change.mode === repositoryMode)) {
    return `The change touches a submodule, which cannot be moved forward safely. ${capital(asBranch)}.`;
  }
  const changed = new Set(changes.map((change) => change.path));
  return withCheckoutView(
    context,
    { found, head: before, borrow: [path.join(order.store, 'objects')] },
    async (view) => {
      const after = await indexOf(context, view, commit);
      const special = (await sparse(context, view)) ?? (await filtered(context, { view, after, changed }));
      if (special !== undefined) return special;
      const dirty = await inReach(context, { found, view, changes });
      const inTheWay = await notYetMoved(context, { order, view, after, dirty, changes });
      return inTheWay.length > 0 ? inTheWaySentence(found, inTheWay) : use({ view, dirty });
    },
  );
}

/** What is not committed and could be lost: all of what git tracks, and what lies where the change goes. */
async function inReach(
  context: Context,
  state: {
    readonly found: FoundCheckout;
    readonly view: CheckoutView;
    readonly changes: readonly RawChange[];
  },
): Promise<readonly DirtyPath[]> {
  const all = await dirtyPaths(context, state.found, state.view);
  const tracked = all.filter((one) => !one.untracked);
  const known = new Set(tracked.map((one) => one.path));
  const untracked = (await occupied(state.found.path, state.changes)).filter((one) => !known.has(one));
  return [...tracked, ...untracked.map((one) => ({ path: one, untracked: true, staged: false }))];
}

/** An index of the commit, as if everything had been moved. */
async function indexOf(context: Context, view: CheckoutView, commit: string): Promise<string> {
  const index = path.join(view.gitDir, 'index-after');
  await gitOk(context.git, { gitDir: view.gitDir, index, args: ['read-tree', commit] });
  return index;
}

interface Progress {
  readonly order: FastForward;
  readonly view: CheckoutView;
  /** An index of the commit. */
  readonly after: string;
  readonly dirty: readonly DirtyPath[];
  readonly changes: readonly RawChange[];
}

/** FAST-FORWARD-4: of what differs from the commit we come from, that which is not what the new one says either. */
async function notYetMoved(context: Context, progress: Progress): Promise<readonly DirtyPath[]> {
  if (progress.dirty.length === 0) return [];
  const changed = new Set(progress.changes.map((change) => change.path));
  const different = await filesUnlike(context, progress);
  const staged = await stagedUnlike(context, progress);
  return progress.dirty.filter(
    (one) => !changed.has(one.path) || different.has(one.path) || (one.staged && staged.has(one.path)),
  );
}

/** Files that are not what the commit has, or are there though the commit deletes them. */
async function filesUnlike(context: Context, progress: Progress): Promise<ReadonlySet<string>> {
  const { view, changes } = progress;
  const workTree = progress.order.found.path;
  const request = { gitDir: view.gitDir, workTree, index: progress.after } as const;
  // Exit 1 only says that some files differ, which is the question.
  await context.git.run({ ...request, args: [...view.settings, 'update-index', '-q', '--refresh'] });
  const output = await gitOk(context.git, {
    ...request,
    args: [...view.settings, 'diff-files', '-z', '--name-only', '--no-ext-diff', '--ignore-submodules=dirty'],
    encoding: 'latin1',
  });
  const unlike = new Set(nulFields(output));
  for (const change of changes.filter((one) => one.kind === 'deleted')) {
    const stats = await lstat(inFolder(workTree, change.path)).catch(() => undefined);
    if (stats !== undefined && !stats.isDirectory()) unlike.add(change.path);
  }
  return unlike;
}

/** Paths whose entry in the user's index is not what the commit has. */
async function stagedUnlike(context: Context, progress: Progress): Promise<ReadonlySet<string>> {
  const { view, order } = progress;
  const output = await gitOk(context.git, {
    gitDir: view.gitDir,
    index: view.index,
    args: ['diff-index', '--cached', '-z', '--name-only', '--no-renames', '--no-ext-diff', order.commit],
    encoding: 'latin1',
  });
  return new Set(nulFields(output));
}

async function sparse(context: Context, view: CheckoutView): Promise<string | undefined> {
  const listed = await gitOk(context.git, {
    gitDir: view.gitDir,
    index: view.index,
    args: ['ls-files', '-t', '-z'],
    encoding: 'latin1',
  });
  return nulFields(listed).some((field) => field.startsWith('S '))
    ? `The checkout is sparse (some files are left out of it), which a fast-forward would undo. ${capital(asBranch)}.`
    : undefined;
}

/** FAST-FORWARD-2. */
async function filtered(
  context: Context,
  state: { readonly view: CheckoutView; readonly after: string; readonly changed: ReadonlySet<string> },
): Promise<string | undefined> {
  const at = { gitDir: state.view.gitDir, index: state.after };
  const [first] = await filteredIn(context, at, state.changed);
  return first === undefined
    ? undefined
    : `The change touches ${first.path}, which is stored through a filter (${first.filter}) that only your own git can run. ${capital(asBranch)}.`;
}

function inTheWaySentence(found: FoundCheckout, dirty: readonly DirtyPath[]): string {
  const names = dirty.slice(0, pathsShownMax).map((one) => shown(one.path));
  const more = dirty.length > pathsShownMax ? ` and ${dirty.length - pathsShownMax} more` : '';
  return `The checkout at ${found.path} has changes that are not committed (${names.join(', ')}${more}), and a fast-forward could lose them. Commit or stash them and land again, ${asBranch}.`;
}

/** FAST-FORWARD-3. */
async function takeLock(lock: string): Promise<boolean> {
  if (await isLeft(lock)) await rm(lock, { force: true });
  try {
    const file = await open(lock, 'wx');
    await file.writeFile(`slipway ${process.pid}\n`);
    await file.close();
    return true;
  } catch {
    return false;
  }
}

/** By a git at work, or by a Slipway that lives. */
async function isLocked(lock: string): Promise<boolean> {
  return (await lstat(lock).catch(() => undefined)) !== undefined && !(await isLeft(lock));
}

/** One that a crash of ours left is nobody's. */
async function isLeft(lock: string): Promise<boolean> {
  const ours = /^slipway (\d+)\n$/.exec(await readFile(lock, 'latin1').catch(() => ''));
  return ours !== null && !isAlive(Number(ours[1]));
}

function lockedSentence(found: FoundCheckout, lock: string): string {
  return `Another git command is at work in ${found.path}: ${lock} exists. Wait for it; if there is none, delete that file and land again.`;
}

function refused(detail: string): LandAnswer {
  return { ok: false, reason: 'forge-refused', detail };
}

function moved(detail: string): LandAnswer {
  return { ok: false, reason: 'ref-moved', detail };
}

function capital(sentence: string): string {
  return sentence.replace(/^or l/, 'L');
}
