// Prints the logs of a run once each, as far as they have come: what is finished whole, what grows line by line.
//
//   N1. No byte of a transcript is printed twice, whether it grew or was sealed in between.
//   N2. What was printed last is named again when another transcript spoke in between.

import type { Texts } from '../app/texts.ts';
import type { LaunchEntry, LogEntry } from '../views/logs.ts';
import type { Io } from './command.ts';
import { forTerminal } from '../screening/terminal.ts';
import { body, heading } from './render/logs.ts';
import type { Style } from './style.ts';

interface Progress {
  readonly bytes: number;
  readonly done: boolean;
}

/** Pieces of a growing transcript that one look prints. */
const piecesMax = 64;
const lineCharsMax = 64 * 1024;

export class LogPrinter {
  readonly #io: Pick<Io, 'out'>;
  readonly #texts: Texts;
  readonly #style: Style;
  readonly #printed = new Map<string, Progress>();
  #speaking: string | undefined;

  constructor(io: Pick<Io, 'out'>, texts: Texts, style: Style) {
    this.#io = io;
    this.#texts = texts;
    this.#style = style;
  }

  async print(run: string, entries: readonly LogEntry[]): Promise<void> {
    for (const entry of entries) {
      const before = this.#printed.get(entry.key) ?? { bytes: 0, done: false };
      if (before.done) continue;
      const hash = entry.type === 'check' ? entry.evidence.log : entry.ended?.transcript;
      const after =
        hash === undefined && entry.type === 'launch'
          ? await this.#growing(run, entry, before)
          : await this.#sealed(entry, hash ?? '', before);
      this.#printed.set(entry.key, after);
    }
  }

  async #sealed(entry: LogEntry, hash: string, before: Progress): Promise<Progress> {
    const text = await this.#texts.get(hash);
    const bytes = Buffer.from(text ?? '');
    const rest = bytes.subarray(before.bytes).toString(); // N1
    if (text === undefined) this.#say(entry, '(this text is gone; `slipway verify` says more)\n');
    else if (before.bytes === 0) this.#say(entry, body(text));
    else this.#say(entry, rest === '' ? '' : body(rest), true);
    return { bytes: bytes.length, done: true };
  }

  /** What there is now. A launch that ended without sealing its transcript was cut off, and grows no more. */
  async #growing(run: string, entry: LaunchEntry, before: Progress): Promise<Progress> {
    if (!this.#printed.has(entry.key)) this.#say(entry, '');
    let { bytes } = before;
    for (let pieces = 0; pieces < piecesMax; pieces += 1) {
      const piece = await this.#texts.growing(run, entry.effect, bytes);
      const text = printable(piece?.text ?? '', entry.ended !== undefined);
      if (text === '') break;
      this.#say(entry, forTerminal(text));
      bytes += Buffer.byteLength(text);
    }
    return { bytes, done: entry.ended !== undefined };
  }

  #say(entry: LogEntry, text: string, always = false): void {
    if (text === '' && !always && this.#speaking === entry.key) return;
    // N2; and the heading of an end is said, because how it ended was not known before.
    if (this.#speaking !== entry.key || always) this.#io.out(heading(entry, this.#style));
    this.#io.out(text);
    this.#speaking = entry.key;
  }
}

/** Whole lines, because half a line may be half of an escape sequence; but no line is waited for without end. */
function printable(text: string, isWhole: boolean): string {
  return isWhole || text.length > lineCharsMax ? text : text.slice(0, text.lastIndexOf('\n') + 1);
}
