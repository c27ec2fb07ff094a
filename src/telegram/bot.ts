// Port: a bot of Telegram, as far as people are told and asked by one. Nothing is thrown: what goes wrong is an answer.

import type { NoticeResult } from '../notifiers/notifier.ts';

/** A button and what comes back when it is pressed: 64 bytes at most. */
export interface Button {
  readonly label: string;
  readonly data: string;
}

export interface Outgoing {
  /** What is too long is cut, and says so at its end. */
  readonly text: string;
  /** Each a row of its own. */
  readonly buttons?: readonly Button[] | undefined;
  /** It rings nowhere. */
  readonly silent?: boolean | undefined;
}

export type Polled =
  | { readonly ok: true; readonly updates: readonly unknown[] }
  | {
      readonly ok: false;
      /** The token is not valid; somebody else asks with the same one; nobody answers. */
      readonly why: 'revoked' | 'taken' | 'down';
      readonly because: string;
      readonly waitMs?: number | undefined;
    };

export type Known =
  | { readonly ok: true; readonly id: number; readonly name: string }
  | Extract<Polled, { ok: false }>;

export interface Bot {
  /** Who it is, by its token. */
  readonly me: () => Promise<Known>;
  readonly send: (chat: number, message: Outgoing) => Promise<NoticeResult>;
  /** `as` is what `send` gave back. */
  readonly edit: (chat: number, as: string, message: Outgoing) => Promise<NoticeResult>;
  /** Ends the waiting of whoever pressed, with a word where there is one. Too late is no matter. */
  readonly answer: (press: string, text?: string) => Promise<void>;
  /** What came since, and waits for it; `after` is the last that is known and needs not come again. */
  readonly updates: (after: number | undefined, signal: AbortSignal) => Promise<Polled>;
  /** Updates are posted there from now on; undefined: they are asked for. */
  readonly postTo: (
    hook: { readonly url: string; readonly secret: string } | undefined,
  ) => Promise<NoticeResult>;
}
