// A ticket's text as parts with one name each, whatever its headings call them.

import type { FieldName } from './headings.ts';
import { fieldNames, fieldOf } from './headings.ts';
import { codeLines, headingOf, labelLevel, labelOf, listItemOf } from './markdown.ts';

export interface Section {
  /** Undefined: a heading nobody knows. What stands before the first heading is the description. */
  readonly field: FieldName | undefined;
  /** 1 to 6 for a heading, `labelLevel` for a label. */
  readonly level: number;
  /** The words of a heading that nobody knows. */
  readonly heading?: string;
  readonly lines: readonly string[];
}

interface Start {
  readonly field: FieldName | undefined;
  readonly level: number;
  readonly heading?: string;
  readonly rest?: string;
}

/** Headings that nobody knows end a part of their own level; below a known part they belong to it. */
export function sectionsOf(text: string): readonly Section[] {
  const lines = text.split('\n');
  const code = codeLines(lines);
  const sections: (Omit<Section, 'lines'> & { readonly lines: string[] })[] = [
    { field: 'description', level: 0, lines: [] },
  ];
  for (const [at, line] of lines.entries()) {
    const now = sections.at(-1);
    const start = code.has(at) ? undefined : startOf(line, now);
    if (start === undefined) now?.lines.push(line);
    else {
      const { rest, ...section } = start;
      sections.push({ ...section, lines: rest === undefined || rest === '' ? [] : [rest] });
    }
  }
  return sections;
}

function startOf(line: string, now: Pick<Section, 'field' | 'level'> | undefined): Start | undefined {
  const heading = headingOf(line);
  if (heading !== undefined) {
    const named = fieldOf(heading.text);
    const isPart =
      named === undefined && now?.field !== undefined && now.level > 0 && heading.level > now.level;
    if (isPart) return undefined;
    return { field: named, level: heading.level, ...(named === undefined && { heading: heading.text }) };
  }
  const label = listItemOf(line) === undefined ? labelOf(line) : undefined;
  const named = label && fieldOf(label.text);
  // What nobody knows ends a part that has only a label, where it is written as one itself.
  const isOther = named === undefined && now?.level === labelLevel && isBold(line);
  if (isOther) return { field: undefined, level: labelLevel };
  return label === undefined || named === undefined
    ? undefined
    : { field: named, level: labelLevel, rest: label.rest };
}

function isBold(line: string): boolean {
  return /^\*\*[^*]+\*\*:?$/.test(line.trim());
}

/** The words of every part there are words for, in one order. */
export function fieldsOf(text: string): Readonly<Partial<Record<FieldName, string>>> {
  const sections = sectionsOf(text);
  return Object.fromEntries(
    fieldNames.flatMap((field) => {
      const words = sections
        .filter((section) => section.field === field)
        .map((section) => section.lines.join('\n').trim())
        .filter((part) => part !== '')
        .join('\n\n');
      return words === '' ? [] : [[field, words] as const];
    }),
  );
}
