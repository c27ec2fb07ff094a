// Reads the parts of a ticket out of Markdown or plain text. Pure, line by line, and forgiving: what it
// does not recognise stays in the body, so nothing a person wrote is lost.

import { parse } from 'yaml';
import { z } from 'zod';

/** What the text says about itself; the words are as written. */
export interface Parts {
  readonly id?: string;
  readonly title?: string;
  readonly type?: string;
  readonly body: string;
  readonly criteria: readonly string[];
}

interface Section {
  /** 1 to 6 for a heading, 7 for a plain line that ends with a colon or stands in bold. */
  readonly level: number;
  readonly from: number;
}

const aliasesMax = 0;
const metaLinesMax = 12;
const heading = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$/;
const metaLine = /^[ \t]*(?:[-*][ \t]+)?\**(id|ticket|type)\**:\**[ \t]*`?([^\s`]+)`?[ \t]*$/i;
const criteriaWords = /^(?:acceptance[ \t_-]+)?criteria$/i;
const listItem = /^([ \t]*)(?:[-*+]|\d{1,4}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(\S.*)$/;
const codeFence = /^ {0,3}(?:```|~~~)/;
const yamlFence = /^---[ \t]*$/;

const words = z.union([z.string(), z.array(z.string())]);
const frontMatterShape = z.looseObject({
  id: z.string().optional(),
  ticket: z.string().optional(),
  title: z.string().optional(),
  type: z.string().optional(),
  criteria: words.optional(),
  acceptance_criteria: words.optional(),
});

export function partsOf(text: string): Parts {
  const { front, rest } = splitFrontMatter(text.split('\n'));
  const { meta, lines } = takeMeta(rest);
  const top = titleHeading(lines);
  const title = front.title ?? top?.title;
  const body = top === undefined || front.title !== undefined ? lines : lines.toSpliced(top.at, 1);
  const listed = front.criteria ?? front.acceptance_criteria;
  const id = front.id ?? front.ticket ?? meta.get('id') ?? meta.get('ticket');
  const type = front.type ?? meta.get('type');
  return {
    ...(id === undefined ? {} : { id }),
    ...(title === undefined ? {} : { title }),
    ...(type === undefined ? {} : { type }),
    body: body.join('\n').trim(),
    criteria: listed === undefined ? criteriaIn(lines) : criteriaFrom(listed),
  };
}

/** Criteria given as a list, or as one text with a criterion a line. */
export function criteriaFrom(listed: string | readonly string[]): readonly string[] {
  const lines = typeof listed === 'string' ? listed.split('\n') : listed;
  return lines.map((line) => (listItem.exec(line)?.[2] ?? line).trim()).filter((line) => line !== '');
}

/** A block between two `---` lines counts only if it reads as names and values: elsewhere `---` is a ruler. */
function splitFrontMatter(lines: readonly string[]): {
  readonly front: z.infer<typeof frontMatterShape>;
  readonly rest: readonly string[];
} {
  const first = lines.findIndex((line) => line.trim() !== '');
  const end = lines.findIndex((line, at) => at > first && yamlFence.test(line));
  if (first === -1 || end === -1 || !yamlFence.test(lines[first] ?? '')) return { front: {}, rest: lines };
  const front = frontMatterShape.safeParse(parseYaml(lines.slice(first + 1, end).join('\n')));
  return front.success ? { front: front.data, rest: lines.slice(end + 1) } : { front: {}, rest: lines };
}

/** Every value is read as text: an id such as 0012 or 1e3 is not a number. */
function parseYaml(text: string): unknown {
  try {
    return parse(text, { schema: 'failsafe', maxAliasCount: aliasesMax, logLevel: 'silent' });
  } catch {
    return undefined;
  }
}

/** Lines such as `Id: APP-7` count near the top only, and only with one word: further down it is prose. */
function takeMeta(lines: readonly string[]): {
  readonly meta: ReadonlyMap<string, string>;
  readonly lines: readonly string[];
} {
  const meta = new Map<string, string>();
  const kept: string[] = [];
  let seen = 0;
  for (const line of lines) {
    const [, name, value] = (seen < metaLinesMax ? metaLine.exec(line) : undefined) ?? [];
    if (line.trim() !== '') seen += 1;
    const key = name?.toLowerCase();
    if (key === undefined || value === undefined || meta.has(key)) kept.push(line);
    else meta.set(key, value);
  }
  return { meta, lines: kept };
}

function titleHeading(lines: readonly string[]): { readonly at: number; readonly title: string } | undefined {
  const code = codeLines(lines);
  const at = lines.findIndex((line, n) => !code.has(n) && (heading.exec(line)?.[2] ?? '') !== '');
  const title = heading.exec(lines[at] ?? '')?.[2];
  return title === undefined || criteriaWords.test(title.replace(/:$/, '')) ? undefined : { at, title };
}

function criteriaIn(lines: readonly string[]): readonly string[] {
  const code = codeLines(lines);
  const section = criteriaSection(lines, code);
  if (section === undefined) return [];
  const items: string[] = [];
  for (let at = section.from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (code.has(at)) continue;
    const level = heading.exec(line)?.[1]?.length;
    if (level !== undefined && level <= section.level) break;
    const [, indent = '', item] = listItem.exec(line) ?? [];
    const isIndented = /^[ \t]/.test(line);
    if (item !== undefined && (items.length === 0 || indent.length < 2)) items.push(item.trim());
    else if (line.trim() !== '' && isIndented && items.length > 0)
      items.push(joined(items.pop(), item ?? line));
    else if (line.trim() !== '' && section.level === 7 && items.length > 0) break;
  }
  return items;
}

/** What is indented below an item belongs to it. */
function joined(item: string | undefined, more: string): string {
  return `${item ?? ''} ${more.trim()}`.trim();
}

function criteriaSection(lines: readonly string[], code: ReadonlySet<number>): Section | undefined {
  for (const [at, line] of lines.entries()) {
    if (code.has(at)) continue;
    const [, marks, name] = heading.exec(line) ?? [];
    const plain = /^[ \t]*\**([^*:]{1,40})\**:?\**:?[ \t]*$/.exec(line)?.[1];
    const isLabel = plain !== undefined && (line.includes(':') || line.includes('**'));
    if (marks !== undefined && criteriaWords.test((name ?? '').replace(/:$/, ''))) {
      return { level: marks.length, from: at + 1 };
    }
    if (marks === undefined && isLabel && criteriaWords.test(plain.trim())) return { level: 7, from: at + 1 };
  }
  return undefined;
}

/** Lines inside fenced code, fences included: a heading or a list there is an example. */
function codeLines(lines: readonly string[]): ReadonlySet<number> {
  const inside = new Set<number>();
  let open = false;
  for (const [at, line] of lines.entries()) {
    const isFence = codeFence.test(line);
    if (open || isFence) inside.add(at);
    if (isFence) open = !open;
  }
  return inside;
}
