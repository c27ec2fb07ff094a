// What a process may take before it is ended: part of the port `process`.

import type { LoadLimits } from './load-watch.ts';

export interface ProcessLimits {
  readonly timeMs: number;
  readonly silenceMs: number;
  readonly outputBytesMax: number;
  /** What has to be left on the disk of the watched folder, else of the working directory. */
  readonly roomBytesMin?: number;
  readonly graceMs: number;
  /** What it may take of the machine, where that is not what a machine of this size can give. */
  readonly load?: LoadLimits;
}

/** What agents and checks have to leave on the disk: enough for the journal to go on, and to clean up after them. */
export const roomBytesMin = 64 * 1024 ** 2;
