// Looks at a home from outside, as any reading command does, while others move what is in it. What it saw recorded has to be
// there for ever after.

import type { Places } from '../../../src/app/home/home-places.ts';
import type { HomeReader } from '../../../src/app/home/reader.ts';
import { openReader } from '../../../src/app/home/reader.ts';
import type { Acknowledged } from '../support/drive.ts';

export interface Sight {
  readonly run: string;
  readonly runs: number;
  readonly events: number;
  readonly stage: string;
  readonly status: string;
  /** Of the gate the run waits at. */
  readonly digest: string | undefined;
}

const lookMs = 15;

export class Eye {
  readonly #places: Places;
  readonly #seen: Acknowledged[] = [];
  #reader: HomeReader | undefined;

  constructor(places: Places) {
    this.#places = places;
  }

  get seen(): readonly Acknowledged[] {
    return this.#seen;
  }

  /** Undefined while there is no run yet. */
  async look(): Promise<Sight | undefined> {
    const journal = await this.#journal();
    const summaries = (await journal?.summaries()) ?? [];
    const [summary] = summaries;
    if (journal === undefined || summary === undefined) return undefined;
    const { run, stage, status } = summary;
    for (const { seq, hash } of await journal.read(`run/${run}`, this.#seen.length))
      this.#seen.push({ seq, hash });
    const gate = status === 'waiting' ? (await journal.inbox()).find((item) => item.run === run) : undefined;
    return { run, runs: summaries.length, events: this.#seen.length, stage, status, digest: gate?.digest };
  }

  /** Looks until it is so, or for so long; answers with what it saw last. */
  async until(isSo: (sight: Sight | undefined) => boolean, withinMs: number): Promise<Sight | undefined> {
    const giveUpAt = performance.now() + withinMs;
    for (;;) {
      const sight = await this.look();
      if (isSo(sight) || performance.now() > giveUpAt) return sight;
      await pause(lookMs);
    }
  }

  /** The next look opens the home anew: whoever holds it open keeps its owner from tidying up. */
  async rest(): Promise<void> {
    const reader = this.#reader;
    this.#reader = undefined;
    await reader?.close();
  }

  /** A home that is just being made cannot be read yet. */
  async #journal(): Promise<HomeReader['journal']> {
    if (this.#reader?.journal === undefined)
      this.#reader = await openReader(this.#places).catch(() => undefined);
    return this.#reader?.journal;
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
