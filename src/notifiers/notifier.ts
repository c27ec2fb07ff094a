// Port: by which people are told who look elsewhere. It says one notice and tells what came of it; when, and whether again, is not its
// business.
//
//   NOTIFIER-1. Nothing is thrown: what cannot be said is an answer. It takes a bounded time, whatever is at the other end.
//   NOTIFIER-2. Words are shown as they are: nothing in them is a tag, a link or an order to what shows them.

import type { About, Side } from '../core/notices/notice.ts';

export interface Notice {
  readonly matter: string;
  readonly side: Side;
  readonly about: About['is'];
  /** When it came to be so. */
  readonly since: number;
  readonly run: string;
  readonly title: string;
  readonly ticket?: string | undefined;
  /** One line that says it. */
  readonly head: string;
  /** What there is to know, and what can be done. */
  readonly lines: readonly string[];
  readonly asks?: Asks | undefined;
  /** It rings nowhere. */
  readonly silent?: true;
}

/** A gate that is open. */
export interface Asks {
  readonly gate: string;
  readonly name: string;
  /** What `--seen` names. */
  readonly seen: string;
  readonly digest: string;
  /** What it is about, as people read it before they answer. */
  readonly text?: string | undefined;
  /** How it can be answered, where buttons can be shown. */
  readonly choices: readonly { readonly key: string; readonly label: string }[];
}

export type NoticeResult =
  /** `as`: what it is called there, where it can be changed. */
  | { readonly ok: true; readonly as?: string | undefined }
  /** Only this one is not wanted there. */
  | { readonly ok: false; readonly why: 'refused'; readonly because: string }
  /** Nothing can be said there now, and not for so long at least. */
  | {
      readonly ok: false;
      readonly why: 'down';
      readonly because: string;
      readonly waitMs?: number | undefined;
    };

export interface Notifier {
  /** `as` is what is to be changed, as it was given back before; one that cannot change what it said gives nothing back. */
  readonly say: (notice: Notice, as?: string) => Promise<NoticeResult>;
}
