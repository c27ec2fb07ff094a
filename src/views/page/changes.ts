// A diff as files, hunks and numbered lines, with what reviewers say beside the line they say it about. Pure. Git's own text goes in;
// what is too long is cut off and counted, never half a line.

import type { Finding } from '../../core/roles/verdict.ts';

export interface DiffLine {
  readonly sign: '+' | '-' | ' ';
  readonly text: string;
  readonly old?: number | undefined;
  readonly new?: number | undefined;
}

export interface Hunk {
  readonly heading: string;
  readonly lines: readonly DiffLine[];
}

export interface FoundHere {
  readonly severity: string;
  readonly title: string;
  readonly by: string;
  readonly validation: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
}

export interface ChangedFile {
  readonly path: string;
  readonly kind: 'added' | 'deleted' | 'renamed' | 'changed' | 'binary';
  readonly from?: string | undefined;
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
  /** Tasks that may touch it, by the plan. */
  readonly tasks: readonly string[];
}

const hunkHead = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@ ?(.*)$/;

export interface Parsed {
  readonly files: readonly Omit<ChangedFile, 'tasks'>[];
  /** Lines that were left out. */
  readonly linesLeft: number;
}

/** A line that is longer was written by a program, and nobody reads it. */
const lineCharsMax = 2_000;
/** Of all lines together, so that a page can hold them. */
const charsMax = 6_000_000;

export function parsedDiff(diff: string, linesMax: number): Parsed {
  let room = linesMax;
  let chars = charsMax;
  let linesLeft = 0;
  const files = diff
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff --git '))
    .map((part) => {
      const file = fileOf(part.split('\n'));
      const hunks = file.hunks.flatMap((hunk) => {
        const lines = shownOf(hunk.lines.slice(0, room), chars);
        room -= lines.length;
        chars -= lines.reduce((sum, { text }) => sum + text.length, 0);
        linesLeft += hunk.lines.length - lines.length;
        return lines.length === 0 ? [] : [{ ...hunk, lines }];
      });
      return { ...file, hunks };
    });
  return { files, linesLeft };
}

function shownOf(lines: readonly DiffLine[], chars: number): readonly DiffLine[] {
  const shown: DiffLine[] = [];
  let room = chars;
  for (const line of lines) {
    const text = cut(line.text);
    room -= text.length;
    if (room < 0) break;
    shown.push({ ...line, text });
  }
  return shown;
}

function cut(text: string): string {
  const more = text.length - lineCharsMax;
  return more <= 0 ? text : `${text.slice(0, lineCharsMax)}… ${more} more characters`;
}

function fileOf(lines: readonly string[]): Omit<ChangedFile, 'tasks'> {
  const start = lines.findIndex((line) => line.startsWith('@@'));
  const head = start < 0 ? lines : lines.slice(0, start);
  const hunks = start < 0 ? [] : hunksOf(lines.slice(start));
  const signs = hunks.flatMap((hunk) => hunk.lines.map((line) => line.sign));
  const from = head.find((line) => line.startsWith('rename from '))?.slice('rename from '.length);
  return {
    path: pathOf(head),
    kind: kindOf(head),
    from,
    added: signs.filter((sign) => sign === '+').length,
    removed: signs.filter((sign) => sign === '-').length,
    hunks,
  };
}

function kindOf(head: readonly string[]): ChangedFile['kind'] {
  if (head.some((line) => line.startsWith('Binary files ') || line === 'GIT binary patch')) return 'binary';
  if (head.some((line) => line.startsWith('new file mode '))) return 'added';
  if (head.some((line) => line.startsWith('deleted file mode '))) return 'deleted';
  return head.some((line) => line.startsWith('rename from ')) ? 'renamed' : 'changed';
}

/** The new name, or the old one of a deleted file; a change without content has both in its first line. */
function pathOf(head: readonly string[]): string {
  const named = (sign: string): string | undefined =>
    head.find((line) => line.startsWith(`${sign} `) && !line.endsWith('/dev/null'))?.slice(sign.length + 1);
  const quoted = named('+++') ?? named('---') ?? (head[0] ?? '').replace(/^diff --git .* (?="?b\/)/, '');
  return quoted.replace(/\t$/, '').replace(/^("?)[ab]\//, '$1');
}

function hunksOf(lines: readonly string[]): readonly Hunk[] {
  const hunks: { heading: string; lines: DiffLine[] }[] = [];
  let before = 0;
  let after = 0;
  for (const line of lines) {
    const head = hunkHead.exec(line);
    if (head !== null) {
      before = Number(head[1]);
      after = Number(head[2]);
      hunks.push({ heading: head[3] ?? '', lines: [] });
      continue;
    }
    const here = hunks.at(-1)?.lines;
    const text = line.slice(1);
    if (line.startsWith('+')) here?.push({ sign: '+', text, new: after++ });
    else if (line.startsWith('-')) here?.push({ sign: '-', text, old: before++ });
    else if (line.startsWith(' ')) here?.push({ sign: ' ', text, old: before++, new: after++ });
  }
  return hunks;
}

export function foundBy(by: string, findings: readonly Finding[]): readonly FoundHere[] {
  return findings.map(({ severity, title, validation, file, line }) => {
    return { severity, title, by, validation, file, line };
  });
}
