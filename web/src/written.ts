// Plans, tickets and reports are written in Markdown by somebody else. Only what gives a text its shape is read: headings, lists, tables,
// code, words that are meant to stand out. Links, pictures and HTML stay the characters they are, so that nothing is hidden and
// nothing leads anywhere.

export type Block =
  | { readonly type: 'heading'; readonly level: number; readonly text: string }
  | { readonly type: 'words'; readonly text: string }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'list'; readonly from: number | undefined; readonly items: readonly string[] }
  | {
      readonly type: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

export interface Run {
  readonly text: string;
  readonly as: 'plain' | 'code' | 'strong';
}

const heading = /^(#{1,6})\s+(.*)$/;
const fence = /^\s*(`{3,}|~{3,})(.*)$/;
const item = /^\s*(?:[-*]|(\d{1,4})[.)])\s+(.*)$/;
const rule = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** Every line of it ends up in one block. */
export function blocksOf(text: string): readonly Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const [block, next] = blockAt(lines, at);
    if (block !== undefined) blocks.push(block);
    at = next;
  }
  return blocks;
}

function blockAt(lines: readonly string[], at: number): readonly [Block | undefined, number] {
  const line = lines[at] ?? '';
  if (line.trim() === '') return [undefined, at + 1];
  const head = heading.exec(line);
  if (head !== null) return [{ type: 'heading', level: (head[1] ?? '').length, text: head[2] ?? '' }, at + 1];
  if (fence.test(line)) return codeAt(lines, at);
  if (isTable(lines, at)) return tableAt(lines, at);
  if (item.test(line)) return listAt(lines, at);
  const end = endOf(lines, at + 1, (next, index) => isWords(next) && !isTable(lines, index));
  return [{ type: 'words', text: lines.slice(at, end).join('\n') }, end];
}

function codeAt(lines: readonly string[], at: number): readonly [Block, number] {
  const [, mark = '', said = ''] = fence.exec(lines[at] ?? '') ?? [];
  const end = endOf(lines, at + 1, (line) => line.trim() !== mark);
  // What stands behind the mark is mostly a language, and could be anything: it is shown.
  const first = said.trim() === '' ? [] : [said.trim()];
  return [{ type: 'code', text: [...first, ...lines.slice(at + 1, end)].join('\n') }, end + 1];
}

function tableAt(lines: readonly string[], at: number): readonly [Block, number] {
  const end = endOf(lines, at + 2, (line) => line.includes('|'));
  const rows = lines.slice(at + 2, end).map(cellsOf);
  return [{ type: 'table', head: cellsOf(lines[at] ?? ''), rows }, end];
}

/** A line that is indented below an item goes on with it. */
function listAt(lines: readonly string[], at: number): readonly [Block, number] {
  const end = endOf(lines, at, (line) => item.test(line) || (/^\s{2,}\S/.test(line) && !fence.test(line)));
  const items: string[] = [];
  for (const line of lines.slice(at, end)) {
    const found = item.exec(line);
    if (found === null) items.push(`${items.pop() ?? ''}\n${line.trim()}`);
    else items.push(found[2] ?? '');
  }
  const number = item.exec(lines[at] ?? '')?.[1];
  return [{ type: 'list', from: number === undefined ? undefined : Number(number), items }, end];
}

function isWords(line: string): boolean {
  return line.trim() !== '' && !heading.test(line) && !fence.test(line) && !item.test(line);
}

function isTable(lines: readonly string[], at: number): boolean {
  return (
    (lines[at] ?? '').includes('|') && (lines[at + 1] ?? '').includes('|') && rule.test(lines[at + 1] ?? '')
  );
}

function endOf(
  lines: readonly string[],
  from: number,
  goesOn: (line: string, index: number) => boolean,
): number {
  let end = from;
  while (end < lines.length && goesOn(lines[end] ?? '', end)) end += 1;
  return end;
}

function cellsOf(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());
}

const inline = /`([^`\n]+)`|\*\*([^*\n]+)\*\*/g;

/** What is in backticks, and what is said strongly; the rest as it is. */
export function runsOf(text: string): readonly Run[] {
  const runs: Run[] = [];
  let from = 0;
  for (const match of text.matchAll(inline)) {
    if (match.index > from) runs.push({ text: text.slice(from, match.index), as: 'plain' });
    const [all, code, strong] = match;
    runs.push(code === undefined ? { text: strong ?? '', as: 'strong' } : { text: code, as: 'code' });
    from = match.index + all.length;
  }
  if (from < text.length) runs.push({ text: text.slice(from), as: 'plain' });
  return runs;
}
