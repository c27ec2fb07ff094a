// The little of Markdown a ticket is read by: headings, labels, list items, code. Line by line, and forgiving.

const heading = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
const codeFence = /^ {0,3}(?:```|~~~)/;
const listItem = /^([ \t]*)([-*+]|\d{1,4}[.)])[ \t]+(?:\[([ xX])\][ \t]+)?(\S.*)$/;
const sentenceEnd = /(?<=[.!?。])\s/;
const labelCharsMax = 60;
/** Deeper than every heading: a label ends where its list or paragraph does. */
export const labelLevel = 7;

export interface Heading {
  readonly level: number;
  readonly text: string;
}

/** A heading without the marks around it. Spaces at the end are cut before the patterns run, because patterns take long over them. */
export function headingOf(line: string): Heading | undefined {
  const [, marks, words] = heading.exec(line.trimEnd()) ?? [];
  if (marks === undefined || words === undefined) return undefined;
  const text = words
    .replace(/[ \t]#+$/, '')
    .trimEnd()
    .replace(/:$/, '')
    .trimEnd();
  return { level: marks.length, text };
}

/** A line of its own that stands for a heading: `Criteria:` or `**Criteria**`, with what follows on the same line. */
export function labelOf(line: string): { readonly text: string; readonly rest: string } | undefined {
  const text = line.trim();
  const [bold, name = ''] = /^\*\*([^*]{1,60})\*\*[ \t]*:?/.exec(text) ?? [];
  if (bold !== undefined) return { text: name.replace(/:$/, ''), rest: text.slice(bold.length).trim() };
  const colon = text.slice(0, labelCharsMax + 1).search(/[:：]/);
  return colon < 1 ? undefined : { text: text.slice(0, colon), rest: text.slice(colon + 1).trim() };
}

export interface ListItem {
  readonly indent: number;
  readonly isNumbered: boolean;
  readonly isBox: boolean;
  readonly text: string;
}

export function listItemOf(line: string): ListItem | undefined {
  const [, indent = '', mark = '', box, text] = listItem.exec(line) ?? [];
  if (text === undefined) return undefined;
  return { indent: indent.length, isNumbered: /^\d/.test(mark), isBox: box !== undefined, text: text.trim() };
}

/** Lines inside fenced code, fences included: a heading or a list there is an example. */
export function codeLines(lines: readonly string[]): ReadonlySet<number> {
  const inside = new Set<number>();
  let open = false;
  for (const [at, line] of lines.entries()) {
    const isFence = codeFence.test(line);
    if (open || isFence) inside.add(at);
    if (isFence) open = !open;
  }
  return inside;
}

export function withoutCode(lines: readonly string[]): readonly string[] {
  const code = codeLines(lines);
  return lines.filter((_, at) => !code.has(at));
}

/** Words without code, addresses, paths and what is quoted: what is left is what the writer says. */
export function proseOf(text: string): string {
  return withoutCode(text.split('\n'))
    .filter((line) => !/^\s{0,3}>/.test(line))
    .join('\n')
    .replaceAll(/`[^`\n]*`|"[^"\n]*"/g, '`')
    .replaceAll(/\S*[/\\]\S*/g, '/');
}

/** Sentences outside code, without marks of lists and headings, as they are written. */
export function sentencesOf(text: string): readonly string[] {
  return withoutCode(text.split('\n'))
    .map((line) => (listItemOf(line)?.text ?? headingOf(line)?.text ?? line).replace(/^\s{0,3}>\s?/, ''))
    .flatMap((line) => line.split(sentenceEnd))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
