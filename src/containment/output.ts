// What a process prints: decoded, counted, handed on in pieces, remembered only at its end.
//
// Invariants
//   OUTPUT-1. A character is never torn, wherever the pieces are cut.
//   OUTPUT-2. Not one byte over the limit is handed on or remembered.
//   OUTPUT-3. Memory is bounded: twice the tail for each stream, however much was printed.

import { StringDecoder } from 'node:string_decoder';

export type StreamName = 'stdout' | 'stderr';

const tailBytesMax = 65_536;

export class Output {
  readonly #bytesMax: number;
  readonly #onPiece: (piece: string, from: StreamName) => void;
  readonly #decoders = { stdout: new StringDecoder('utf8'), stderr: new StringDecoder('utf8') };
  readonly #tails = { stdout: '', stderr: '' };
  #bytes = 0;

  constructor(bytesMax: number, onPiece: (piece: string, from: StreamName) => void) {
    this.#bytesMax = bytesMax;
    this.#onPiece = onPiece;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Takes what the limit leaves room for (OUTPUT-2), and says whether that was everything. */
  take(chunk: Buffer, from: StreamName): boolean {
    const room = this.#bytesMax - this.#bytes;
    const fits = chunk.length <= room;
    const part = fits ? chunk : chunk.subarray(0, Math.max(room, 0));
    this.#bytes += part.length;
    this.#hand(this.#decoders[from].write(part), from);
    return fits;
  }

  /** Hands on what a stream that ended inside a character left behind. */
  end(): void {
    this.#hand(this.#decoders.stdout.end(), 'stdout');
    this.#hand(this.#decoders.stderr.end(), 'stderr');
  }

  tail(of: StreamName): string {
    const bytes = Buffer.from(this.#tails[of]);
    const cut = bytes.subarray(Math.max(bytes.length - tailBytesMax, 0));
    const first = cut.findIndex((byte) => (byte & 0xc0) !== 0x80);
    return cut.subarray(Math.max(first, 0)).toString('utf8');
  }

  #hand(piece: string, from: StreamName): void {
    if (piece === '') return;
    const tail = this.#tails[from] + piece;
    this.#tails[from] = tail.length > 2 * tailBytesMax ? tail.slice(-tailBytesMax) : tail;
    this.#onPiece(piece, from);
  }
}
