// The scope fence: planned files against the files an attempt really changed, as our own git saw them.
//   FENCE-1. A link that points out of the tree, or a nested repository, is outside the workspace: a person decides.
//   FENCE-2. A protected path needs a grant from the approved plan, even inside the task's own files. A glob opens only what it
//       names: `.github/*.yml` and `**/go.sum` do, `**` and `*.json` do not.
//   FENCE-3. Everything else outside the task's files is a breach. An ordinary one is of files that the task could be given, and
//       that are told in full; what becomes of the work is said in `stages/widening.ts`.
//   FENCE-4. A file whose name could be read as a glob is one only a task that names it so may touch: nobody gives leave for
//       more than they meant.

import type { Task } from '../plan/plan.ts';
import { filesOf } from '../plan/plan.ts';
import { covers, isGlob, isInside } from './paths.ts';
import { isProtected } from './protected-paths.ts';

export interface FencedChange {
  readonly path: string;
  readonly mode: string;
  readonly linkTarget?: string;
}

export interface Fence {
  readonly files: readonly string[];
  readonly grants: readonly string[];
  readonly protectedPaths: readonly string[];
  /** Files that nobody may touch, whoever granted what. */
  readonly kept?: readonly string[];
}

export type FenceVerdict =
  | { readonly inside: true }
  | {
      readonly inside: false;
      readonly reason: 'outside-workspace' | 'protected-path' | 'fence-breach';
      readonly paths: readonly string[];
      readonly ordinary?: true;
    };

const pathsMax = 50;

export function fenceVerdict(changes: readonly FencedChange[], fence: Fence): FenceVerdict {
  const escaping = changes.filter(escapes); // FENCE-1
  if (escaping.length > 0) return refused('outside-workspace', escaping);
  const odd = changes.filter(({ path }) => isGlob(path) && !fence.files.includes(path)); // FENCE-4
  if (odd.length > 0) return refused('fence-breach', odd);
  const outside = changes.filter(
    ({ path }) =>
      fence.kept?.includes(path) === true || (!covers(fence.files, path) && !covers(fence.grants, path)),
  );
  const opening = fence.grants.filter((grant) => !isGlob(grant) || isProtected(fence.protectedPaths, grant));
  const guarded = changes.filter(
    (change) => isProtected(fence.protectedPaths, change.path) && !covers(opening, change.path),
  ); // FENCE-2
  if (guarded.length > 0) return refused('protected-path', guarded);
  if (outside.length === 0) return { inside: true };
  const breach = refused('fence-breach', outside);
  const isOrdinary =
    outside.length <= pathsMax && !outside.some(({ path }) => fence.kept?.includes(path) === true);
  return isOrdinary ? { ...breach, ordinary: true } : breach; // FENCE-3
}

function refused(
  reason: 'outside-workspace' | 'protected-path' | 'fence-breach',
  changes: readonly FencedChange[],
): Extract<FenceVerdict, { inside: false }> {
  return { inside: false, reason, paths: changes.map((change) => change.path).slice(0, pathsMax) };
}

function escapes(change: FencedChange): boolean {
  if (change.mode === '160000' || !isInside(change.path)) return true;
  if (change.linkTarget === undefined) return false;
  if (change.linkTarget.startsWith('/')) return true;
  const parts = [...change.path.split('/').slice(0, -1), ...change.linkTarget.split('/')];
  let depth = 0;
  for (const part of parts) {
    if (part.toLowerCase() === '.git') return true; // not a part of the tree, whatever its depth
    if (part === '..') depth -= 1;
    else if (part !== '.' && part !== '') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

/** What a task was planned to touch and what it touched. */
export interface PlannedAndActual {
  readonly touched: readonly string[];
  /** Planned, and left as it was. */
  readonly untouched: readonly string[];
  /** Not planned, but granted: everything else outside the plan was dropped. */
  readonly granted: readonly string[];
}

/** Undefined where nothing was delivered, or nobody kept which files it was. */
export function plannedAndActual(
  task: Task,
  touched: readonly string[] | undefined,
): PlannedAndActual | undefined {
  if (touched === undefined) return undefined;
  const planned = filesOf(task);
  return {
    touched,
    untouched: planned.filter((entry) => !touched.some((path) => covers([entry], path))),
    granted: touched.filter((path) => !covers(planned, path)),
  };
}
