// One stream that is not a run's, folded, and the one way to add to it.
//
//   STREAM-LEDGER-1. Looks and records of one ledger take turns: no event is folded twice, and what is decided is appended before
//       the next is decided.

import type { AnyEvent, Append, Journal } from '../journal/journal.ts';
import type { Clock } from '../telemetry/clock.ts';
import { InTurn } from '../telemetry/in-turn.ts';

const conflictsMax = 8;

export interface LedgerParts<State, Event extends AnyEvent> {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly stream: string;
  readonly empty: State;
  readonly isEvent: (event: AnyEvent) => event is Event;
  readonly evolve: (state: State, told: readonly { readonly event: Event; readonly at: number }[]) => State;
  /** What people read of the stream, changed with the events that are appended. */
  readonly view?: (state: State, events: readonly Event[]) => Pick<Append, 'facts'>;
}

export class StreamLedger<State, Event extends AnyEvent> {
  readonly #parts: LedgerParts<State, Event>;
  readonly #turns = new InTurn();
  #state: State;
  #seq = 0;

  constructor(parts: LedgerParts<State, Event>) {
    this.#parts = parts;
    this.#state = parts.empty;
  }

  /** STREAM-LEDGER-1. */
  state(): Promise<State> {
    return this.#turns.take(() => this.#look());
  }

  /** STREAM-LEDGER-1. Appends what the state asks for, asked again where the stream moved meanwhile; gives what was appended. */
  record(decide: (state: State, at: number) => readonly Event[]): Promise<readonly Event[]> {
    return this.#turns.take(() => this.#record(decide));
  }

  async #look(): Promise<State> {
    const { journal, stream, isEvent, evolve } = this.#parts;
    const fresh = await journal.read(stream, this.#seq);
    this.#state = evolve(
      this.#state,
      fresh.flatMap(({ event, at }) => (isEvent(event) ? [{ event, at }] : [])),
    );
    this.#seq = fresh.at(-1)?.seq ?? this.#seq;
    return this.#state;
  }

  async #record(decide: (state: State, at: number) => readonly Event[]): Promise<readonly Event[]> {
    const { journal, clock, stream, evolve, view } = this.#parts;
    for (let tries = 0; tries < conflictsMax; tries += 1) {
      const before = await this.#look();
      const at = clock.now();
      const events = decide(before, at);
      if (events.length === 0) return [];
      const told = events.map((event) => ({ event, at }));
      const seen = view === undefined ? {} : view(evolve(before, told), events);
      const appended = await journal.append({ stream, after: this.#seq, at, events, ...seen });
      if (appended.ok) return events;
      if (appended.refused === 'fenced') throw new Error('another process took over this home');
    }
    throw new Error(`invariant: the stream ${stream} moved ${conflictsMax} times under its owner`);
  }
}
