// The home stream, folded, and the one way to add to it.

import type { Home, HomeEvent } from '../core/home.ts';
import { claimKey, emptyHome, evolveHome } from '../core/home.ts';
import type { AnyEvent, Journal } from '../journal/journal.ts';
import type { Clock } from '../telemetry/clock.ts';

const conflictsMax = 8;
const stream = 'home';

export type Claim = Extract<HomeEvent, { type: 'ticket.claimed' }>;

export class HomeLedger {
  readonly #journal: Journal;
  readonly #clock: Clock;
  #home = emptyHome;
  #seq = 0;

  constructor(journal: Journal, clock: Clock) {
    this.#journal = journal;
    this.#clock = clock;
  }

  state(): Home {
    for (const recorded of this.#journal.read(stream, this.#seq)) {
      if (isHomeEvent(recorded.event)) this.#home = evolveHome(this.#home, recorded.event);
      this.#seq = recorded.seq;
    }
    return this.#home;
  }

  hasReserved(run: string): boolean {
    return this.state().reserved.has(run);
  }

  async record(event: HomeEvent): Promise<void> {
    await this.#recordIf(event, () => true);
  }

  /**
   * Claims a ticket for a run, if the claim is still the one its caller saw, and gives the run that holds it
   * then. Two that claim at the same moment both learn who was first.
   */
  async claim(event: Claim, before: string | undefined): Promise<string> {
    const key = claimKey(event.repository, event.ticket);
    await this.#recordIf(event, (home) => home.claims.get(key) === before);
    return this.state().claims.get(key) ?? event.run;
  }

  async #recordIf(event: HomeEvent, mayRecord: (home: Home) => boolean): Promise<void> {
    for (let tries = 0; tries < conflictsMax; tries += 1) {
      if (!mayRecord(this.state())) return;
      const appended = await this.#journal.append({
        stream,
        after: this.#seq,
        at: this.#clock.now(),
        events: [event],
      });
      if (appended.ok) return;
      if (appended.refused === 'fenced') throw new Error('another process took over this home');
    }
    throw new Error(`invariant: the home stream moved ${conflictsMax} times under its owner`);
  }
}

const homeEvents: Readonly<Record<HomeEvent['type'], true>> = {
  'budget.reserved': true,
  'ticket.claimed': true,
  'commands.trusted': true,
  'level.consented': true,
};

function isHomeEvent(event: AnyEvent): event is HomeEvent {
  return Object.hasOwn(homeEvents, event.type);
}
