// What was said about a ticket, for whoever has to understand it: the last comments of people, each cut where it gets long.

import type { TicketContext } from '../tracker.ts';
import { lastOf } from '../last-comments.ts';
import { isBy, markerOf } from './comment.ts';
import type { JiraComment } from './issue.ts';
import { authorOf, textIn } from './issue.ts';

const commentCharsMax = 8_000;

export function contextOf(
  comments: readonly JiraComment[],
  {
    api,
    account,
    unread,
  }: { readonly api: 'cloud' | 'data-center'; readonly account: string | undefined; readonly unread: number },
): readonly TicketContext[] {
  const others = comments.filter((comment) => markerOf(comment) === undefined || !isBy(account, comment)); // JIRA-COMMENT-1
  const told = others.flatMap((comment) => {
    const text = textIn(comment.body, api);
    if (text === '') return [];
    const author = authorOf(comment.author);
    const cut = text.length > commentCharsMax ? `${text.slice(0, commentCharsMax)}\n(cut here)` : text;
    return [
      {
        kind: 'comment' as const,
        title: `Comment of ${author?.name ?? 'somebody'}, ${comment.created.slice(0, 10)}`,
        text: cut,
        ...(author === undefined ? {} : { author }),
      },
    ];
  });
  return lastOf(told, unread);
}
