// What stands in a line of an Atlassian document, as Markdown: text with its marks, mentions, dates, links, pictures by name.

import type { AdfNode } from './adf-node.ts';
import { attribute, childrenOf } from './adf-node.ts';

const depthMax = 60;

export function inlineOf(nodes: readonly AdfNode[], depth = 0): string {
  if (depth > depthMax) return '';
  return nodes.map((node) => oneOf(node, depth)).join('');
}

/** All text below a node, as it is. */
export function textUnder(node: AdfNode, depth = 0): string {
  if (depth > depthMax) return '';
  return (
    (node.text ?? '') +
    childrenOf(node)
      .map((child) => (child.type === 'hardBreak' ? '\n' : textUnder(child, depth + 1)))
      .join('')
  );
}

function oneOf(node: AdfNode, depth: number): string {
  switch (node.type) {
    case 'text':
      return marked(node.text ?? '', node.marks);
    case 'hardBreak':
      return '\n';
    case 'mention':
      return mentionOf(attribute(node, 'text') ?? attribute(node, 'id') ?? 'somebody');
    case 'emoji':
      return attribute(node, 'text') ?? attribute(node, 'shortName') ?? '';
    case 'date':
      return dateOf(attribute(node, 'timestamp'));
    case 'status':
      return `[${attribute(node, 'text') ?? ''}]`;
    case 'inlineCard':
    case 'blockCard':
    case 'embedCard':
      return addressOf(attribute(node, 'url')) ?? '(a link)';
    case 'media':
    case 'mediaInline':
      return mediaOf(node);
    case 'placeholder':
      return '';
    case 'extension':
    case 'inlineExtension':
      return attribute(node, 'text') ?? `(${attribute(node, 'extensionKey') ?? 'an extension'})`;
    default:
      return `${node.text ?? ''}${inlineOf(childrenOf(node), depth + 1)}`;
  }
}

function mentionOf(name: string): string {
  return name.startsWith('@') ? name : `@${name}`;
}

/** Milliseconds, as text, at midnight UTC. */
function dateOf(timestamp: string | undefined): string {
  const date = new Date(Number(timestamp ?? Number.NaN));
  return Number.isNaN(date.getTime()) ? '(a date)' : date.toISOString().slice(0, 10);
}

/** ADF-3: what it is called, and where it lies if that is outside of Jira. */
function mediaOf(node: AdfNode): string {
  const name = attribute(node, 'alt') ?? attribute(node, 'id') ?? 'a file';
  const label = name.replaceAll(/[[\]\n]/g, ' ').trim();
  const address = addressOf(attribute(node, 'url'));
  return `[picture or file: ${label}](${address ?? 'attached-to-the-ticket'})`;
}

/** Links of the web only: `javascript:` and its like are words. */
function addressOf(address: string | undefined): string | undefined {
  if (address === undefined || !/^(?:https?|mailto):/i.test(address)) return undefined;
  return address.replaceAll(/\s/g, '%20').replaceAll('(', '%28').replaceAll(')', '%29');
}

const around: ReadonlyMap<string, string> = new Map([
  ['strong', '**'],
  ['em', '*'],
  ['strike', '~~'],
]);

/** Marks stand right around the words, so that spaces at the ends stay outside. */
function marked(text: string, marks: readonly AdfNode[]): string {
  if (text.trim() === '' || marks.length === 0) return text;
  const words = text.trim();
  const start = text.indexOf(words);
  const [before, after] = [text.slice(0, start), text.slice(start + words.length)];
  const isCode = marks.some(({ type }) => type === 'code');
  const signs = isCode ? [] : marks.flatMap(({ type }) => around.get(type) ?? []);
  const inner = isCode ? coded(words) : `${signs.join('')}${words}${signs.toReversed().join('')}`;
  const link = marks.find(({ type }) => type === 'link');
  const address = link === undefined ? undefined : addressOf(attribute(link, 'href'));
  const whole = address === undefined || address === words ? inner : `[${inner}](${address})`;
  return `${before}${whole}${after}`;
}

function coded(words: string): string {
  const longest = Math.max(0, ...[...words.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return longest === 0 ? `${ticks}${words}${ticks}` : `${ticks} ${words} ${ticks}`;
}
