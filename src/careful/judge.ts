// What of a change touches concurrent or distributed code. Pure: it reads both sides of the changed files where the diff shows
// them, which is what a reviewer sees, and believes nothing that a plan or an agent says.
//   CAREFUL-1. Only what the diff shows counts, changed lines and those around them: a lock at the other end of the file is not touched.
//   CAREFUL-2. Comments, prose, tests and what is generated are no such code, and neither is a string, unless it is SQL or names a library.
//   CAREFUL-3. A file says each thing once, at the first line.

import type { Care } from '../core/evidence/careful.ts';
import { isSql, withoutComments } from '../destruction/new-text.ts';
import { isNoMatter, isPage } from '../destruction/no-matter.ts';
import type { FileChange } from '../tamper/change.ts';
import { languageOf } from '../tamper/language.ts';
import { mask } from '../tamper/mask.ts';
import type { Sign } from './signs.ts';
import { signs } from './signs.ts';

/** Lines from..to, both counted from 1, that the diff shows of one side. */
export interface ShownLines {
  readonly from: number;
  readonly to: number;
}

/** What the diff shows of a file, of both sides. */
export interface ShownSides {
  readonly before: readonly ShownLines[];
  readonly after: readonly ShownLines[];
}

export function judgeCareful(
  changes: readonly FileChange[],
  shownOf: (path: string) => ShownSides | undefined,
): readonly Care[] {
  return changes.flatMap(({ path, before, after }) => {
    const shown = shownOf(path);
    if (shown === undefined || isNoMatter(path) || isPage(path)) return [];
    const found = [
      ...caresIn(path, after?.text ?? '', shown.after),
      // What is taken out stands where it stood before.
      ...caresIn(path, before?.text ?? '', shown.before),
    ];
    return found.filter((one, at) => found.findIndex(({ what }) => what === one.what) === at); // CAREFUL-3
  });
}

interface Texts {
  readonly code: readonly string[];
  readonly words: readonly string[];
}

function caresIn(path: string, text: string, shown: readonly ShownLines[]): readonly Care[] {
  const texts = shown.length === 0 || text === '' ? undefined : textsOf(path, text);
  if (texts === undefined) return [];
  const language = isSql(path) ? 'sql' : languageOf(path)?.name;
  return signs
    .filter(({ languages }) => languages === undefined || languages.some((name) => name === language))
    .flatMap((sign) => {
      const line = firstLine(texts, sign, shown);
      return line === undefined ? [] : [{ kind: sign.kind, file: path, line, what: sign.what }];
    });
}

/** CAREFUL-2. Nothing of a file that is no program. */
function textsOf(path: string, text: string): Texts | undefined {
  const language = languageOf(path);
  if (language === undefined && !isSql(path)) return undefined;
  const words = withoutComments(path, text).split('\n');
  return { code: language === undefined ? words : mask(text, language).code.split('\n'), words };
}

function firstLine(
  { code, words }: Texts,
  { pattern, quoted }: Sign,
  shown: readonly ShownLines[],
): number | undefined {
  const lines = quoted === true ? words : code;
  for (const { from, to } of shown) {
    for (let line = from; line <= to; line += 1) {
      if (pattern.test(lines[line - 1] ?? '')) return line;
    }
  }
  return undefined;
}
