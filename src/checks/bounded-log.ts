// Keeps the start and the end of an output of any length, in bounded memory. What matters of a long log is how it
// began and how it ended; between the two a line says how much was left out. Cuts fall on line ends where there are any.

import { StringDecoder } from 'node:string_decoder';

const lineFeed = 0x0a;

export interface BoundedLog {
  readonly add: (text: string) => void;
  readonly text: () => string;
}

export function createBoundedLog(headBytesMax: number, tailBytesMax: number): BoundedLog {
  const head: Buffer[] = [];
  let headBytes = 0;
  let tail: Buffer[] = [];
  let tailBytes = 0;
  let droppedBytes = 0;

  const trim = (): void => {
    const all = Buffer.concat(tail);
    const kept = all.subarray(Math.max(0, all.length - tailBytesMax));
    droppedBytes += all.length - kept.length;
    tail = [Buffer.from(kept)];
    tailBytes = kept.length;
  };

  return {
    add: (text) => {
      const bytes = Buffer.from(text, 'utf8');
      const first = bytes.subarray(0, headBytesMax - headBytes);
      if (first.length > 0) head.push(first);
      headBytes += first.length;
      if (first.length === bytes.length) return;
      tail.push(bytes.subarray(first.length));
      tailBytes += bytes.length - first.length;
      if (tailBytes > tailBytesMax * 2) trim();
    },
    text: () => {
      if (tailBytes > tailBytesMax) trim();
      if (droppedBytes === 0) return Buffer.concat([...head, ...tail]).toString('utf8');
      const before = upToLineEnd(Buffer.concat(head));
      const after = fromLineStart(Buffer.concat(tail));
      const cutBytes = droppedBytes + (headBytes - before.length) + (tailBytes - after.length);
      const start = new StringDecoder('utf8').write(before);
      const mark = `[… ${String(cutBytes)} bytes left out …]\n`;
      return `${start}${start.endsWith('\n') ? '' : '\n'}${mark}${after.toString('utf8')}`;
    },
  };
}

function upToLineEnd(bytes: Buffer): Buffer {
  const at = bytes.lastIndexOf(lineFeed);
  return at === -1 ? bytes : bytes.subarray(0, at + 1);
}

/** Where there is no line end, at least whole characters. */
function fromLineStart(bytes: Buffer): Buffer {
  const at = bytes.indexOf(lineFeed);
  if (at !== -1 && at + 1 < bytes.length) return bytes.subarray(at + 1);
  const whole = bytes.findIndex((byte) => byte < 0x80 || byte > 0xbf);
  return bytes.subarray(Math.max(0, whole));
}
