// The little of Markdown a ticket is read by: headings, labels, list items, code. Line by line, and forgiving.

const heading = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
const codeFence = /^ {0,3}(?:```|~~~)/;
const listItem = /^([ \t]*)([-*+]|\d{1,4}[.)])[ \t]+(?:\[([ xX])\][ \t]+)?(\S.*)$/;
/** A full stop of an abbreviation ends nothing. */
const sentenceEnd = /(?<=[.!?。])(?<!\b(?:e\.g|i\.e|etc|vs|cf|approx)\.)\s/;
const labelCharsMax = 60;
const boldLabel = /^\*\*([^*]{1,80})\*\*[ \t]*:?/;
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
  const [bold, name = ''] = boldLabel.exec(text) ?? [];
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

type LineKind = 'blank' | 'code' | 'item' | 'text';

/** Lines inside code, fenced (fences included) or indented: a heading or a list there is an example. */
export function codeLines(lines: readonly string[]): ReadonlySet<number> {
  const inside = new Set<number>();
  let open = false;
  let before: LineKind = 'blank';
  for (const [at, line] of lines.entries()) {
    const isFence = codeFence.test(line);
    // What is indented below a list item goes on with it, and below a paragraph with that.
    const isIndented = /^(?: {4}|\t)/.test(line) && (before === 'blank' || before === 'code');
    if (open || isFence || (isIndented && line.trim() !== '')) inside.add(at);
    if (isFence) open = !open;
    before = followedBy(before, line, inside.has(at));
  }
  return inside;
}

function followedBy(before: LineKind, line: string, isCode: boolean): LineKind {
  if (line.trim() === '') return before === 'item' || before === 'code' ? before : 'blank';
  if (isCode) return 'code';
  if (before === 'item' && /^[ \t]/.test(line)) return before;
  return listItemOf(line) === undefined ? 'text' : 'item';
}

function withoutCode(lines: readonly string[]): readonly string[] {
  const code = codeLines(lines);
  return lines.filter((_, at) => !code.has(at));
}

/** Words without code, addresses, paths and what is quoted: what is left is what the writer says. */
export function proseOf(text: string): string {
  return withoutCode(text.split('\n'))
    .filter((line) => !/^\s{0,3}>/.test(line))
    .join('\n')
    .replaceAll(/`[^`\n]*`|"[^"\n]*"/g, '`')
    .replaceAll(/\S+/g, (word) => (/[/\\]/.test(word) ? '/' : word));
}

export interface Block {
  readonly kind: 'heading' | 'item' | 'prose';
  /** Of an item: how far it is indented, and its mark. */
  readonly item?: ListItem;
  readonly text: string;
}

/**
 * What stands together outside code: a heading, a list item with what goes on below it, a paragraph. A line that only ended
 * because the page did is joined to the one before it.
 */
export function blocksOf(lines: readonly string[]): readonly Block[] {
  const code = codeLines(lines);
  const blocks: Block[] = [];
  let open = false;
  for (const [at, line] of lines.entries()) {
    if (code.has(at) || line.trim() === '') {
      open = false;
      continue;
    }
    const starts = startOf(line);
    const last = blocks.at(-1);
    const isMore = open || (last?.kind === 'item' && /^[ \t]/.test(line));
    if (starts === undefined && last !== undefined && isMore) {
      blocks.splice(-1, 1, { ...last, text: `${last.text} ${words(line)}` });
    } else blocks.push(starts ?? { kind: 'prose', text: words(line) });
    open = starts?.kind !== 'heading';
  }
  return blocks;
}

function startOf(line: string): Block | undefined {
  const item = listItemOf(line);
  if (item !== undefined) return { kind: 'item', item, text: item.text };
  const found = headingOf(line);
  return found === undefined ? undefined : { kind: 'heading', text: found.text };
}

function words(line: string): string {
  return line.replace(/^\s{0,3}>\s?/, '').trim();
}

export interface Code {
  readonly kind: 'code';
  /** Without fences, and without the indent they share. */
  readonly lines: readonly string[];
}

/** Everything in order: what stands together outside code, and each run of code between. */
export function piecesOf(lines: readonly string[]): readonly (Block | Code)[] {
  const code = codeLines(lines);
  const runs: { isCode: boolean; lines: string[] }[] = [];
  for (const [at, line] of lines.entries()) {
    const last = runs.at(-1);
    const isCode = code.has(at) || (line.trim() === '' && last?.isCode === true);
    if (last?.isCode === isCode) last.lines.push(line);
    else runs.push({ isCode, lines: [line] });
  }
  return runs.flatMap((run): readonly (Block | Code)[] =>
    run.isCode ? codeOf(run.lines) : blocksOf(run.lines),
  );
}

function codeOf(lines: readonly string[]): readonly Code[] {
  const inner = lines.filter((line) => !codeFence.test(line));
  const full = inner.filter((line) => line.trim() !== '');
  if (full.length === 0) return [];
  const indent = Math.min(...full.map((line) => line.search(/\S/)));
  return [{ kind: 'code', lines: inner.map((line) => line.slice(indent).trimEnd()) }];
}

/** Sentences outside code, without marks of lists and headings, as they are written. */
export function sentencesOf(text: string): readonly string[] {
  return blocksOf(text.split('\n')).flatMap(sentencesIn);
}

export function sentencesIn({ text }: Block): readonly string[] {
  return text
    .split(sentenceEnd)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
