// A comment that somebody wrote where tickets or pull requests are, read the same way whatever the service.

import type { On } from '../core/triggers/delivery.ts';
import { slashCommandIn } from '../core/triggers/slash-command.ts';
import type { Asks, Author, Nothing, Wanted } from './brought.ts';
import { nothing } from './brought.ts';

export interface Comment {
  readonly id: string;
  readonly text: string;
  readonly writtenAt: number;
  readonly isEdited: boolean;
  readonly author: Author;
  readonly on: On;
  readonly subject: string;
  /** The ticket it is on, as `start` names it; undefined on a pull request. */
  readonly ref: string | undefined;
}

/** What Slipway hides in everything that it writes. */
const ours = /<!-- slipway:/;

/** Never an edited one, and never one of our own. */
export function askedInComment(comment: Comment): Wanted | Nothing {
  const { id, text, writtenAt, author, subject } = comment;
  const command = slashCommandIn(text);
  if (command === undefined) return nothing('nothing-asked', `a comment on ${subject}`);
  if (ours.test(text)) return nothing('ours', `a comment on ${subject}`);
  if (comment.isEdited) return nothing('edited', `a comment of ${author.name} on ${subject}`);
  const asks = asksOf(command, comment);
  if (asks === undefined)
    return nothing('not-understood', `a comment of ${author.name} on ${subject} that begins with /slipway`);
  return { id, happenedAt: writtenAt, author, subject, asks };
}

function asksOf(
  command: NonNullable<ReturnType<typeof slashCommandIn>>,
  { on, ref }: Comment,
): Asks | undefined {
  switch (command.do) {
    case 'run':
      return ref === undefined ? undefined : { do: 'start', ref, again: command.again };
    case 'revise':
      return { ...command, on };
    case 'stop':
      return { do: 'stop', on };
    case 'approve':
      return { ...command, on };
    case 'unknown':
      return undefined;
  }
}
