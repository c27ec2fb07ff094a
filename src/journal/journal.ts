// Port: the append-only list of facts, the only truth.
//
// Invariants
//   JOURNAL-1. Events of a stream are numbered 1, 2, 3 … without a hole; `append` names the number it expects to follow.
//   JOURNAL-2. When `append` resolves with a position, the events survive a crash and a power cut.
//   JOURNAL-3. An append under an older epoch than the newest is refused, in the same transaction.
//   JOURNAL-4. Each event's hash covers its body, its time and the hash before it.
//   JOURNAL-5. Every answer is a promise and may come late, and answers come in any order. A caller that has waited for an
//       append finds it in whatever is asked after that; of what it did not wait for it knows nothing.
//   JOURNAL-6. Appends of one handle are taken in the order they were called in.
//   JOURNAL-7. An append that follows another of its handle, which may not have been taken yet, is refused where that one was
//       not, or is not the newest of the stream: a number that somebody else's events brought about is not taken for its own.
//   JOURNAL-8. `read` answers with events that were looked at, or not at all: each follows the one before by its hash, and the head
//       that was written down outside is among them. What a handle has looked at before it does not hash again.

import type { RepositoryFact } from '../core/memory/facts.ts';
import type { InboxItem, RunSummary } from '../views/run/summary.ts';

/** What every event has, whatever its stream. */
export interface AnyEvent {
  readonly type: string;
}

export interface Recorded {
  readonly stream: string;
  readonly seq: number;
  /** Grows over all streams; safe for tailing: no smaller one appears later. */
  readonly position: number;
  readonly at: number;
  readonly event: AnyEvent;
  readonly previous: string;
  readonly hash: string;
}

export interface Append {
  readonly stream: string;
  /** The seq of the last event the caller knows; 0 for a new stream. */
  readonly after: number;
  /** What this append is called by those that follow it, and which one it follows (JOURNAL-7). */
  readonly name?: number;
  readonly follows?: number;
  readonly at: number;
  readonly events: readonly AnyEvent[];
  /**
   * What people read about a run, changed in the same transaction as the events. Asked for where it is written: of several
   * appends of a run that are written together, of the last alone.
   */
  readonly view?: () => RunView;
  /** Facts of a repository as they are after the events, changed in the same transaction. */
  readonly facts?: readonly RepositoryFact[];
}

export interface RunView {
  readonly summary: RunSummary;
  readonly inbox: readonly InboxItem[];
}

export interface FactFilter {
  readonly repository?: string;
  /** All of these words, in key or text; case does not matter, and space, underscore and hyphen are alike. */
  readonly words?: string;
  /** Only what may hold in this run: promoted facts, and those of the run itself that are not withdrawn. */
  readonly heldIn?: string;
  readonly factsMax: number;
}

export type Appended =
  | { readonly ok: true; readonly seq: number; readonly position: number }
  | { readonly ok: false; readonly refused: 'conflict'; readonly seq: number }
  | { readonly ok: false; readonly refused: 'fenced'; readonly epoch: number };

export interface Journal {
  readonly append: (batch: Append) => Promise<Appended>;
  /** Becomes the writer: raises the epoch, so that every earlier writer is refused from now on (JOURNAL-3). */
  readonly takeOver: () => Promise<number>;
  readonly read: (stream: string, after?: number) => Promise<readonly Recorded[]>;
  /** Events of all streams in order of position, at most `limit` of them. */
  readonly tail: (afterPosition: number, limit: number) => Promise<readonly Recorded[]>;
  /** The position of the last event there is; 0 where there is none. */
  readonly newest: () => Promise<number>;
  /** Every event that says under which id of a sender it came, where it came under this one; oldest first. */
  readonly sentAs: (id: string) => Promise<readonly Recorded[]>;
  readonly streams: (prefix: string) => Promise<readonly string[]>;
  readonly summaries: (filter?: {
    readonly repository?: string;
    readonly open?: boolean;
    readonly runs?: readonly string[];
  }) => Promise<readonly RunSummary[]>;
  readonly inbox: () => Promise<readonly InboxItem[]>;
  /** What is remembered, the last change first. */
  readonly facts: (filter: FactFilter) => Promise<readonly RepositoryFact[]>;
  /**
   * Walks chain and anchor and names the first wrong event, if there is one (JOURNAL-4); with `since`, an event that was looked at
   * before, only what came after it.
   */
  readonly verify: (stream: string, since?: Head) => Promise<Verification>;
  /** Runs that were written down outside the store, and of which it shows nothing. */
  readonly lost: () => Promise<readonly string[]>;
  readonly close: () => Promise<void>;
}

/** An event by its number and hash. */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export type Verification =
  | { readonly ok: true; readonly events: number; readonly head: string; readonly blobs: readonly string[] }
  | {
      readonly ok: false;
      readonly seq: number;
      readonly wrong: 'hash' | 'missing' | 'behind-anchor' | 'anchor-differs' | 'unanchored' | 'unreadable';
    };

/**
 * The store cannot be written now. The events of the rejected append may or may not be there (a sync that failed
 * can have reached the disk), so the caller reads the stream again before it goes on.
 */
export class JournalUnavailable extends Error {
  override readonly name = 'JournalUnavailable';
  readonly code: 'disk-full' | 'io' | 'read-only' | 'busy' | 'closed';

  constructor(code: JournalUnavailable['code'], message: string) {
    super(message);
    this.code = code;
  }
}

export type Wrong = Extract<Verification, { ok: false }>['wrong'];

/** What is wrong with an event, said the same wherever it is met. */
export const wrongWords: Readonly<Record<Wrong, string>> = {
  hash: 'its content does not match its hash: it was changed after it was written',
  missing: 'it is missing, though later events are there',
  'behind-anchor': 'the stream ends before it, though it was written down outside the database',
  'anchor-differs': 'another event stands here than the one that was written down outside the database',
  unanchored:
    'nothing of the stream is written down outside the database any more, so that an end which was lost would not be noticed',
  unreadable: 'it cannot be read',
};

/** This stream is damaged and is neither read nor continued; the others are not touched by it. */
export class JournalDamaged extends Error {
  override readonly name = 'JournalDamaged';
  readonly stream: string;
  readonly seq: number;

  /** `words` say what is wrong, as `wrongWords` do. */
  constructor(stream: string, seq: number, words: string) {
    super(
      `The journal of ${stream} is damaged at event ${seq}: ${words}. So it is not used, and nothing was written to it. ` +
        'Put slipway.db, anchors/ and blobs/ back from a copy of the home; other runs go on as they are.',
    );
    this.stream = stream;
    this.seq = seq;
  }
}

/** What is shown of something is not what was written. Its events may be well: whoever opens the journal to write makes it anew. */
export class ViewDamaged extends Error {
  override readonly name = 'JournalDamaged';

  constructor(of: string) {
    super(
      `What slipway.db shows of ${of} is damaged: it is not what was written, so it is not shown. ` +
        'A command that writes, such as `slipway resume`, makes it anew from the events; `slipway verify --all` says whether those are well.',
    );
  }
}
