// What every open page asks for at the same moment, after each step of any run, is worked out once: whoever asks for the same while
// nothing was appended, and nobody began or stopped working on a run, gets the same bytes.

import type { Clock } from '../telemetry/clock.ts';

/** Times in an answer are those of the moment it was made. */
const goodMs = 1_000;
const keptMax = 64;
const wordsCharsMax = 512;

export type Bytes = Uint8Array<ArrayBuffer>;

/** What an answer is of: the question, and where the home stood. */
export interface Asked {
  readonly question: string;
  readonly stand: string;
}

interface Kept {
  readonly stand: string;
  readonly at: number;
  readonly bytes: Promise<Bytes | undefined>;
}

export class Answers {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Undefined is no answer, and is kept for nobody. */
  async of({ question, stand }: Asked, make: () => Promise<Bytes | undefined>): Promise<Bytes | undefined> {
    const now = this.#clock.monotonic();
    const kept = this.#kept.get(question);
    if (kept !== undefined && kept.stand === stand && now - kept.at < goodMs) return kept.bytes;
    const bytes = make();
    if (question.length > wordsCharsMax) return bytes;
    if (this.#kept.size >= keptMax) this.#kept.clear();
    const mine = { stand, at: now, bytes };
    this.#kept.set(question, mine);
    const forget = (): void => {
      if (this.#kept.get(question) === mine) this.#kept.delete(question);
    };
    bytes.then((answer) => answer ?? forget(), forget);
    return bytes;
  }
}
