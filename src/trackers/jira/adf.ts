// The Atlassian Document Format, which Jira Cloud writes descriptions and comments in, as Markdown. Pure.
//
// Invariants
//   ADF-1. Total: whatever is given, JSON or not, comes out as text. A node nobody knows gives the text inside it.
//   ADF-2. Bounded: nodes deeper than `depthMax` are left out, and so is what comes after `charsMax` characters; both are told in
//       the text, because a ticket that ends in the middle of a sentence reads as if it were whole.
//   ADF-3. A picture or a file becomes its name as a link, and is never fetched.

import { isRecord } from '../../plain/json.ts';
import { inlineOf, textUnder } from './adf-inline.ts';
import type { AdfNode } from './adf-node.ts';
import { attribute, childrenOf, nodeIn } from './adf-node.ts';

const depthMax = 60;
const charsMax = 2_097_152;
const cutWords = '\n\n(The rest of this text is too long and was left out.)';
const deepWords = '(What is nested deeper than this was left out.)';

export function markdownOf(document: unknown): string {
  if (typeof document === 'string') return bounded(document.trim());
  const root = nodeIn(document);
  if (root === undefined) return '';
  const nodes = root.type === 'doc' || root.type === '' ? childrenOf(root) : [root];
  return bounded(blocks(nodes, 0).trim());
}

/** ADF-2. */
function bounded(text: string): string {
  return text.length <= charsMax ? text : `${text.slice(0, charsMax)}${cutWords}`;
}

function blocks(nodes: readonly AdfNode[], depth: number): string {
  if (nodes.length === 0) return '';
  if (depth > depthMax) return deepWords;
  const texts: string[] = [];
  let inline: AdfNode[] = [];
  const flush = (): void => {
    if (inline.length > 0) texts.push(inlineOf(inline));
    inline = [];
  };
  for (const node of nodes) {
    const text = blockOf(node, depth);
    if (text === undefined) inline.push(node);
    else {
      flush();
      texts.push(text);
    }
  }
  flush();
  return texts.filter((text) => text.trim() !== '').join('\n\n');
}

/** Undefined for what stands in a line. */
function blockOf(node: AdfNode, depth: number): string | undefined {
  const within = (): string => blocks(childrenOf(node), depth + 1);
  switch (node.type) {
    case 'paragraph':
    case 'caption':
      return inlineOf(childrenOf(node));
    case 'heading':
      return `${'#'.repeat(levelOf(node))} ${oneLine(inlineOf(childrenOf(node)))}`;
    case 'bulletList':
      return items(node, depth, () => '- ');
    case 'orderedList': {
      const first = Number(attribute(node, 'order') ?? 1);
      return items(node, depth, (at) => `${(Number.isSafeInteger(first) ? first : 1) + at}. `);
    }
    case 'taskList':
    case 'decisionList':
      return tasks(node, depth);
    case 'codeBlock':
      return fenced(textUnder(node), attribute(node, 'language'));
    case 'blockquote':
      return prefixed(within(), '> ', '> ');
    case 'panel':
      return prefixed(`**${panelWord(attribute(node, 'panelType'))}**\n\n${within()}`, '> ', '> ');
    case 'rule':
      return '---';
    case 'table':
      return tableOf(node, depth);
    case 'expand':
    case 'nestedExpand': {
      const title = attribute(node, 'title');
      return [...(title === undefined ? [] : [`**${oneLine(title)}**`]), within()].join('\n\n');
    }
    case 'mediaSingle':
    case 'mediaGroup':
    case 'layoutSection':
    case 'layoutColumn':
    case 'bodiedExtension':
    case 'multiBodiedExtension':
    case 'extensionFrame':
    case 'listItem':
    case 'taskItem':
    case 'decisionItem':
    case 'doc':
      return within();
    case 'tableRow':
    case 'tableCell':
    case 'tableHeader':
      return within();
    case 'blockCard':
    case 'embedCard':
    case 'extension':
      return inlineOf([node]);
    default:
      return isInline(node) ? undefined : within(); // ADF-1
  }
}

