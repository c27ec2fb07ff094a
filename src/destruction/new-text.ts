// What a change adds to a file, for those who look for destroying words in it: the text without comments, and which of its
// lines were not there before, in this file or in another one that the change takes them from.

import type { FileChange } from '../tamper/change.ts';
import { languageOf } from '../tamper/language.ts';
import { mask } from '../tamper/mask.ts';
import { lineAt } from '../tamper/places.ts';

export interface NewText {
  readonly path: string;
  /** As it is. */
  readonly raw: string;
  /** Without comments; every place is the same place in both. */
  readonly text: string;
  readonly isProgram: boolean;
  readonly isNewAt: (at: number) => boolean;
}

/** Every text of the change that has new lines. */
export function newTexts(changes: readonly FileChange[]): readonly NewText[] {
  const gone = removedLines(changes);
  return changes.flatMap((change) => {
    const raw = change.after?.text;
    if (raw === undefined || change.after?.mode === '120000') return [];
    const before = new Set((change.before?.text ?? '').split('\n').map((line) => line.trim()));
    const fresh = raw.split('\n').map((line) => {
      const said = line.trim();
      return said !== '' && !before.has(said) && !gone.has(said);
    });
    if (!fresh.includes(true)) return [];
    const text = withoutComments(change.path, raw);
    const isNewAt = (at: number): boolean => fresh[lineAt(raw, at) - 1] === true;
    return [{ path: change.path, raw, text, isProgram: languageOf(change.path) !== undefined, isNewAt }];
  });
}

/** What is taken from one place and put into another is nothing new. */
function removedLines(changes: readonly FileChange[]): ReadonlySet<string> {
  const gone = new Set<string>();
  for (const { before, after } of changes) {
    if (before?.text === undefined) continue;
    const still = new Set((after?.text ?? '').split('\n').map((line) => line.trim()));
    for (const line of before.text.split('\n')) {
      const said = line.trim();
      if (said !== '' && !still.has(said)) gone.add(said);
    }
  }
  return gone;
}

export function withoutComments(path: string, text: string): string {
  const language = languageOf(path);
  if (language?.name === 'python') return withoutDocstrings(mask(text, language).words);
  if (language !== undefined) return mask(text, language).words;
  if (isSql(path)) return blanked(text, /--[^\n]*|\/\*[\s\S]*?\*\//g);
  if (/\.(?:xml|html?)$/.test(path)) return blanked(text, /<!--[\s\S]*?-->/g);
  if (/\.(?:proto|graphqls?|gql|prisma)$/.test(path)) {
    return blanked(text, /"""[\s\S]*?"""|\/\*[\s\S]*?\*\/|(?:\/\/|#)[^\n]*/g);
  }
  return blanked(text, /^[ \t]*#[^\n]*|[ \t]#[ \t][^\n]*/gm);
}

/** A string that stands alone tells something and does nothing. */
function withoutDocstrings(text: string): string {
  return blanked(text, /^[ \t]*[rRuU]?(?:"""[\s\S]*?"""|'''[\s\S]*?''')[ \t]*$/gm);
}

export function isSql(path: string): boolean {
  return /\.(?:sql|psql|pgsql|mysql|ddl)$/i.test(path);
}

function blanked(text: string, comments: RegExp): string {
  return text.replaceAll(comments, (found) => found.replaceAll(/[^\n]/g, ' '));
}

/** Every place where this is written newly, first to last. */
export function newPlaces(one: NewText, pattern: RegExp): readonly RegExpExecArray[] {
  return [...one.text.matchAll(pattern)].filter((found) => one.isNewAt(startOf(found)));
}

/** Where the words of a match begin: patterns begin with what stands before them. */
export function startOf(found: RegExpExecArray): number {
  const ahead = /^\s*/.exec(found[0])?.[0].length ?? 0;
  return found.index + ahead;
}
