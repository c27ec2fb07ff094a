// What a change destroys. Pure; it reads both sides of every changed file, which files the tree has, and who still uses what is
// gone, and believes nothing that a plan or an agent says. What follows from a finding is decided in `core/stages/destroying.ts`.
//   DESTRUCTION-JUDGE-1. What was there before is not asked about: only what the change takes away, and only new lines that take away.
//   DESTRUCTION-JUDGE-2. What is moved, renamed or rebuilt is not destroyed; nor is what a migration has for the way back.
//   DESTRUCTION-JUDGE-3. A text it cannot take apart gives fewer findings, never an error.

import { destructionKinds } from '../core/evidence/destruction.ts';
import type { FileChange } from '../tamper/change.ts';
import { judgeCommands } from './commands.ts';
import { judgeContracts } from './contracts.ts';
import { deletedFiles } from './deleted.ts';
import { judgeEntries, manifestsWanted } from './entries.ts';
import type { Found } from './finding.ts';
import { judgeMigrations } from './migrations.ts';
import { newTexts } from './new-text.ts';
import { isNoMatter, isPage } from './no-matter.ts';
import { judgeRemovals } from './removals.ts';
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

/** From so many on it is a question by itself, used or not. */
const manyFrom = 10;
/** An event is small. */
const filesMax = 200;

export function judgeDestruction(changes: readonly FileChange[], around: Around): readonly Found[] {
  const texts = newTexts(changes).filter(({ path }) => !isNoMatter(path) && !isPage(path));
  const found = [
    ...judgeDeleted(deletedFiles(changes), around.uses),
    ...judgeContracts(changes),
    ...judgeEntries(changes, around.manifests),
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
function orderOf({ kind, file, line = 0, what }: Found): string {
  return [destructionKinds.indexOf(kind), file, String(line).padStart(digits, '0'), what].join('\0');
}

function judgeDeleted(gone: readonly string[], uses: readonly Use[]): readonly Found[] {
  const used = gone.flatMap((path): readonly Found[] => {
    const first = uses.find((use) => use.path === path);
    if (first !== undefined) {
      const words = `It is deleted, and \`${first.by}:${first.line}\` uses it.`;
      return [{ kind: 'file-deleted', file: path, what: 'the file', words }];
    }
    if (!isMigration(path)) return [];
    const words = 'A migration is deleted: where it has run, nobody knows of it any more.';
    return [{ kind: 'file-deleted', file: path, what: 'the migration', words }];
  });
  return gone.length < manyFrom ? used : [...used, many(gone)];
}

function isMigration(path: string): boolean {
  return (
    /(?:^|\/)(?:migrations?|migrate|db\/migrate|alembic\/versions)\/[^/]*(?:\d{3}|V\d)[^/]*(?:\.\w+|\/migration\.sql)$/i.test(
      path,
    ) && !/__init__/.test(path)
  );
}

function many(gone: readonly string[]): Found {
  const folder = sharedFolder(gone);
  const what = `${gone.length} files`;
  const shown = gone.slice(0, 3).map((path) => `\`${path}\``);
  const words = `${what} are deleted${folder === '' ? '' : ` below \`${folder}\``}: ${shown.join(', ')} and ${gone.length - shown.length} more.`;
  return {
    kind: 'many-deleted',
    file: folder === '' ? (gone[0] ?? '') : folder,
    what,
    words,
    ...(gone.length <= filesMax ? { files: gone } : {}),
  };
}

function sharedFolder(paths: readonly string[]): string {
  const [first, ...rest] = paths.map((path) => path.split('/').slice(0, -1));
  let shared: readonly string[] = first ?? [];
  for (const parts of rest) {
    const at = shared.findIndex((part, index) => parts[index] !== part);
    if (at >= 0) shared = shared.slice(0, at);
  }
  return shared.join('/');
}
