// What is told of a ticket's comments: the last ones, and how many came before them.

import type { TicketContext } from './tracker.ts';

const toldMax = 50;

/** `unread`: how many are older than all of these. */
export function lastOf(comments: readonly TicketContext[], unread: number): readonly TicketContext[] {
  const last = comments.slice(-toldMax);
  const before = unread + comments.length - last.length;
  if (before <= 0) return last;
  const text = `${before} earlier comments are not told here. They are in the tracker.`;
  return [{ kind: 'comment', title: 'Earlier comments', text }, ...last];
}
