// What of a run's transcripts and check outputs nobody has read yet: each look gives what is new, as text that is safe
// for a terminal.
//
//   UNREAD-1. No byte of a transcript is given twice, whether it grew or was sealed in between.
//   UNREAD-2. One step takes in a piece of bounded size, however long the transcript is: many may look at the same time, and
//       whoever moves the runs must not wait for them.

import type { Texts } from '../home/texts.ts';
import { forTerminal } from '../../screening/terminal.ts';
import type { LogEntry } from '../../views/run/logs.ts';
import type { TranscriptHeard, HearOptions } from '../../views/transcripts/transcript.ts';
import { hear, hearEnd, unheard } from '../../views/transcripts/transcript.ts';

export interface News {
  readonly text: string;
  /** Nothing was given of it before. */
  readonly first: boolean;
  /** Nothing comes after it. */
  readonly last: boolean;
  /** There is more to be had at once. */
  readonly more: boolean;
  /** Its text is not there any more. */
  readonly gone?: true;
}

interface Read {
  readonly bytes: number;
  readonly heard: TranscriptHeard;
  readonly done: boolean;
}

/** UNREAD-2. */
const pieceBytesMax = 64 * 1024;

export class Unread {
  readonly #texts: Texts;
  readonly #options: HearOptions;
  readonly #read = new Map<string, Read>();
  /** Texts that were looked at as a whole before the first piece of them was given. */
  readonly #intact = new Set<string>();

  constructor(texts: Texts, options: HearOptions) {
    this.#texts = texts;
    this.#options = options;
  }

  /** Undefined where everything was given before. */
  async next(entry: LogEntry): Promise<News | undefined> {
    const before = this.#read.get(entry.key);
    if (before?.done === true) return undefined;
    const read = before ?? { bytes: 0, heard: unheard, done: false };
    const hash = entry.type === 'check' ? entry.evidence.log : entry.ended?.transcript;
    const { text, bytes, more, gone } =
      hash === undefined ? await this.#growing(entry, read) : await this.#sealed(hash, read);
    // A launch that ended without sealing its transcript was cut off, and grows no more.
    const done = !more && (entry.type === 'check' || entry.ended !== undefined);
    // What a check printed is nobody's dialect.
    const options = { ...this.#options, raw: this.#options.raw || entry.type === 'check' };
    const { heard, words } = hear(read.heard, text, options);
    const said = done ? `${words}${hearEnd(heard, options)}` : words;
    this.#read.set(entry.key, { bytes, heard, done });
    const news = { text: forTerminal(said), first: before === undefined, last: done, more };
    return gone === true ? { ...news, gone } : news;
  }

  /** What came before is nobody's news. */
  skip(entry: LogEntry): void {
    this.#read.set(entry.key, { bytes: 0, heard: unheard, done: true });
  }

  async #sealed(hash: string, { bytes }: Read): Promise<Taken> {
    const isIntact = this.#intact.has(hash) || (await this.#texts.intact(hash)) === 'intact';
    const piece = isIntact ? await this.#texts.piece(hash, bytes, pieceBytesMax) : undefined;
    if (piece === undefined) return { text: '', bytes, more: false, gone: true };
    this.#intact.add(hash);
    return { text: piece.text, bytes: piece.nextByte, more: !piece.end }; // UNREAD-1
  }

  async #growing(entry: LogEntry, { bytes }: Read): Promise<Taken> {
    const piece =
      entry.type === 'launch'
        ? await this.#texts.growing(this.#options.run, entry.effect, bytes, pieceBytesMax)
        : undefined;
    return piece === undefined
      ? { text: '', bytes, more: false }
      : { text: piece.text, bytes: piece.nextByte, more: !piece.end };
  }
}

interface Taken {
  readonly text: string;
  readonly bytes: number;
  readonly more: boolean;
  readonly gone?: true;
}
