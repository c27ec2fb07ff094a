// A diff for a terminal: coloured line by line, or counted. Pure.

import { forTerminal } from '../../screening/terminal.ts';
import type { Style } from './style.ts';
import { table } from './columns.ts';
import { plural } from '../../views/words/words.ts';

export function renderDiff(diff: string, style: Style): string {
  let inHunk = false;
  const lines = forTerminal(diff).split('\n');
  const painted = lines.map((line) => {
    // Inside a hunk every line begins with a sign, so what looks like a header there is none.
    if (line.startsWith('diff --git ')) inHunk = false;
    if (line.startsWith('@@')) inHunk = true;
    return inHunk ? paintLine(line, style) : style.bold(line);
  });
  return painted.join('\n');
}

function paintLine(line: string, style: Style): string {
  if (line.startsWith('@@')) return style.cyan(line);
  if (line.startsWith('+')) return style.green(line);
  return line.startsWith('-') ? style.red(line) : line;
}

export interface FileStat {
  readonly path: string;
  readonly added: number;
  readonly removed: number;
  readonly binary: boolean;
}

/** Counted from the diff itself. Inside a hunk every line counts, whatever it looks like. */
export function statOf(diff: string): readonly FileStat[] {
  return diff
    .split(/^(?=diff --git )/m)
    .filter((part) => part.startsWith('diff --git '))
    .map((part) => {
      const lines = part.split('\n');
      const start = lines.findIndex((line) => line.startsWith('@@'));
      const body = start < 0 ? [] : lines.slice(start);
      return {
        path: pathOf(lines),
        added: body.filter((line) => line.startsWith('+')).length,
        removed: body.filter((line) => line.startsWith('-')).length,
        binary:
          start < 0 && lines.some((line) => line.startsWith('Binary files ') || line === 'GIT binary patch'),
      };
    });
}

/** The new name, or the old one of a deleted file; a change without content has both in its first line. */
function pathOf(lines: readonly string[]): string {
  const start = lines.findIndex((line) => line.startsWith('@@'));
  const head = start < 0 ? lines : lines.slice(0, start);
  const named = (sign: string): string | undefined =>
    head.find((line) => line.startsWith(`${sign} `) && !line.endsWith('/dev/null'))?.slice(sign.length + 1);
  const quoted = named('+++') ?? named('---') ?? (lines[0] ?? '').replace(/^diff --git .* (?="?b\/)/, '');
  return quoted.replace(/\t$/, '').replace(/^("?)[ab]\//, '$1');
}

export function renderStat(stats: readonly FileStat[], style: Style): string {
  const added = stats.reduce((sum, item) => sum + item.added, 0);
  const removed = stats.reduce((sum, item) => sum + item.removed, 0);
  const rows = stats.map((item) => [
    ` ${forTerminal(item.path)}`,
    item.binary ? 'binary' : style.green(`+${item.added}`),
    item.binary ? '' : style.red(`-${item.removed}`),
  ]);
  return `${table(rows)} ${plural(stats.length, 'file')}, +${added} -${removed}\n`;
}
