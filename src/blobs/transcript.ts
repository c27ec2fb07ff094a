// A transcript while it grows: a file that readers follow by byte offset. Owns order and durability of what is
// written; does not own where its content goes in the end.
//
// Invariants
//   BLOBS-TRANSCRIPT-1. Pieces reach the file in the order in which they were written, within a tick.
//   BLOBS-TRANSCRIPT-2. Memory stays bounded: a full buffer is written at once.
//   BLOBS-TRANSCRIPT-3. After a write that failed nothing more is written, and `seal` says why: a transcript has no hole.

import { closeSync, fsync, openSync, writeSync } from 'node:fs';
import { promisify } from 'node:util';

const synced = promisify(fsync);

const bufferedCharsMax = 64 * 1024;

export class GrowingFile {
  readonly #fd: number;
  #buffer = '';
  #scheduled = false;
  #open = true;
  #failure: unknown;

  constructor(file: string) {
    // Appends: what an earlier process wrote under this name before it died is kept.
    this.#fd = openSync(file, 'a', 0o600);
  }

  write(text: string): void {
    if (!this.#open) throw new Error('invariant: a sealed transcript does not grow');
    if (this.#failure !== undefined) return; // BLOBS-TRANSCRIPT-3
    this.#buffer += text;
    if (this.#buffer.length > bufferedCharsMax) this.#flush(splitPoint(this.#buffer)); // BLOBS-TRANSCRIPT-2
    else if (!this.#scheduled && text.length > 0) this.#schedule();
  }

  /** Writes the rest, syncs and closes. Throws what a write threw. */
  async finish(): Promise<void> {
    if (!this.#open) throw new Error('invariant: a transcript is sealed once');
    this.#flush(this.#buffer.length);
    this.#open = false;
    try {
      if (this.#failure === undefined) await synced(this.#fd);
    } finally {
      closeSync(this.#fd);
    }
    if (this.#failure !== undefined) throw this.#failure;
  }

  #schedule(): void {
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      if (this.#open) this.#flush(splitPoint(this.#buffer));
    });
  }

  #flush(chars: number): void {
    if (this.#failure !== undefined) return;
    const bytes = Buffer.from(this.#buffer.slice(0, chars));
    this.#buffer = this.#buffer.slice(chars);
    try {
      for (let written = 0; written < bytes.length;) written += writeSync(this.#fd, bytes, written);
    } catch (error) {
      this.#failure = error;
      this.#buffer = '';
    }
  }
}

/** Before a character of which only the first half has come. */
function splitPoint(text: string): number {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.length - 1 : text.length;
}
