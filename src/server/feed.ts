// Everything that is appended to the journal, in its order, for as many as listen: the journal is read once for all of them.
//
// Invariants
//   FEED-1. Whoever says up to where they know gets everything after that, once and in order; a position is never left out.
//   FEED-2. What is kept for those who are close behind is bounded; whoever is further behind reads the journal.
//   FEED-3. Nobody is waited for: each takes the next piece when the last one was read.
//   FEED-4. A busy run is told in a few pieces a second, however many listen: what came since the last one goes together.

import type { Runs } from '../engine/runs.ts';
import type { Journal, Recorded } from '../journal/journal.ts';
import type { Clock } from '../telemetry/clock.ts';

/** Where nothing is appended, an empty piece says so that often: a proxy would take silence for an end. */
export const beatMs = 15_000;
const pageEvents = 500;
/** FEED-2. */
const recentMax = 5_000;
/** What other streams than those of runs bring is found within this. */
const lookMs = 1_000;
/** FEED-4. Nobody sees that it is later, and five hundred who listen cost the engine little. */
const togetherMs = 100;

export interface Moved {
  readonly position: number;
  readonly stream: string;
  readonly run?: string;
  readonly seq: number;
  readonly type: string;
  readonly at: number;
}

/** One of the feed, as it goes to everybody. */
export interface Piece {
  readonly position: number;
  readonly text: string;
}

export class Feed {
  readonly #journal: Journal;
  readonly #unlisten: () => void;
  #recent: Piece[] = [];
  /** The position that everything up to is in `recent` or was there before it, and is told. */
  #head: number;
  /** As far as the journal was read; what is behind the head is about to be told. */
  #readTo: number;
  #toldAt = Number.NEGATIVE_INFINITY;
  #isTelling = false;
  #isReading = false;
  #isDue = false;
  #wake = new Signal();
  readonly #clock: Clock;
  readonly #closed = new AbortController();
  #followers = 0;
  #isLooking = false;

  private constructor(journal: Journal, runs: Runs, clock: Clock, head: number) {
    this.#journal = journal;
    this.#clock = clock;
    this.#head = head;
    this.#readTo = head;
    this.#unlisten = runs.onEvents(() => {
      if (this.#followers > 0) this.#look();
    });
  }

  static async open(journal: Journal, runs: Runs, clock: Clock): Promise<Feed> {
    return new Feed(journal, runs, clock, await journal.newest());
  }

  get head(): number {
    return this.#head;
  }

  close(): void {
    this.#unlisten();
    this.#closed.abort();
    this.#wake.fire();
  }

  /** FEED-1. Empty pieces say that nothing came for a while. */
  async *after(position: number, gone: AbortSignal, everyMs = beatMs): AsyncGenerator<readonly Piece[]> {
    this.#followers += 1;
    void this.#lookOn();
    let at = position;
    try {
      while (!gone.aborted) {
        const pieces = at < this.#head ? await this.#between(at) : await this.#next(at, gone, everyMs);
        if (gone.aborted) return;
        at = pieces.at(-1)?.position ?? at;
        yield pieces;
      }
    } finally {
      this.#followers -= 1;
    }
  }

  async #between(at: number): Promise<readonly Piece[]> {
    const oldest = this.#recent[0]?.position;
    if (oldest !== undefined && oldest <= at + 1) {
      const first = firstAfter(this.#recent, at);
      return this.#recent.slice(first, Math.min(first + pageEvents, firstAfter(this.#recent, this.#head)));
    }
    return (await this.#journal.tail(at, pageEvents)).map(pieceOf);
  }

  async #next(at: number, gone: AbortSignal, everyMs: number): Promise<readonly Piece[]> {
    const done = new AbortController();
    // With a reason of its own: to make the usual one takes a stack trace, for each who listens and each step.
    const leave = (): void => done.abort('told');
    gone.addEventListener('abort', leave, { once: true });
    try {
      await Promise.race([this.#wake.fired, this.#clock.until(this.#clock.now() + everyMs, done.signal)]);
      return at < this.#head && !gone.aborted ? await this.#between(at) : [];
    } finally {
      leave();
      gone.removeEventListener('abort', leave);
    }
  }

  /** While somebody follows. */
  async #lookOn(): Promise<void> {
    this.#look();
    if (this.#isLooking) return;
    this.#isLooking = true;
    const closed = this.#closed.signal;
    while (this.#followers > 0 && !closed.aborted) {
      await this.#clock.until(this.#clock.now() + lookMs, closed);
      this.#look();
    }
    this.#isLooking = false;
  }

  #look(): void {
    this.#isDue = true;
    if (!this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    try {
      while (this.#isDue) {
        this.#isDue = false;
        while (this.#take(await this.#journal.tail(this.#readTo, pageEvents)));
      }
    } catch {
      // The journal is closed or cannot be read now: whoever listens is told of nothing, and the next look tries again.
    } finally {
      this.#isReading = false;
    }
  }

  /** Whether there may be more. */
  #take(rows: readonly Recorded[]): boolean {
    const last = rows.at(-1);
    if (last === undefined) return false;
    for (const row of rows) this.#recent.push(pieceOf(row));
    if (this.#recent.length > 2 * recentMax) this.#recent = this.#recent.slice(-recentMax);
    this.#readTo = last.position;
    if (!this.#isTelling) void this.#tell();
    return rows.length === pageEvents;
  }

  /** FEED-4. At once where nothing was told for a while. */
  async #tell(): Promise<void> {
    this.#isTelling = true;
    const wait = this.#toldAt + togetherMs - this.#clock.monotonic();
    if (wait > 0) await this.#clock.until(this.#clock.now() + wait, this.#closed.signal);
    this.#isTelling = false;
    this.#toldAt = this.#clock.monotonic();
    this.#head = this.#readTo;
    this.#wake.fire();
    this.#wake = new Signal();
  }
}

/** Something that happens once. */
class Signal {
  readonly fired: Promise<void>;
  #resolve: (() => void) | undefined;

  constructor() {
    this.fired = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  readonly fire = (): void => this.#resolve?.();
}

const runPrefix = 'run/';

function pieceOf({ position, stream, seq, at, event: { type } }: Recorded): Piece {
  const run = stream.startsWith(runPrefix) ? { run: stream.slice(runPrefix.length) } : {};
  const moved: Moved = { position, stream, ...run, seq, type, at };
  return { position, text: `id: ${position}\nevent: event\ndata: ${JSON.stringify(moved)}\n\n` };
}

/** The index of the first piece behind a position. */
function firstAfter(pieces: readonly Piece[], position: number): number {
  let [low, high] = [0, pieces.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((pieces[middle]?.position ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  return low;
}
