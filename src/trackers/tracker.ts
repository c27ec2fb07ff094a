// Port: where tickets live.

import type { TicketStatus } from '../core/effects.ts';

/** A ticket as its tracker gives it: text from outside, not screened yet. */
export interface RawTicket {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly criteria: readonly string[];
  /** Whether the text lists its criteria, implies them, or leaves its title to stand for them; listed, where nobody says. */
  readonly criteriaFrom?: 'listed' | 'derived' | 'title';
  readonly type?: 'feature' | 'bugfix' | 'code_review' | 'release';
  readonly labels?: readonly string[];
  readonly author?: TicketAuthor;
  /** Kinds of hidden text that were removed when the ticket was read. */
  readonly hidden?: readonly string[];
  /** What the tracker has beside the ticket's own words: said of it, never asked for by it. */
  readonly context?: readonly TicketContext[];
}

/** Something that helps to understand a ticket and is no work itself. */
export interface TicketContext {
  readonly kind: 'comment' | 'parent' | 'linked';
  /** One line that says what it is. */
  readonly title: string;
  readonly text: string;
  readonly author?: TicketAuthor;
}

/** Who the ticket says wrote it. Where a person brought the ticket as a file, that is a claim and no more. */
export interface TicketAuthor {
  readonly name: string;
  /** What the tracker knows them by, where a name can be chosen by whoever bears it. */
  readonly id?: string;
  /** What the author is to the repository, in the forge's own word: OWNER, MEMBER, COLLABORATOR, NONE … */
  readonly association?: string;
  readonly isBot?: boolean;
}

export type TrackerAnswer<T> = { readonly ok: true; readonly value: T } | TrackerFailure;

export interface TrackerFailure {
  readonly ok: false;
  /** `io` is of this machine: waiting mends nothing. */
  readonly reason: 'tracker-unavailable' | 'tracker-limited' | 'preflight' | 'io';
  readonly detail: string;
  /** Of a limit: when it is over, in milliseconds. */
  readonly resetsAt?: number;
}

export interface Tracker {
  readonly name: string;
  readonly fetch: (ref: string) => Promise<TrackerAnswer<RawTicket>>;
  readonly status: (ref: string) => Promise<TrackerAnswer<TicketStatus | 'open'>>;
  readonly transition: (ref: string, to: TicketStatus) => Promise<TrackerAnswer<void>>;
  /** A comment with this marker exists once; a second call edits it. */
  readonly comment: (ref: string, marker: string, body: string) => Promise<TrackerAnswer<void>>;
  readonly comments: (
    ref: string,
  ) => Promise<TrackerAnswer<readonly { readonly marker: string; readonly body: string }[]>>;
  /** Shows a pull request beside the ticket, once; left out where a tracker has no such place. */
  readonly link?: (
    ref: string,
    to: { readonly url: string; readonly title: string },
  ) => Promise<TrackerAnswer<void>>;
}
