// The home stream, folded, and the one way to add to it.

import type { Home, HomeEvent } from '../core/home.ts';
import { emptyHome, evolveHome } from '../core/home.ts';
import type { AnyEvent, Journal } from '../journal/journal.ts';
import type { Clock } from '../telemetry/clock.ts';

const conflictsMax = 8;
const stream = 'home';

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
    for (let tries = 0; tries < conflictsMax; tries += 1) {
      this.state();
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

function isHomeEvent(event: AnyEvent): event is HomeEvent {
  return ['budget.reserved', 'ticket.claimed', 'commands.trusted'].includes(event.type);
}
