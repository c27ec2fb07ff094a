// Comments of ours in Jira. A document of Jira hides nothing, so what tells ours again is a property of the comment, which is sent in
// the same call that makes it: there is no moment in which the comment is there and its property is not.
//
// Invariants
//   JIRA-COMMENT-1. Ours is what our own account wrote, and of that what has our property; where a site does not tell properties,
//       what has the very same words. Never by a property or by words alone: anybody can write them.

import { isRecord } from '../../plain/json.ts';
import { markdownOf } from './adf.ts';
import type { JiraComment } from './issue.ts';

const property = 'slipway';
const markerCharsMax = 200;

export function markerOf({ properties = [] }: JiraComment): string | undefined {
  const ours = properties.find(({ key }) => key === property)?.value;
  const marker = isRecord(ours) ? ours['marker'] : undefined;
  return typeof marker === 'string' && marker.length <= markerCharsMax ? marker : undefined;
}

export interface Meant {
  readonly marker: string;
  readonly body: string;
  /** Our own account. */
  readonly account: string | undefined;
}

/** JIRA-COMMENT-1. */
export function ourComment(
  comments: readonly JiraComment[],
  { marker, body, account }: Meant,
): JiraComment | undefined {
  const own = comments.filter((comment) => isBy(account, comment));
  return (
    own.find((comment) => markerOf(comment) === marker) ??
    own.find((comment) => comment.properties === undefined && bodyOf(comment) === bodyOf({ body }))
  );
}

export function isBy(account: string | undefined, { author }: JiraComment): boolean {
  return account !== undefined && (author?.accountId ?? author?.name) === account;
}

/** As it is written here, whichever interface it comes from. */
export function bodyOf({ body }: Pick<JiraComment, 'body'>): string {
  return typeof body === 'string' ? body.trim() : markdownOf(body);
}

export function commentToSend(
  { marker, body }: Omit<Meant, 'account'>,
  api: 'cloud' | 'data-center',
): unknown {
  return {
    body: api === 'cloud' ? documentOf(body) : body,
    properties: [{ key: property, value: { marker } }],
  };
}

/** Paragraphs, with addresses as links: what Slipway says to a tracker is no more than that. */
function documentOf(text: string): unknown {
  const paragraphs = text.split(/\n{2,}/).filter((paragraph) => paragraph.trim() !== '');
  return {
    type: 'doc',
    version: 1,
    content: paragraphs.map((paragraph) => ({ type: 'paragraph', content: lineNodes(paragraph.trim()) })),
  };
}

function lineNodes(paragraph: string): readonly unknown[] {
  return paragraph.split('\n').flatMap((line, at) => [
    ...(at === 0 ? [] : [{ type: 'hardBreak' }]),
    ...line
      .split(/(https?:\/\/[^\s<>]+[^\s<>.,;:!?)])/)
      .filter((part) => part !== '')
      .map((part) =>
        /^https?:\/\//.test(part)
          ? { type: 'text', text: part, marks: [{ type: 'link', attrs: { href: part } }] }
          : { type: 'text', text: part },
      ),
  ]);
}
