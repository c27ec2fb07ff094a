// Reading the texts behind a run's events: blobs by hash, and transcripts that still grow, by byte offset.

import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Blobs } from '../../blobs/blobs.ts';
import type { Effect } from '../../core/effects.ts';
import type { Places } from './home-places.ts';

export interface Texts extends Pick<Blobs, 'intact'> {
  /** Undefined where the text is gone or no longer what it was. */
  readonly get: (hash: string) => Promise<string | undefined>;
  /** What an attempt has printed since `fromByte`; undefined where no transcript of it grows. */
  readonly growing: (
    run: string,
    effect: Effect,
    fromByte: number,
    bytesMax?: number,
  ) => Promise<Piece | undefined>;
  /** A piece of a text, as it lies there; undefined where it is gone. */
  readonly piece: (hash: string, fromByte: number, bytesMax: number) => Promise<Piece | undefined>;
}

export interface Piece {
  readonly text: string;
  readonly nextByte: number;
  /** There was no more when it was read. */
  readonly end: boolean;
}

const pieceBytesMax = 1024 * 1024;

export async function openTexts(places: Places): Promise<Texts> {
  const [{ blobFile, fileBlobs }, { isTranscriptName }, { workspaceName }] = await Promise.all([
    import('../../blobs/files.ts'),
    import('../../blobs/content.ts'),
    import('../../effects/launches/launch.ts'),
  ]);
  const blobs = fileBlobs(places.blobs);
  return {
    get: (hash) => blobs.get(hash).catch(() => undefined),
    intact: blobs.intact,
    growing: async (run, effect, fromByte, bytesMax = pieceBytesMax) => {
      const name = workspaceName(run, effect);
      if (!isTranscriptName(name)) return undefined; // of an imported run: what it names is no place here
      return readPiece(path.join(places.blobs, 'transcripts', name), { fromByte, bytesMax });
    },
    piece: (hash, fromByte, bytesMax) =>
      readPiece(blobFile(places.blobs, hash), { fromByte, bytesMax, whole: true }),
  };
}

interface Wanted {
  readonly fromByte: number;
  readonly bytesMax: number;
  /** Nothing is written to it any more: half a character at its end stays half. */
  readonly whole?: true;
}

async function readPiece(file: string, { fromByte, bytesMax, whole }: Wanted): Promise<Piece | undefined> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (handle === undefined) return undefined;
  try {
    const buffer = Buffer.alloc(bytesMax);
    const { bytesRead } = await handle.read(buffer, 0, bytesMax, fromByte);
    const end = bytesRead < bytesMax;
    const read = buffer.subarray(0, bytesRead);
    const taken = whole === true && end ? read : wholeCharacters(read);
    return { text: taken.toString('utf8'), nextByte: fromByte + taken.length, end };
  } finally {
    await handle.close();
  }
}

/** Without the beginning of a character whose rest is not written yet. */
function wholeCharacters(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return bytes;
    if (byte < 0xc0) continue;
    const needed = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return needed > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}
