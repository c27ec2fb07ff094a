// Output by way of files: the child writes into two files that have no name any more, and we read them as they grow.
// A program that writes to a file never waits for us and never loses what we did not take in time.
//
// Invariants
//   OUTPUT-FILES-1. The files have no name from before the child starts: nothing unscreened stays on the disk, whoever crashes.
//   OUTPUT-FILES-2. A look takes a bounded piece, so that a flood does not keep the event loop; where more is left, the next look
//       comes at once.
//   OUTPUT-FILES-3. Once nothing more is taken, what the child goes on writing is thrown away look after look, so that the files
//       outgrow the limit only by what is written between two looks.

import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, ftruncateSync, openSync, readSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { OutputSource, Take } from './output-source.ts';
import type { StreamName } from './output.ts';

const lookMs = 25;
const chunkBytes = 65_536;
const lookBytesMax = 1_048_576;
/** What escaped the group may go on writing for ever; after the end, so many looks take what there was. */
const lastLooksMax = 100_000;

/** Throws where the files cannot be made. */
export function outputFiles(bytesMax: number): OutputSource {
  const stdout = new GrowingFile('stdout');
  const stderr = openAfter(stdout);
  return new Files([stdout, stderr], bytesMax);
}

/** The second file; where it cannot be made, the first is not left open. */
function openAfter(first: GrowingFile): GrowingFile {
  try {
    return new GrowingFile('stderr');
  } catch (problem) {
    first.close();
    throw problem;
  }
}

class Files implements OutputSource {
  readonly stdio: readonly [number, number];
  readonly #files: readonly [GrowingFile, GrowingFile];
  readonly #bytesMax: number;
  readonly #buffer = Buffer.allocUnsafe(chunkBytes);
  #take: Take = () => true;
  #onOver = (): void => undefined;
  #full = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(files: readonly [GrowingFile, GrowingFile], bytesMax: number) {
    this.#files = files;
    this.#bytesMax = bytesMax;
    this.stdio = [files[0].end, files[1].end];
  }

  start(_child: unknown, take: Take, onOver: () => void): void {
    this.#take = take;
    this.#onOver = onOver;
    for (const file of this.#files) file.closeEnd();
    this.#lookAgain(lookMs);
  }

  async finish(): Promise<void> {
    clearTimeout(this.#timer);
    try {
      for (let looks = 0; looks < lastLooksMax && this.#look(); looks += 1) await nextTurn();
    } finally {
      for (const file of this.#files) file.close();
    }
  }

  #lookAgain(inMs: number): void {
    this.#timer = setTimeout(() => {
      this.#lookAgain(this.#look() ? 0 : lookMs);
    }, inMs);
  }

  /** Whether there is more to take (OUTPUT-FILES-2). */
  #look(): boolean {
    if (this.#full) {
      for (const file of this.#files) file.empty(); // OUTPUT-FILES-3
      return false;
    }
    const [stdout, stderr] = this.#files;
    if (stdout.size() + stderr.size() > this.#bytesMax) this.#onOver();
    const more = this.#files.map((file) => this.#readSome(file));
    return more.includes(true);
  }

  #readSome(file: GrowingFile): boolean {
    for (let bytes = 0; bytes < lookBytesMax && !this.#full;) {
      const chunk = file.next(this.#buffer);
      if (chunk.length === 0) return false;
      bytes += chunk.length;
      this.#full = !this.#take(chunk, file.from);
    }
    return !this.#full;
  }
}

/** A file without a name, with one end to write to, which goes to the child, and one to read from. */
class GrowingFile {
  readonly from: StreamName;
  readonly end: number;
  readonly #fd: number;
  #at = 0;
  #endOpen = true;

  constructor(from: StreamName) {
    this.from = from;
    const name = path.join(tmpdir(), `slipway-output-${randomUUID()}`);
    const { O_APPEND, O_CREAT, O_EXCL, O_WRONLY } = constants;
    this.end = openSync(name, O_WRONLY | O_APPEND | O_CREAT | O_EXCL, 0o600);
    try {
      this.#fd = openSync(name, 'r+');
    } catch (problem) {
      closeSync(this.end);
      throw problem;
    } finally {
      unlinkSync(name); // OUTPUT-FILES-1
    }
  }

  size(): number {
    return fstatSync(this.#fd).size;
  }

  /** A program may cut its own output off, as a shell does with `> /dev/stdout`: where a look sees that, it starts anew. */
  next(buffer: Buffer): Buffer {
    if (this.size() < this.#at) this.#at = 0;
    const bytes = readSync(this.#fd, buffer, 0, buffer.length, this.#at);
    this.#at += bytes;
    return buffer.subarray(0, bytes);
  }

  empty(): void {
    ftruncateSync(this.#fd, 0);
  }

  closeEnd(): void {
    if (this.#endOpen) closeSync(this.end);
    this.#endOpen = false;
  }

  close(): void {
    this.closeEnd();
    closeSync(this.#fd);
  }
}
