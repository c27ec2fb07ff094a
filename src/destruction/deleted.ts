// Which files a change takes away for good. What is moved, renamed, rewritten in another language or taken up by another file
// is still there; a test that goes is for the tamper check, and prose and what is generated destroy nothing.

import type { FileChange } from '../tamper/change.ts';
import { isNoMatter } from './no-matter.ts';

/** So much of its text found again in what the change adds means that it went there. */
const movedShare = 0.5;

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
