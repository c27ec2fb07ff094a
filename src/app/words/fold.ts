// Sentences on a terminal that is narrower than they are: folded between words, below where they began. Pure.
//
// Invariants
//   FOLD-1. What stands between backticks stays on one line, so that a command can be copied.
//   FOLD-2. A line that fits, and one that moves the cursor, is left as it is.

import { widthOf } from './columns.ts';

const escape = String.fromCodePoint(0x1b);
/** Every sequence but those for colours. */
const moves = new RegExp(`${escape}(?!\\[[0-9;]*m)`);

/** A label, and what is said of it in a column of its own. */
const labelled = /^\s*\S+(?: \S+){0,2} {2,}(?=\S)/;

export function folded(text: string, width: number): string {
  if (!Number.isFinite(width) || width < 1) return text;
  return text
    .split('\n')
    .map((line) => (widthOf(line) <= width || moves.test(line) ? line : foldedLine(line, width))) // FOLD-2
    .join('\n');
}

function foldedLine(line: string, width: number): string {
  const label = labelled.exec(line)?.[0] ?? '';
  const indent = widthOf(label) <= width / 2 ? label : '';
  const start = indent === '' ? (/^\s*/.exec(line)?.[0] ?? '') : indent;
  const below = ' '.repeat(widthOf(start));
  const lines: string[] = [];
  let now = start;
  let isFresh = true;
  for (const piece of piecesOf(line.slice(start.length))) {
    if (!isFresh && widthOf(now) + 1 + widthOf(piece) > width) {
      lines.push(now.trimEnd());
      now = below;
      isFresh = true;
    }
    now += isFresh ? piece : ` ${piece}`;
    isFresh = false;
  }
  return [...lines, now].join('\n');
}

/** FOLD-1. */
function piecesOf(text: string): readonly string[] {
  return text.match(/(?:`[^`]*`|[^\s`]|`)+/g) ?? [];
}
