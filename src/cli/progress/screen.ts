// A block of lines on a terminal that is drawn over in place. It knows nothing of what it shows.
//
// Invariants
//   CLI-PROGRESS-SCREEN-1. The cursor is hidden only while a block stands, and shown again by `clear`, whoever calls it, also twice.
//   CLI-PROGRESS-SCREEN-2. Going up counts the rows the block takes at the width the terminal has now, not at the width it had.

import { widthOf } from '../../app/words/columns.ts';

export interface ScreenIo {
  readonly err: (text: string) => void;
  readonly width: () => number;
}

const escape = String.fromCodePoint(0x1b);
const hideCursor = `${escape}[?25l`;
const showCursor = `${escape}[?25h`;
const clearBelow = `${escape}[0J`;

export class Screen {
  readonly #io: ScreenIo;
  #drawn: readonly string[] = [];

  constructor(io: ScreenIo) {
    this.#io = io;
  }

  draw(text: string): void {
    const lines = text.split('\n');
    this.#io.err(`${hideCursor}${this.#up()}${clearBelow}${lines.join('\n')}\n`);
    this.#drawn = lines;
  }

  /** Takes the block away: what is written next stands where it stood. */
  clear(): void {
    if (this.#drawn.length === 0) return;
    this.#io.err(`${this.#up()}${clearBelow}${showCursor}`); // CLI-PROGRESS-SCREEN-1
    this.#drawn = [];
  }

  /** CLI-PROGRESS-SCREEN-2. */
  #up(): string {
    const width = Math.max(1, this.#io.width());
    const rows = this.#drawn.reduce((sum, line) => sum + Math.max(1, Math.ceil(widthOf(line) / width)), 0);
    return rows === 0 ? '' : `\r${escape}[${rows}A`;
  }
}
