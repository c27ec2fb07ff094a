// Sections of a text that has to fit a limit of somebody else's: each has room of its own, one takes what is left, and what was
// left out is said, with where it can be read. Pure.
//   FIT-SECTIONS-1. The whole is never longer than the limit, whatever is in the sections.

export interface Section {
  readonly heading?: string;
  readonly lines: readonly string[];
  /** Undefined: it takes what the others leave. */
  readonly charsMax?: number;
  /** Where all of it can be read. */
  readonly whole: string;
}

export function fitSections(sections: readonly Section[], charsMax: number): string {
  const fixed = sections.map((section) =>
    section.charsMax === undefined ? undefined : written(section, section.charsMax),
  );
  const taken = fixed.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  const left = charsMax - taken;
  return sections.map((section, at) => fixed[at] ?? written(section, left)).join('');
}

/** With an empty line after it; nothing where there is nothing to say. */
function written({ heading, lines, whole }: Section, charsMax: number): string {
  if (lines.length === 0) return '';
  const head = heading === undefined ? '' : `## ${heading}\n\n`;
  const all = `${head}${lines.join('\n')}\n\n`;
  if (all.length <= charsMax) return all;
  const end = (count: number): string =>
    `\n*${count} more ${count === 1 ? 'line is' : 'lines are'} left out here: ${whole} has all of them.*\n\n`;
  const room = charsMax - head.length - end(lines.length).length;
  const kept: string[] = [];
  let used = 0;
  for (const line of lines) {
    const rest = room - used;
    if (line.length + 1 > rest) break;
    kept.push(line);
    used += line.length + 1;
  }
  if (kept.length > 0) return `${head}${kept.join('\n')}\n${end(lines.length - kept.length)}`;
  const part = room > 1 ? `${cutAtWord(lines[0] ?? '', room - 1)}\n` : '';
  return `${head}${part}${end(lines.length)}`;
}

/** Never in a word where there is a space near, and never half a character. */
export function cutAtWord(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  const room = text.slice(0, charsMax - 1);
  const space = room.lastIndexOf(' ');
  const end = space > charsMax / 2 ? room.slice(0, space) : room.replace(/[\uD800-\uDBFF]$/, '');
  return `${end.trimEnd()}…`;
}
