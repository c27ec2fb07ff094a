// Which files a change takes away for good, and which of them are asked about: those that are used, migrations, or many. What is moved, renamed, rewritten in another language or taken up by another file
// is still there; a test that goes is for the tamper check, and prose and what is generated destroy nothing.

import type { FileChange } from '../tamper/change.ts';
import type { FoundDestruction } from './finding.ts';
import { isNoMatter } from './no-matter.ts';
import type { Use } from './uses.ts';

/** So much of its text found again in what the change adds means that it went there. */
const movedShare = 0.5;

/** From so many on it is a question by itself, used or not. */
const manyFrom = 10;
/** An event is small. */
const filesMax = 200;

export function deletedFiles(changes: readonly FileChange[]): readonly string[] {
  const gone = changes.filter(({ path, before, after }) => {
    if (before === undefined || isNoMatter(path)) return false;
    return after === undefined || isEmptied(before.text, after.text);
  });
  if (gone.length === 0) return [];
  const added = changes.filter(({ before, after }) => before === undefined && after !== undefined);
  const ids = new Set(added.map(({ after }) => after?.id));
  const stems = new Set(added.flatMap(({ path }) => stemsOf(path)));
  const lines = addedLines(changes);
  return gone
    .filter(({ path, before }) => {
      if (ids.has(before?.id) || stemsOf(path).some((stem) => stems.has(stem))) return false;
      return shareOf(before?.text ?? '', lines) < movedShare;
    })
    .map(({ path }) => path);
}

function isEmptied(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && before.trim() !== '' && after !== undefined && after.trim() === '';
}

/** `a/b.js` goes on as `a/b.ts` or as `a/b/index.ts`. */
function stemsOf(path: string): readonly string[] {
  const stem = path.replace(/\.[^./]+$/, '');
  return [stem, stem.replace(/\/(?:index|mod|__init__)$/, '')];
}

function addedLines(changes: readonly FileChange[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { before, after } of changes) {
    if (after?.text === undefined) continue;
    const had = new Set((before?.text ?? '').split('\n').map((line) => line.trim()));
    for (const line of after.text.split('\n')) {
      const said = line.trim();
      if (!had.has(said)) found.add(said);
    }
  }
  return found;
}

/** Lines that only open, close or import say nothing about what a file is. */
function shareOf(text: string, lines: ReadonlySet<string>): number {
  const own = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 4 && !/^(?:import|from|use|using|require|#include|package)\b/.test(line));
  if (own.length === 0) return 0;
  return own.filter((line) => lines.has(line)).length / own.length;
}

export function judgeDeleted(gone: readonly string[], uses: readonly Use[]): readonly FoundDestruction[] {
  const used = gone.flatMap((path): readonly FoundDestruction[] => {
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

function many(gone: readonly string[]): FoundDestruction {
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
