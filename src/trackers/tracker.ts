// Port: where tickets live.

import type { TicketStatus } from '../core/effects.ts';

/** A ticket as its tracker gives it: text from outside, not screened yet. */
export interface RawTicket {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly criteria: readonly string[];
  readonly type?: 'feature' | 'bugfix' | 'code_review' | 'release';
}

export type TrackerAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: 'tracker-unavailable' | 'preflight'; readonly detail: string };

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
}
