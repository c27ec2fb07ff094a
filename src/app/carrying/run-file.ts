// A run in one file: gzip around records, each a line that says what follows and how long it is, and then just that. It is written
// and read as a stream, so that its size is nobody's memory.
//
// Invariants
//   RUN-FILE-1. What is read was written by anybody: nothing is taken at its word, and every length has a bound before room is made for it.
//   RUN-FILE-2. A file that was cut short is known as that: the last record says so, and after it comes nothing.
//   RUN-FILE-3. The first line says the format. A reader of another one says which it knows, and reads no further.

import { createReadStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { codeOf, messageOf } from '../../plain/errors.ts';
import { UserError } from '../ending/user-error.ts';

const format = 'slipway run';
const version = 1;

export const kinds = ['about', 'event', 'text', 'end'] as const;
export type LineKind = (typeof kinds)[number];

/** The most bytes that one of them may have. An event has a wall of its own (`journal/chain.ts`), and its hash and time beside it. */
const bytesMax: Readonly<Record<LineKind, number>> = {
  about: 4 * 1024,
  event: 512 * 1024,
  text: 512 * 1024 * 1024,
  end: 0,
};
const lineBytesMax = 200;
const wholeBytesMax = 4 * 1024 * 1024 * 1024;

export interface RecordRead {
  readonly kind: LineKind;
  readonly name: string;
  /** Has to be read before the next record is asked for. */
  readonly pieces: () => AsyncIterable<Buffer>;
}

/** Who writes waits where the file takes its time. */
export class RunFileWriter {
  readonly #out: Writable;

  constructor(out: Writable) {
    this.#out = out;
  }

  begin(): Promise<void> {
    return this.#write(`${format} ${version}\n`);
  }

  async record(kind: LineKind, name: string, content: string): Promise<void> {
    await this.head(kind, name, Buffer.byteLength(content));
    await this.piece(Buffer.from(`${content}\n`));
  }

  /** What follows by `piece` has just so many bytes and a line's end. */
  head(kind: LineKind, name: string, bytes: number): Promise<void> {
    return this.#write(`${kind} ${bytes} ${name}\n`);
  }

  piece(bytes: Uint8Array): Promise<void> {
    return this.#write(bytes);
  }

  async #write(what: string | Uint8Array): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#out.write(what, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }
}

/** All records of a file but the last, which says that it is whole (RUN-FILE-2). */
export async function* recordsIn(file: string): AsyncGenerator<RecordRead> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.on('error', (error) => unpacked.destroy(error));
  const bytes = new Bytes(file, source.pipe(unpacked));
  try {
    await greet(file, bytes);
    for (;;) {
      const { kind, name, length } = recordLine(file, await bytes.line());
      if (kind === 'end') break;
      yield { kind, name, pieces: () => bytes.take(length) };
      if ((await bytes.line()) !== '') throw notOne(file, 'a record is longer than it says');
    }
    await bytes.line();
    if (!(await bytes.isAtEnd())) throw notOne(file, 'something follows its end');
  } finally {
    source.destroy();
    unpacked.destroy();
  }
}

/** RUN-FILE-3. */
async function greet(file: string, bytes: Bytes): Promise<void> {
  const first = await bytes.line();
  if (first === `${format} ${version}`) return;
  const other = first.startsWith(`${format} `) ? first.slice(format.length + 1) : undefined;
  if (other === undefined || !/^\d{1,6}$/.test(other)) throw notOne(file, 'it does not begin like one');
  throw new UserError(
    `${file} is in format ${other} of exported runs, and this version of Slipway reads format ${version}. ` +
      'Use the version that wrote it, or have the run exported again with this one.',
    'refused',
  );
}

function recordLine(
  file: string,
  line: string,
): { readonly kind: LineKind; readonly name: string; readonly length: number } {
  const [, word, digits = '', name = ''] = /^([a-z]+) (\d{1,10}) ([\x21-\x7e]*)$/.exec(line) ?? [];
  const kind = kinds.find((known) => known === word);
  if (kind === undefined) throw notOne(file, 'one of its records cannot be understood');
  const length = Number(digits);
  if (length > bytesMax[kind]) {
    throw notOne(
      file,
      `it has ${kind === 'text' ? 'a text' : `an ${kind}`} of ${length} bytes, and the most is ${bytesMax[kind]}`,
    );
  }
  return { kind, name, length };
}

export function notOne(file: string, why: string): UserError {
  return new UserError(
    `${file} cannot be used as an exported run: ${why}. Nothing was taken from it. Have it exported and sent once more.`,
    'refused',
  );
}

/** Bytes in the order they come, by line or by number. */
class Bytes {
  readonly #file: string;
  readonly #source: AsyncIterator<unknown>;
  #rest: Buffer = Buffer.alloc(0);
  #read = 0;

  constructor(file: string, source: AsyncIterable<unknown>) {
    this.#file = file;
    this.#source = source[Symbol.asyncIterator]();
  }

  async line(): Promise<string> {
    for (;;) {
      const end = this.#rest.indexOf(0x0a);
      if (end > lineBytesMax || (end < 0 && this.#rest.length > lineBytesMax)) {
        throw notOne(this.#file, 'one of its records cannot be understood');
      }
      if (end >= 0) {
        const line = this.#rest.subarray(0, end).toString('latin1');
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      if (!(await this.#more())) throw this.#cut();
    }
  }

  async *take(length: number): AsyncGenerator<Buffer> {
    let left = length;
    while (left > 0) {
      if (this.#rest.length === 0 && !(await this.#more())) throw this.#cut();
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }

  async isAtEnd(): Promise<boolean> {
    return this.#rest.length === 0 && !(await this.#more());
  }

  async #more(): Promise<boolean> {
    const next = await this.#next();
    if (next === undefined) return false;
    this.#read += next.length;
    if (this.#read > wholeBytesMax) {
      throw notOne(this.#file, `unpacked it is more than ${wholeBytesMax / 1024 ** 3} GiB, which no run is`);
    }
    this.#rest = this.#rest.length === 0 ? next : Buffer.concat([this.#rest, next]);
    return true;
  }

  async #next(): Promise<Buffer | undefined> {
    try {
      const { done, value } = await this.#source.next();
      return done === true || !Buffer.isBuffer(value) ? undefined : value;
    } catch (error) {
      throw this.#whyNot(error);
    }
  }

  #whyNot(error: unknown): UserError {
    switch (codeOf(error)) {
      case 'Z_BUF_ERROR':
        return this.#cut();
      case 'Z_DATA_ERROR':
        return notOne(this.#file, 'its bytes are not what was written (it was changed, or is no such file)');
      case undefined:
      default:
        return new UserError(
          `${this.#file} cannot be read (${messageOf(error)}). Name a file that can.`,
          'usage',
        );
    }
  }

  #cut(): UserError {
    return notOne(this.#file, 'it was cut short');
  }
}
