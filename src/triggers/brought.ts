// Port: what a request from outside brings, once it was read. Its words are from outside, and not screened yet.

import type { On, Reason } from '../core/triggers/delivery.ts';

export interface Brought {
  /** `owner/name` and where its pages are, where it says so: a hook may be one of many repositories. */
  readonly repository?: string;
  /** Pull requests that something happened to; `'all'` where it does not say which. */
  readonly touched: readonly number[] | 'all';
  /** What is asked for; else why nothing is. */
  readonly wanted: Wanted | Nothing;
}

export interface Nothing {
  readonly nothing: Reason;
  /** What it was, in a few words. */
  readonly about: string;
}

export interface Wanted {
  /** Made of what was signed: the thing, what happened to it, and when. */
  readonly id: string;
  readonly happenedAt: number;
  readonly author: Author;
  readonly subject: string;
  readonly asks: Asks;
}

export interface Author {
  readonly name: string;
  /** What the service knows them by. */
  readonly id: string;
  readonly association?: string;
  readonly isBot?: boolean;
}

/** As in `core/triggers/delivery.ts`, with the words themselves. */
export type Asks =
  | { readonly do: 'start'; readonly ref: string; readonly again: boolean }
  | { readonly do: 'start-told'; readonly text: string; readonly name: string }
  | { readonly do: 'revise'; readonly on: On; readonly words: string; readonly seen?: string }
  | { readonly do: 'stop'; readonly on: On }
  | { readonly do: 'approve'; readonly on: On; readonly seen: string };

/** Headers by their names in small letters. */
export type Headers = Readonly<Record<string, string | undefined>>;

export function nothing(reason: Reason, about: string): Nothing {
  return { nothing: reason, about };
}
