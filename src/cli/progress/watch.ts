// A run as its journal tells it, event by event: the same for the process that moves it and for one that looks on.

import type { ToldEvent } from '../../app/reader.ts';
import type { Journal } from '../../journal/journal.ts';
import { decodeRunEvent } from '../../views/events/decode.ts';
import type { Said, Tracked } from './track.ts';
import { track } from './track.ts';

interface WatchStep {
  readonly told: ToldEvent;
  readonly said?: Said;
}

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
    return this.steps().flatMap(({ said }) => said ?? []);
  }

  /** Takes in what is new, event by event, each with what there is to say of it. */
  steps(): readonly WatchStep[] {
    const steps: WatchStep[] = [];
    for (const { event, at, seq } of this.#journal().read(this.#stream, this.#tracked?.seq ?? 0)) {
      const told = { event: decodeRunEvent(event), at, seq };
      const next = track(this.#tracked, told);
      const said = next.last === this.#tracked?.last ? undefined : next.last;
      steps.push({ told, ...(said === undefined ? {} : { said }) });
      this.#tracked = next;
    }
    return steps;
  }
}
