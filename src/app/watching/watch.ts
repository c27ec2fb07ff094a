// A run as its journal tells it, event by event: the same for the process that moves it and for one that looks on.
//
//   WATCH-1. Looks take turns, so that each event is told once and in order, however many look at the same time.

import type { ToldEvent } from '../home/reader.ts';
import type { Journal } from '../../journal/journal.ts';
import { forTerminal } from '../../screening/terminal.ts';
import { InTurn } from '../../telemetry/in-turn.ts';
import { decodeRunEvent } from '../../views/events/decode.ts';
import { clip } from '../../views/words/words.ts';
import type { SaidLine, Tracked } from './track.ts';
import { track } from './track.ts';

interface WatchStep {
  readonly told: ToldEvent;
  readonly said?: SaidLine;
}

/** The text of a blob, as it was kept: screened. */
type TextOf = (blob: string) => Promise<string | undefined>;

const lastWordsCharsMax = 160;

function lastWords(text: string | undefined): string {
  const lines = (text ?? '').split('\n').filter((line) => line.trim() !== '');
  const ends = lines.length > 2 ? [lines[0], lines.at(-1)] : lines;
  return clip(forTerminal(ends.join(' ')), lastWordsCharsMax);
}

export class Watch {
  readonly #journal: () => Journal;
  readonly #stream: string;
  readonly #textOf: TextOf;
  readonly #turns = new InTurn();
  #tracked: Tracked | undefined;
  #silentTo = 0;

  /** The journal is asked for at every look, because a process that takes over has another one. */
  constructor(journal: () => Journal, run: string, textOf: TextOf = () => Promise.resolve(undefined)) {
    this.#journal = journal;
    this.#textOf = textOf;
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
  async pull(): Promise<readonly SaidLine[]> {
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
      const next = await this.#withLastWords(track(this.#tracked, told), told);
      const isNews = seq > this.#silentTo && next.last !== this.#tracked?.last;
      const said = isNews ? next.last : undefined;
      steps.push({ told, ...(said === undefined ? {} : { said }) });
      this.#tracked = next;
    }
    return steps;
  }

  /** Why an agent failed is a text beside the journal: how it ended and its last line are told with the failure. */
  async #withLastWords(next: Tracked, { event, seq }: ToldEvent): Promise<Tracked> {
    if (event.type !== 'failure.recorded' || event.detail === undefined || seq <= this.#silentTo) return next;
    if (!event.reason.startsWith('agent-') || next.last === undefined) return next;
    const words = lastWords(await this.#textOf(event.detail).catch(() => undefined));
    return words === '' ? next : { ...next, last: { ...next.last, words: `${next.last.words}: ${words}` } };
  }
}
