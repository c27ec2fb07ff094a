// A run as its journal tells it, event by event: the same for the process that moves it and for one that looks on.

import type { Journal } from '../../journal/journal.ts';
import { decodeRunEvent } from '../../views/decode.ts';
import type { Said, Tracked } from './track.ts';
import { track } from './track.ts';

export class Watch {
  readonly #journal: () => Journal;
  readonly #stream: string;
  #tracked: Tracked | undefined;

  /** The journal is asked for at every look, because a process that takes over has another one. */
  constructor(journal: () => Journal, run: string) {
    this.#journal = journal;
    this.#stream = `run/${run}`;
  }

  get tracked(): Tracked | undefined {
    return this.#tracked;
  }

  /** Takes in what is new, and says what of it is worth telling. */
  pull(): readonly Said[] {
    const told: Said[] = [];
    for (const { event, at, seq } of this.#journal().read(this.#stream, this.#tracked?.seq ?? 0)) {
      const next = track(this.#tracked, { event: decodeRunEvent(event), at, seq });
      if (next.last !== undefined && next.last !== this.#tracked?.last) told.push(next.last);
      this.#tracked = next;
    }
    return told;
  }
}
