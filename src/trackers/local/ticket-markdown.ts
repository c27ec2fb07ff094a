// Reads the parts of a ticket out of Markdown or plain text. Pure, line by line, and forgiving: what it
// does not recognise stays in the body.

import { parse, stringify } from 'yaml';
import { z } from 'zod';

import { fieldOf } from '../../core/ticket/headings.ts';
import { blocksOf, codeLines, headingOf, listItemOf } from '../../core/ticket/markdown.ts';

/** What the text says about itself; the words are as written. */
export interface Parts {
  readonly id?: string;
  readonly title?: string;
  readonly type?: string;
  readonly body: string;
  /** Those that are given apart from the text. */
  readonly criteria?: readonly string[];
  readonly labels?: readonly string[];
  readonly author?: { readonly name: string; readonly association?: string; readonly isBot?: boolean };
}

const aliasesMax = 0;
const metaLinesMax = 12;
const metaLine = /^[ \t]*(?:[-*][ \t]+)?\**(id|ticket|type)\**:\**[ \t]*`?([^\s`]+)`?[ \t]*$/i;
const yamlFence = /^---[ \t]*$/;

const words = z.union([z.string(), z.array(z.string())]);
const frontMatterShape = z.object({
  id: z.string().optional(),
  ticket: z.string().optional(),
  title: z.string().optional(),
  type: z.string().optional(),
  criteria: words.optional(),
  acceptance_criteria: words.optional(),
  labels: words.optional(),
  author: z.string().optional(),
  association: z.string().optional(),
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
    ...(listed === undefined ? {} : { criteria: criteriaFrom(listed) }),
    ...(front.labels === undefined ? {} : { labels: wordsFrom(front.labels) }),
    ...(front.author === undefined
      ? {}
      : {
          author: {
            name: front.author,
            ...(front.association === undefined ? {} : { association: front.association }),
          },
        }),
  };
}

/** Labels given as a list, or in one line with commas between them. */
export function wordsFrom(given: string | readonly string[]): readonly string[] {
  return typeof given === 'string' ? given.split(',') : given;
}

/** Criteria given as a list, or as one text: its list items, or where it has none a criterion a line. */
export function criteriaFrom(listed: string | readonly string[]): readonly string[] {
  const lines = typeof listed === 'string' ? textItems(listed) : listed;
  return lines.map((line) => (listItemOf(line)?.text ?? line).trim()).filter((line) => line !== '');
}

function textItems(text: string): readonly string[] {
  const lines = text.split('\n');
  const items = blocksOf(lines).filter(({ kind }) => kind === 'item');
  return items.length === 0 ? lines : items.map((item) => item.text);
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
  return title === undefined || fieldOf(title) !== undefined ? undefined : { at, title };
}
