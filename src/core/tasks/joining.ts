// What others did to the branch of a pull request, and what was done here: how both become one without anything of either leaving the
// branch.
//   JOINING-1. Once anybody has looked at the pull request, said something on it or pushed to it, nothing that is on its branch leaves
//       it: a target that moved is merged in, and so is what was done while somebody else pushed.
//   JOINING-2. Where both sides changed the same place, the files are as others made them, with all the rest of both sides; the tasks
//       that made ours do that part again on top, and are told both sides.
//   JOINING-3. A person's order to merge holds for the same change with the target in it. It does not for what somebody else pushed,
//       nor for what is done again.

import { driftAfter } from '../plan/drift.ts';
import type { Effect, Head } from '../effects.ts';
import type { Collision, Joined, Joining } from '../onto-branch.ts';
import type { MovedBase } from '../remarks/seen.ts';
import type { RunEvent } from '../events.ts';
import { covers } from '../fence/paths.ts';
import { filesOf } from '../plan/plan.ts';
import type { Repository, Run } from '../run.ts';
import { headsOf, must, naming, repositoryOf } from '../run.ts';
import { seenHere } from '../stages/triage.ts';
import { changed, inRepository } from '../evolve/within.ts';
import { isOf } from './queue.ts';
import { movedOrder } from './replay.ts';

const pushedFirst = 'what somebody else pushed to was pushed';

/** JOINING-1. */
export function isLookedAt({ pullRequest }: Repository): boolean {
  if (pullRequest === undefined) return false;
  const { seen, heard = [], isShared } = pullRequest;
  const isReviewed = seen?.approval === 'approved' || seen?.approval === 'changes-requested';
  return isShared === true || isReviewed || heard.length > 0;
}

/** What belongs to the move that takes in a target that moved. */
export function ontoMovedBase(run: Run): readonly RunEvent[] {
  return run.repositories.flatMap((repository): readonly RunEvent[] => {
    const base = seenHere(run, repository)?.base;
    if (base === undefined) return [];
    const joins = isLookedAt(repository) ? { joins: true as const } : {};
    return [{ type: 'base.moved', ...naming(run, repository), base, ...joins }];
  });
}

/** What belongs to the move that takes in what somebody else pushed. */
export function ontoForeign(run: Run): readonly RunEvent[] {
  return run.repositories.flatMap((repository): readonly RunEvent[] => {
    const foreign = seenHere(run, repository)?.foreign;
    if (foreign?.isOnTop !== true) return [];
    const { commit, tree, base } = foreign;
    const target = base === undefined ? {} : { base };
    return [{ type: 'branch.followed', ...naming(run, repository), head: { commit, tree }, ...target }];
  });
}

/** Theirs is the head, where all of ours was pushed before; else both become one. */
export function onForeign(run: Run, repository: Repository, { commit, tree }: Head, base?: MovedBase): Run {
  const pushed = must(repository.pushed, pushedFirst);
  const pullRequest = { ...must(repository.pullRequest, pushedFirst), isShared: true as const };
  const ours = repository.head.commit;
  const head =
    pushed === ours
      ? { head: { commit, tree } }
      : { joining: { base: pushed, ours, theirs: commit } satisfies Joining };
  const next = inRepository(run, repository, { pushed: commit, pullRequest, ...head });
  return base === undefined ? next : onTarget(next, repository, base);
}

/** The target comes into the branch, which stays as it is. */
export function withTarget(run: Run, repository: Repository, moved: MovedBase): Run {
  const joining = {
    base: repository.base.commit,
    ours: repository.head.commit,
    theirs: moved.commit,
    isTarget: true as const,
  };
  return onTarget(inRepository(run, repository, { joining }), repository, moved);
}

function onTarget(run: Run, repository: Repository, moved: MovedBase): Run {
  const { commit, tree } = moved;
  const { branch } = repository.base;
  return changed(inRepository(run, repository, { base: { branch, commit, tree } }), driftAfter(run, moved));
}

/** Both are one now, as an event and what follows from it. */
export function joinedEvents(
  run: Run,
  effect: Effect<'integrate'>,
  { commit, tree, left }: Joined,
): readonly RunEvent[] {
  const repository = repositoryOf(run, effect);
  const where = naming(run, repository);
  const head = { commit, tree };
  if (left === undefined) return [{ type: 'branch.joined', ...where, head }];
  const { base, ours, theirs } = must(repository.joining, 'what became one was to become one');
  const collision: Collision = { base, mine: ours, others: theirs };
  const feedback = left.detail === undefined ? {} : { feedback: left.detail };
  return [
    { type: 'branch.joined', ...where, head, left },
    ...tasksFor(run, repository, left.paths).map((task): RunEvent => ({
      type: 'task.reopened',
      task,
      ...feedback,
      collision,
    })),
  ];
}

/** JOINING-2. The last one that may touch the file; a document that only the run keeps is nobody's. */
function tasksFor(run: Run, repository: Repository, paths: readonly string[]): readonly string[] {
  const tasks = run.tasks.filter(
    ({ at, task }) => at === 'integrated' && isOf(run, repository, { task: task.id }),
  );
  const last = must(tasks.at(-1), 'a change that was delivered has a task');
  const kept = run.docs.committed.map(({ path }) => path);
  const found = paths.flatMap((path) => {
    const own = tasks.findLast(({ task }) => covers(filesOf(task), path));
    if (own === undefined && kept.includes(path)) return [];
    return [(own ?? last).task.id];
  });
  return [...new Set(found)];
}

/** JOINING-3. */
export function onJoined(run: Run, repository: Repository, head: Head, left: Joined['left']): Run {
  const isTarget = repository.joining?.isTarget === true;
  const next = inRepository(run, repository, { head, joining: undefined });
  return isTarget && left === undefined ? changed(next, movedOrder(run, headsOf(next))) : next;
}
