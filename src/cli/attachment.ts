// A terminal's tie to the process that owns the home. While it holds, an engine stays; what a person sees of a run comes from
// the journal, so that nothing is lost where the tie breaks.

import { askEngine } from '../app/home/ask-engine.ts';
import type { Places } from '../app/home/home-places.ts';
import { verbs } from '../app/verbs/table.ts';
import type { Decider } from '../core/gates/gate.ts';
import { isRecord } from '../plain/json.ts';
import type { Clock } from '../telemetry/clock.ts';

const tieAgainMs = 500;

export class Attachment {
  readonly #closed = new AbortController();
  readonly #stopped = new AbortController();
  readonly #first: Promise<void>;
  #tied: Promise<void> = Promise.resolve();
  #isEngine = false;
  #isTied = false;
  #isBroken = false;

  constructor(places: Places, by: Decider, clock: Clock) {
    this.#first = new Promise((resolve) => {
      this.#tied = this.#tie(places, by, clock, resolve);
    });
  }

  /** Whether it is tied to an engine of its own, and not to a command at another terminal. */
  async isEngine(): Promise<boolean> {
    await this.#first;
    return this.#isEngine;
  }

  /** As far as it is known. */
  get isEngineNow(): boolean {
    return this.#isEngine;
  }

  /** Whoever it was tied to has gone, and nobody came since. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Fires when somebody stopped the engine: nobody is to start another for what it worked on. */
  get stopped(): AbortSignal {
    return this.#stopped.signal;
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#tied;
  }

  async #tie(places: Places, by: Decider, clock: Clock, known: () => void): Promise<void> {
    const { signal } = this.#closed;
    const onItem = (item: unknown): void => {
      this.#take(item);
      known();
    };
    while (!signal.aborted) {
      await askEngine(places, { by, verb: verbs.attach.name, input: {}, signal, onItem });
      this.#isBroken ||= this.#isTied;
      this.#isTied = false;
      known();
      if (!signal.aborted) await clock.until(clock.now() + tieAgainMs, signal);
    }
  }

  #take(raw: unknown): void {
    // It comes from another process, of this version or the one before: what is something else is nothing that was said.
    if (!isRecord(raw)) return;
    const { type, host, why } = raw;
    if (type === 'attached' && isRecord(host)) {
      this.#isEngine = host['detached'] === true;
      this.#isTied = true;
      this.#isBroken = false;
    } else if (type === 'left' && this.#isEngine && why === 'stopped') this.#stopped.abort();
  }
}
