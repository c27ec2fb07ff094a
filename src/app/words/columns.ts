// Columns of text that line up on a terminal, whatever colours and scripts they hold. Pure.

import { withoutStyle } from './style.ts';

const gap = '  ';

/** Every row has the columns of the first; the last column is cut where the line would pass `widthMax`. */
export function table(rows: readonly (readonly string[])[], widthMax = Number.POSITIVE_INFINITY): string {
  const columns = rows[0]?.length ?? 0;
  const cells = Array.from({ length: columns }, (_, index) => rows.map((row) => row[index] ?? ''));
  const widths = cells.map((column) => Math.max(0, ...column.map(widthOf)));
  const before = tableWidth(cells.slice(0, -1));
  const lastMax = Math.max(lastMin, widthMax - before);
  return rows
    .map((row) => {
      const shown = row.map((cell, index) =>
        index === columns - 1 ? cut(cell, lastMax) : pad(cell, widths[index] ?? 0),
      );
      return `${shown.join(gap).trimEnd()}\n`;
    })
    .join('');
}

const lastMin = 10;

/** How far to the right the next column would begin. */
export function tableWidth(columns: readonly (readonly string[])[]): number {
  return columns.reduce((sum, cells) => sum + Math.max(0, ...cells.map(widthOf)) + gap.length, 0);
}

export function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - widthOf(text)));
}

/** Columns a text takes: colours take none, marks take none, wide characters take two. */
export function widthOf(text: string): number {
  let width = 0;
  for (const character of withoutStyle(text)) width += columnsOf(character);
  return width;
}

/** Cut to a width, with a sign that something is missing. Colours in a text that has to be cut are dropped. */
export function cut(text: string, widthMax: number): string {
  if (widthOf(text) <= widthMax) return text;
  let width = 0;
  let kept = '';
  for (const character of withoutStyle(text)) {
    width += columnsOf(character);
    if (width > widthMax - 1) break;
    kept += character;
  }
  return `${kept}…`;
}

const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

function columnsOf(character: string): number {
  if (character.length === 1 && character < '\u0300') return 1;
  if (/^[\p{M}\p{Cf}]$/u.test(character)) return 0;
  return wide.test(character) ? 2 : 1;
}