/** A node nobody knows that has nodes in it is a block, unless all of them stand in a line. */
function isInline(node: AdfNode): boolean {
  return childrenOf(node).every((child) => child.type === 'text');
}

function levelOf(node: AdfNode): number {
  const level = Number(attribute(node, 'level') ?? 1);
  return Number.isSafeInteger(level) ? Math.min(6, Math.max(1, level)) : 1;
}

function items(node: AdfNode, depth: number, bullet: (at: number) => string): string {
  if (depth > depthMax) return deepWords;
  return childrenOf(node)
    .map((item, at) => listItem(item, depth, bullet(at)))
    .join('\n');
}

function listItem(item: AdfNode, depth: number, bullet: string): string {
  const nodes = item.type === 'listItem' ? childrenOf(item) : [item];
  const text = tight(nodes, depth + 1);
  return prefixed(text === '' ? ' ' : text, bullet, ' '.repeat(bullet.length)).trimEnd();
}

/** A list right under the words of its item stays with them. */
function tight(nodes: readonly AdfNode[], depth: number): string {
  if (depth > depthMax) return deepWords;
  return nodes
    .map((node, at) => {
      const text = blocks([node], depth);
      if (at === 0 || text === '') return text;
      return `${isList(node) ? '\n' : '\n\n'}${text}`;
    })
    .join('');
}

function isList({ type }: AdfNode): boolean {
  return type === 'bulletList' || type === 'orderedList' || type === 'taskList' || type === 'decisionList';
}

/** The items of a task list stand beside the lists nested in it, not around them. */
function tasks(node: AdfNode, depth: number): string {
  if (depth > depthMax) return deepWords;
  return childrenOf(node)
    .map((item) => {
      if (isList(item)) return prefixed(blocks([item], depth + 1), '  ', '  ');
      const isDone = attribute(item, 'state') === 'DONE';
      const bullet = item.type === 'decisionItem' ? '- ' : `- [${isDone ? 'x' : ' '}] `;
      const text = blocks(childrenOf(item), depth + 1);
      return prefixed(text === '' ? ' ' : text, bullet, '  ').trimEnd();
    })
    .join('\n');
}

/** The fence is longer than any inside it. */
function fenced(code: string, language: string | undefined): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  const word = (language ?? '').replaceAll(/[^\w+#.-]/g, '');
  return `${fence}${word}\n${code.replace(/\n$/, '')}\n${fence}`;
}

const panels: ReadonlyMap<string, string> = new Map([
  ['info', 'Info'],
  ['note', 'Note'],
  ['tip', 'Tip'],
  ['warning', 'Warning'],
  ['error', 'Error'],
  ['success', 'Success'],
]);

function panelWord(kind: string | undefined): string {
  return panels.get(kind ?? '') ?? 'Note';
}

function tableOf(table: AdfNode, depth: number): string {
  const rows = childrenOf(table)
    .filter(({ type }) => type === 'tableRow')
    .map((row) => childrenOf(row));
  if (rows.length === 0 || depth > depthMax) return rows.length === 0 ? '' : deepWords;
  const width = Math.max(...rows.map((row) => row.length));
  const hasHead = rows[0]?.every(({ type }) => type === 'tableHeader') === true;
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => cells[at] ?? '').join(' | ')} |`;
  const texts = rows.map((row) => row.map((cell) => cellText(blocks(childrenOf(cell), depth + 1))));
  const [first = [], ...rest] = texts;
  const head = hasHead ? first : [];
  const body = hasHead ? rest : texts;
  return [line(head), line(Array.from({ length: width }, () => '---')), ...body.map(line)].join('\n');
}

/** A cell of a Markdown table is one line. */
function cellText(text: string): string {
  return text
    .trim()
    .replaceAll('|', '\\|')
    .replaceAll(/\s+/g, (spaces) => (spaces.includes('\n') ? '<br>' : spaces));
}

function prefixed(text: string, first: string, others: string): string {
  return text
    .split('\n')
    .map((line, at) => `${at === 0 ? first : others}${line}`.trimEnd())
    .join('\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Whether a value is a document at all, and not a text of Data Center's. */
export function isDocument(value: unknown): boolean {
  return isRecord(value) && value['type'] === 'doc';
}
