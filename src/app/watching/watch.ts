// A run as its journal tells it, event by event: the same for the process that moves it and for one that looks on.
//
//   WATCH-1. Looks take turns, so that each event is told once and in order, however many look at the same time.

import type { ToldEvent } from '../home/reader.ts';
import type { Journal } from '../../journal/journal.ts';
import { InTurn } from '../../telemetry/in-turn.ts';
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
  readonly #turns = new InTurn();
  #tracked: Tracked | undefined;
  #silentTo = 0;

  /** The journal is asked for at every look, because a process that takes over has another one. */
  constructor(journal: () => Journal, run: string) {
    this.#journal = journal;
    this.#stream = `run/${run}`;
  }

  get tracked(): Tracked | undefined {
    return this.#tracked;
  }

  /** There is nothing to say of what happened up to this event. */
  silentTo(seq: number): void {
    this.#silentTo = Math.max(this.#silentTo, seq);
  }

  /** Takes in what is new, and says what of it is worth telling. */
  async pull(): Promise<readonly Said[]> {
    return (await this.steps()).flatMap(({ said }) => said ?? []);
  }

  /** Takes in what is new, event by event, each with what there is to say of it. */
  steps(): Promise<readonly WatchStep[]> {
    return this.#turns.take(() => this.#look()); // WATCH-1
  }

  async #look(): Promise<readonly WatchStep[]> {
    const recorded = await this.#journal().read(this.#stream, this.#tracked?.seq ?? 0);
    const steps: WatchStep[] = [];
    for (const { event, at, seq } of recorded) {
      const told = { event: decodeRunEvent(event), at, seq };
      const next = track(this.#tracked, told);
      const isNews = seq > this.#silentTo && next.last !== this.#tracked?.last;
      const said = isNews ? next.last : undefined;
      steps.push({ told, ...(said === undefined ? {} : { said }) });
      this.#tracked = next;
    }
    return steps;
  }
}
