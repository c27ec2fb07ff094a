// Room on the disk. A process that takes the last of it takes it from the journal as well, which then records nothing:
// so it is ended while there is some left, or as soon as that is seen.

import { statfsSync } from 'node:fs';

const lookMs = 250;

export interface RoomWatch {
  /** Whether there is less than what has to be left, now. */
  readonly isShort: () => boolean;
  readonly close: () => void;
}

/** Looks at the disk of a folder; without a minimum nobody looks. */
export function roomWatch(folder: string, bytesMin: number | undefined, onShort: () => void): RoomWatch {
  if (bytesMin === undefined) return { isShort: () => false, close: () => undefined };
  const isShort = (): boolean => roomIn(folder) < bytesMin;
  const timer = setInterval(() => {
    if (isShort()) onShort();
  }, lookMs);
  return { isShort, close: () => clearInterval(timer) };
}

/** A folder that is gone says nothing about its disk, and some file systems do not count at all. */
export function roomIn(folder: string): number {
  try {
    const { bavail, blocks, bsize } = statfsSync(folder);
    return blocks === 0 ? Infinity : bavail * bsize;
  } catch {
    return Infinity;
  }
}
