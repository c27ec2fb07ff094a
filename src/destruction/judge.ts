// What a change destroys. Pure; it reads both sides of every changed file, which files the tree has, and who still uses what is
// gone, and believes nothing that a plan or an agent says. What follows from a finding is decided in `core/stages/destroying.ts`.
//   DESTRUCTION-JUDGE-1. What was there before is not asked about: only what the change takes away, and only new lines that take away.
//   DESTRUCTION-JUDGE-2. What is moved, renamed or rebuilt is not destroyed; nor is what a migration has for the way back.
//   DESTRUCTION-JUDGE-3. A text it cannot take apart gives fewer findings, never an error.

import { destructionKinds } from '../core/evidence/destruction.ts';
import type { FileChange } from '../tamper/change.ts';
import { judgeCommands } from './commands.ts';
import { judgeContracts } from './contracts.ts';
import { deletedFiles, judgeDeleted } from './deleted.ts';
import { judgeEntries, manifestsWanted } from './entries.ts';
import type { FoundDestruction } from './finding.ts';
import { judgeMigrations } from './migrations.ts';
import { newTexts } from './new-text.ts';
import { isNoMatter, isPage } from './no-matter.ts';
import { judgeRemovals } from './removals.ts';
import { judgeSchemas } from './schemas.ts';
import { judgeSql } from './sql.ts';
import type { Use } from './uses.ts';

/** What the judge has to know of the tree beside the change. */
export interface Around {
  /** Whether the base has this file, or a folder of this name. */
  readonly isTracked: (path: string) => boolean;
  /** Who uses what is gone, of the files that `wantedAround` named. */
  readonly uses: readonly Use[];
  readonly manifests: ReadonlyMap<string, string>;
}

/** What has to be looked for in the tree before this change can be judged. */
export function wantedAround(changes: readonly FileChange[]): {
  readonly gone: readonly string[];
  readonly manifests: readonly string[];
} {
  return { gone: deletedFiles(changes), manifests: manifestsWanted(changes) };
}

export function judgeDestruction(
  changes: readonly FileChange[],
  around: Around,
): readonly FoundDestruction[] {
  const texts = newTexts(changes).filter(({ path }) => !isNoMatter(path) && !isPage(path));
  const found = [
    ...judgeDeleted(deletedFiles(changes), around.uses),
    ...judgeContracts(changes),
    ...judgeEntries(changes, around.manifests),
    ...judgeSchemas(changes),
    ...texts.flatMap((one) => [
      ...judgeSql(one),
      ...judgeMigrations(one),
      ...judgeCommands(one, around.isTracked),
      ...judgeRemovals(one, around.isTracked),
    ]),
  ];
  return found.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
}

const digits = 9;

/** By kind, then by place. */
function orderOf({ kind, file, line = 0, what }: FoundDestruction): string {
  return [destructionKinds.indexOf(kind), file, String(line).padStart(digits, '0'), what].join('\0');
}
