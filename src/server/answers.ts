// What several open pages ask for at the same moment is worked out once: whoever asks for the same while it is being worked out, or while
// it is still good, gets the same bytes.
//
// Invariants
//   KEPT-ANSWERS-1. The same question is worked out by one at a time for each stand, however long it takes.
//   KEPT-ANSWERS-2. What is kept is bounded in number and in bytes.

import type { Clock } from '../telemetry/clock.ts';

const keptMax = 64;
const keptBytesMax = 16 * 1024 * 1024;
const wordsCharsMax = 512;

export type Bytes = Uint8Array<ArrayBuffer>;

/** What an answer is of: the question, where the home stood, and for how long it may be told after it was made. */
export interface AnswerSubject {
  readonly question: string;
  readonly stand: string;
  readonly goodMs: number;
}

interface Kept {
  readonly stand: string;
  /** When it was made; undefined while it is. */
  at: number | undefined;
  bytesCount: number;
  readonly bytes: Promise<Bytes | undefined>;
}

export class Answers {
  readonly #clock: Clock;
  readonly #kept = new Map<string, Kept>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Undefined is no answer, and is kept for nobody. */
  async of(
    { question, stand, goodMs }: AnswerSubject,
    make: () => Promise<Bytes | undefined>,
  ): Promise<Bytes | undefined> {
    const kept = this.#kept.get(question);
    const isGood = kept?.at === undefined || this.#clock.monotonic() - kept.at < goodMs; // KEPT-ANSWERS-1
    if (kept !== undefined && kept.stand === stand && isGood) return kept.bytes;
    const bytes = make();
    if (question.length > wordsCharsMax) return bytes;
    const mine: Kept = { stand, at: undefined, bytesCount: 0, bytes };
    this.#kept.set(question, mine);
    const forget = (): void => {
      if (this.#kept.get(question) === mine) this.#kept.delete(question);
    };
    const keep = (answer: Bytes): void => {
      mine.at = this.#clock.monotonic();
      mine.bytesCount = answer.length;
      this.#makeRoom();
    };
    bytes.then((answer) => (answer === undefined ? forget() : keep(answer)), forget);
    return bytes;
  }

  /** KEPT-ANSWERS-2. The oldest goes first; what is still being made stays, for those who wait for it. */
  #makeRoom(): void {
    let count = [...this.#kept.values()].reduce((sum, { bytesCount }) => sum + bytesCount, 0);
    for (const [question, { at, bytesCount }] of this.#kept) {
      if (this.#kept.size <= keptMax && count <= keptBytesMax) return;
      if (at === undefined) continue;
      this.#kept.delete(question);
      count -= bytesCount;
    }
  }
}
