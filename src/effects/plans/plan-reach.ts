// What the folders and globs of a plan come to in the tree it is made for. Pure. Limits that count files count these:
// who writes `src/*.ts` for forty files has a task of forty files.

import { isRiskyPath } from '../../core/plan/when-audited.ts';
import { covers, isFile, isInside } from '../../core/fence/paths.ts';
import type { Reach, Task } from '../../core/plan/plan.ts';
import { filesOf } from '../../core/plan/plan.ts';
import type { Policy } from '../../core/policy.ts';
import { codeIn } from './plan-tier.ts';

type Touching = Pick<Task, 'id' | 'files' | 'tests'>;
type Limits = Policy['plan'];

/** Undefined where a plan names files only: then it says itself how many they are. */
export function reachOf(
  tasks: readonly Touching[],
  tree: readonly string[],
  limits: Limits,
): Reach | undefined {
  const entries = tasks.flatMap(filesOf).filter(isInside);
  if (entries.every(isFile)) return undefined;
  const files = spread(entries, tree);
  const own = tasks.flatMap(({ files: named }) => named.filter(isInside));
  const unknown = (some: readonly string[]): number =>
    new Set(some.filter((entry) => isUnknown(entry, tree))).size * (limits.filesPerTaskMax - 1);
  return {
    files: files.size + unknown(entries),
    code: codeIn([...spread(own, tree)]) + unknown(own),
    ...([...files].some((file) => isRiskyPath(file, limits)) ? { risky: true } : {}),
  };
}

/** Nothing is there for it yet, and it is more than a file: it may become as many as a task may have. */
function isUnknown(entry: string, tree: readonly string[]): boolean {
  return !isFile(entry) && !tree.some((path) => covers([entry], path));
}

/** The files that entries stand for. One that nothing is there for yet is to become a file. */
function spread(entries: readonly string[], tree: readonly string[]): ReadonlySet<string> {
  return new Set(
    entries.flatMap((entry) => {
      const found = isFile(entry) ? [] : tree.filter((path) => covers([entry], path));
      return found.length === 0 ? [entry] : found;
    }),
  );
}

/** Below this a share of the tree says nothing: many a repository is one folder. */
const wideFilesMin = 10;

/** Entries that stand for half of the tree, or for more files than a task may touch. */
export function reachProblems(
  task: Touching,
  tree: readonly string[],
  { filesPerTaskMax }: Limits,
): readonly string[] {
  const entries = filesOf(task).filter(isInside);
  const counts = entries
    .filter((entry) => !isFile(entry))
    .map((entry) => ({ entry, files: spread([entry], tree).size }));
  const wide = counts.filter(({ files }) => files > wideFilesMin && files * 2 > tree.length);
  if (wide.length > 0) {
    return wide.map(
      ({ entry, files }) =>
        `task ${task.id}: '${entry}' stands for ${files} of the ${tree.length} files there are; name the files, a folder or a narrower glob`,
    );
  }
  const files = spread(entries, tree).size;
  // What is too much by names alone is told by the contract.
  if (files <= filesPerTaskMax || entries.length > filesPerTaskMax) return [];
  const told = counts.map((count) => `'${count.entry}' is ${count.files}`).join(', ');
  return [`task ${task.id} may touch ${files} files (${told}); at most ${filesPerTaskMax} are allowed`];
}
