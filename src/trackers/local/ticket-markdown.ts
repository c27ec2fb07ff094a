// Reads the parts of a ticket out of Markdown or plain text. Pure, line by line, and forgiving: what it
// does not recognise stays in the body.

import { parse, stringify } from 'yaml';
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
  /** 1 to 6 for a heading, `labelLevel` for a plain line that ends with a colon or stands in bold. */
  readonly level: number;
  readonly from: number;
}

const aliasesMax = 0;
const metaLinesMax = 12;
const heading = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
const metaLine = /^[ \t]*(?:[-*][ \t]+)?\**(id|ticket|type)\**:\**[ \t]*`?([^\s`]+)`?[ \t]*$/i;
const criteriaWords = /^(?:acceptance[ \t_-]+)?criteria$/i;
const listItem = /^([ \t]*)(?:[-*+]|\d{1,4}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?(\S.*)$/;
const labelCharsMax = 60;
const labelLevel = 7;
const codeFence = /^ {0,3}(?:```|~~~)/;
const yamlFence = /^---[ \t]*$/;

const words = z.union([z.string(), z.array(z.string())]);
const frontMatterShape = z.object({
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

/**
 * A block between two `---` lines counts only if it names something of a ticket: elsewhere `---` is a ruler.
 * What else it names goes to the end of the body.
 */
function splitFrontMatter(lines: readonly string[]): {
  readonly front: z.infer<typeof frontMatterShape>;
  readonly rest: readonly string[];
} {
  const first = lines.findIndex((line) => line.trim() !== '');
  const end = lines.findIndex((line, at) => at > first && yamlFence.test(line));
  if (first === -1 || end === -1 || !yamlFence.test(lines[first] ?? '')) return { front: {}, rest: lines };
  const block = z
    .record(z.string(), z.unknown())
    .safeParse(parseYaml(lines.slice(first + 1, end).join('\n')));
  const front = frontMatterShape.safeParse(block.data);
  if (!front.success || Object.keys(front.data).length === 0) return { front: {}, rest: lines };
  const others = Object.entries(block.data ?? {}).filter(([name]) => !Object.hasOwn(front.data, name));
  const kept = others.length === 0 ? [] : ['', ...stringify(Object.fromEntries(others)).split('\n')];
  return { front: front.data, rest: [...lines.slice(end + 1), ...kept] };
}

/** Every value is read as text: an id such as 0012 or 1e3 is not a number. */
function parseYaml(text: string): unknown {
  try {
    return parse(text, { schema: 'failsafe', maxAliasCount: aliasesMax, logLevel: 'error' });
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
  const at = lines.findIndex((line, n) => !code.has(n) && headingOf(line) !== undefined);
  const title = headingOf(lines[at] ?? '')?.text;
  return title === undefined || criteriaWords.test(title) ? undefined : { at, title };
}

/** A heading without the marks around it. Spaces at the end are cut before the patterns run, because patterns take long over them. */
function headingOf(line: string): { readonly level: number; readonly text: string } | undefined {
  const [, marks, words] = heading.exec(line.trimEnd()) ?? [];
  if (marks === undefined || words === undefined) return undefined;
  const text = words
    .replace(/[ \t]#+$/, '')
    .trimEnd()
    .replace(/:$/, '')
    .trimEnd();
  return { level: marks.length, text };
}

/** A line of its own that stands for a heading: `Criteria:` or `**Criteria**`. */
function labelOf(line: string): string | undefined {
  const text = line.trim();
  const isLabel = text.length <= labelCharsMax && (text.endsWith(':') || text.startsWith('**'));
  return isLabel ? text.replaceAll(/[*:]/g, '').trim() : undefined;
}

function criteriaIn(lines: readonly string[]): readonly string[] {
  const code = codeLines(lines);
  const section = criteriaSection(lines, code);
  if (section === undefined) return [];
  const items: string[] = [];
  for (let at = section.from; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (code.has(at)) continue;
    if ((headingOf(line)?.level ?? Infinity) <= section.level) break;
    const [, indent = '', item] = listItem.exec(line) ?? [];
    const isIndented = /^[ \t]/.test(line);
    if (item !== undefined && (items.length === 0 || indent.length < 2)) items.push(item.trim());
    else if (line.trim() !== '' && isIndented && items.length > 0)
      items.push(joined(items.pop(), item ?? line));
    else if (line.trim() !== '' && section.level === labelLevel && items.length > 0) break;
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
    const top = headingOf(line);
    const name = top?.text ?? labelOf(line);
    if (name !== undefined && criteriaWords.test(name))
      return { level: top?.level ?? labelLevel, from: at + 1 };
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
