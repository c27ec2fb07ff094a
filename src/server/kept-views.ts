// The runs of the home as every open page asks for them, again and again: read once, and then only those that moved. Where nothing was
// appended since, nothing is read but the number of the last event.
//
// Invariants
//   KEPT-VIEWS-1. Whoever asks after an append was answered is told what it changed: what is kept is brought up to date with every question.
//   KEPT-VIEWS-2. What is kept of a run is what the journal's own view says, read and checked as anybody reads it.

import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../telemetry/clock.ts';
import type { InboxItem, RunSummary } from '../views/run/summary.ts';

const pageEvents = 500;
/** Runs that were lost are found by reading all anchors, which nobody needs with every step of a run. */
const lostMs = 10_000;
const runPrefix = 'run/';

export class KeptViews {
  readonly #journal: Journal;
  readonly #clock: Clock;
  #position: number | undefined;
  #runs = new Map<string, RunSummary>();
  #inbox: readonly InboxItem[] = [];
  #lost: { readonly at: number; readonly runs: readonly string[] } | undefined;
  #turn: Promise<number> = Promise.resolve(0);

  constructor(journal: Journal, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
  }

  /** KEPT-VIEWS-1. One after the other; the position that everything kept is of. */
  caughtUp(): Promise<number> {
    const turn = this.#turn.catch(() => 0).then(() => this.#catchUp());
    this.#turn = turn;
    return turn;
  }

  /** A journal of which these views are kept; everything else is asked of the journal itself. */
  get journal(): Journal {
    return {
      ...this.#journal,
      summaries: async (filter) => {
        if (filter !== undefined && Object.keys(filter).length > 0) return this.#journal.summaries(filter);
        await this.caughtUp();
        return [...this.#runs.values()];
      },
      inbox: async () => {
        await this.caughtUp();
        return this.#inbox;
      },
      lost: () => this.#lostRuns(),
    };
  }

  async #catchUp(): Promise<number> {
    if (this.#position === undefined) return this.#readAll();
    let position = this.#position;
    const moved = new Set<string>();
    for (;;) {
      const rows = await this.#journal.tail(position, pageEvents);
      for (const { stream } of rows)
        if (stream.startsWith(runPrefix)) moved.add(stream.slice(runPrefix.length));
      position = rows.at(-1)?.position ?? position;
      if (rows.length < pageEvents) break;
    }
    if (moved.size > 0) {
      // KEPT-VIEWS-2.
      const summaries = await this.#journal.summaries({ runs: [...moved] });
      this.#inbox = await this.#journal.inbox();
      const fresh = new Map(summaries.map((summary) => [summary.run, summary]));
      // What changed last comes first, as the journal has it.
      for (const [run, summary] of this.#runs) if (!fresh.has(run)) fresh.set(run, summary);
      this.#runs = fresh;
    }
    this.#position = position;
    return position;
  }

  /** The position first: what comes meanwhile is read again. */
  async #readAll(): Promise<number> {
    const position = await this.#journal.newest();
    const summaries = await this.#journal.summaries();
    this.#inbox = await this.#journal.inbox();
    this.#runs = new Map(summaries.map((summary) => [summary.run, summary]));
    this.#position = position;
    return position;
  }

  async #lostRuns(): Promise<readonly string[]> {
    const now = this.#clock.monotonic();
    if (this.#lost === undefined || now - this.#lost.at > lostMs) {
      this.#lost = { at: now, runs: await this.#journal.lost() };
    }
    return this.#lost.runs;
  }
}
