// The home stream, folded, and the one way to add to it.

import type { Refusal } from '../core/commands.ts';
import type { Decider } from '../core/gates/gate.ts';
import type { Home, HomeEvent } from '../core/home.ts';
import { claimKey, emptyHome, evolveHome, isHomeEvent, isKnown, startKnownAs } from '../core/home.ts';
import type { Journal } from '../journal/journal.ts';
import type { Clock } from '../telemetry/clock.ts';
import { StreamLedger } from './stream-ledger.ts';

export type Claim = Extract<HomeEvent, { type: 'ticket.claimed' }>;

export class HomeLedger {
  readonly #ledger: StreamLedger<Home, HomeEvent>;

  constructor(journal: Journal, clock: Clock) {
    this.#ledger = new StreamLedger<Home, HomeEvent>({
      journal,
      clock,
      stream: 'home',
      empty: emptyHome,
      isEvent: isHomeEvent,
      evolve: (home, told) => told.reduce((now, { event }) => evolveHome(now, event), home),
    });
  }

  state(): Promise<Home> {
    return this.#ledger.state();
  }

  async hasReserved(run: string): Promise<boolean> {
    return (await this.state()).reserved.has(run);
  }

  async isRepeat(run: string): Promise<boolean> {
    return (await this.state()).repeats.has(run);
  }

  /** In one append. */
  async record(...events: readonly HomeEvent[]): Promise<void> {
    await this.#ledger.record((home) => events.filter((event) => !isKnown(home, event)));
  }

  /** HOME-5: the first that finds out says so, and the others find it said. */
  async halt(agent: string, run: string): Promise<void> {
    await this.#ledger.record(({ halts }) =>
      halts.has(agent) ? [] : [{ type: 'agent.halted', agent, run }],
    );
  }

  /** Whether it was halted. */
  async resume(agent: string, by: Decider): Promise<boolean> {
    const recorded = await this.#ledger.record(({ halts }) =>
      halts.has(agent) ? [{ type: 'agent.resumed', agent, by }] : [],
    );
    return recorded.length > 0;
  }

  /**
   * Claims a ticket for a run, if the claim is still the one its caller saw, and gives the run that holds it
   * then. Two that claim at the same moment both learn who was first. A start that was sent before (HOME-4) is answered
   * with its run, unless the caller saw that run and knows that it never came: its owner died before it began.
   */
  async claim(event: Claim, before: string | undefined): Promise<string | Refusal> {
    const key = claimKey(event.repository, event.ticket);
    let first: string | Refusal | undefined;
    let holder: string | undefined;
    await this.#ledger.record((home) => {
      const known = event.sent === undefined ? undefined : startKnownAs(home, event.sent);
      first = known === undefined || 'refused' in known ? known : known.run;
      if (known !== undefined && ('refused' in known || known.run !== before)) return [];
      first = undefined;
      holder = home.claims.get(key);
      return holder === before ? [event] : [];
    });
    return first ?? (holder === before ? event.run : (holder ?? event.run));
  }
}
