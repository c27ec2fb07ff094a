// What people say on a pull request, and what becomes of it. A role sorts; this decides.
//
//   REMARKS-1. Only people whom policy lets steer make work. What others say is listed for a person, and nothing more.
//   REMARKS-2. What was heard once is not heard again, whatever became of it; further words in a thread are another remark.
//   REMARKS-3. A wish that contradicts one that was followed, or comes back after it was followed, goes to a person.
//   REMARKS-4. What would change the architecture goes to a person; what is outside the ticket becomes a proposal.

import type { Authors, ClaimedAuthor } from '../ticket/authors.ts';
import { refusedAuthor } from '../ticket/authors.ts';

export const remarkClasses = [
  'bug_fix',
  'security',
  'test_addition',
  'code_quality',
  'architecture',
  'question',
  'nit',
] as const;
export type RemarkClass = (typeof remarkClasses)[number];

export const remarkSeverities = ['critical', 'high', 'medium', 'low'] as const;
export type RemarkSeverity = (typeof remarkSeverities)[number];

/** A remark as a look at the pull request brought it: its text is a blob. */
export interface Remark {
  /** Of these very words: what somebody adds to a thread has another one. */
  readonly id: string;
  /** What a reply goes to, in the forge's own words. */
  readonly on: string;
  /** What was pasted stands nowhere, so that it has no answer there. */
  readonly kind: 'thread' | 'review' | 'comment' | 'pasted';
  readonly author: RemarkAuthor;
  readonly words: string;
  /** The same for the same wish at the same place, however often it is made. */
  readonly print: string;
  readonly path?: string;
  readonly line?: number;
  /** It came with a review that asks for changes. */
  readonly isDemand?: true;
}

export interface RemarkAuthor extends ClaimedAuthor {
  /** The account Slipway acts as: a person shares it, for what Slipway says itself is not heard. */
  readonly isOurAccount?: boolean;
}

/** What the role made of one remark. */
export interface Sorted {
  readonly remark: string;
  readonly class: RemarkClass;
  readonly severity: RemarkSeverity;
  /** About something this ticket is not about. */
  readonly isOutside?: true;
  /** An earlier remark whose wish it contradicts. */
  readonly opposes?: string;
  /** What to answer, a blob: a question always has one. */
  readonly reply?: string;
}

/** What is done about a remark: mended, answered, asked about, or proposed as another ticket; listed: nothing. */
export type Act = 'fix' | 'answer' | 'ask' | 'propose' | 'list';

/** A remark the run knows of. `act` is there once it was sorted. */
export interface Heard extends Remark {
  readonly act?: Act;
  readonly sorted?: Sorted;
  /** The head when that was decided: a fix is there once the head is another one. */
  readonly head?: string;
  readonly replied?: true;
}

/** What people are to a repository when they may write to it. */
const insiders: readonly string[] = ['OWNER', 'MEMBER', 'COLLABORATOR'];

/** REMARKS-1. Where policy names nobody: those who may write to the repository; a forge that does not say is one's own. */
export function maySteer(authors: Authors, author: RemarkAuthor): boolean {
  if (refusedAuthor(authors, author) !== undefined) return false;
  if (authors.allow.length > 0 || author.isOurAccount === true) return true;
  return author.association === undefined || insiders.includes(author.association);
}

/** REMARKS-2. */
export function unheard(known: readonly Heard[], said: readonly Remark[]): readonly Remark[] {
  const ids = new Set(known.map(({ id }) => id));
  return said.filter(({ id }) => !ids.has(id));
}

/** As many as are heard at once, those of people who may steer first: whoever else says something keeps nobody from being heard. */
export function heardFirst<T extends Pick<Remark, 'author'>>(
  authors: Authors,
  said: readonly T[],
  most: number,
): readonly T[] {
  const steering = said.filter(({ author }) => maySteer(authors, author));
  const others = said.filter(({ author }) => !maySteer(authors, author));
  return [...steering, ...others].slice(0, most);
}

/** REMARKS-3, REMARKS-4. `followed` are remarks of earlier rounds that were mended. */
export function actOn(remark: Remark, sorted: Sorted, followed: readonly Heard[]): Act {
  const isOpposite = followed.some(({ id }) => id === sorted.opposes);
  const isAgain = followed.some(({ print }) => print === remark.print);
  if (isOpposite || isAgain) return 'ask';
  if (sorted.isOutside === true) return 'propose';
  switch (sorted.class) {
    case 'question':
      return 'answer';
    case 'architecture':
      return 'ask';
    case 'nit':
      return remark.isDemand === true ? 'fix' : 'answer';
    case 'bug_fix':
    case 'security':
    case 'test_addition':
    case 'code_quality':
      return 'fix';
  }
}
