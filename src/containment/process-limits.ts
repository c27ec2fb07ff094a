// What a process may take before it is ended: part of the port `process`.

import { totalmem } from 'node:os';

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

export type Overload = 'memory-limit' | 'process-limit';

export interface LoadLimits {
  readonly memoryBytesMax: number;
  readonly processesMax: number;
}

/** The rest is for Slipway, its git and the person at the machine. */
export const loadLimitsHere: LoadLimits = {
  memoryBytesMax: Math.floor(totalmem() * 0.8),
  processesMax: 4_096,
};

/** Why a program was ended, as the end of a sentence. */
export function overranWords(how: Overload): string {
  return how === 'memory-limit'
    ? `it and what it started took more than four fifths of this machine's memory (${Math.floor(loadLimitsHere.memoryBytesMax / 1024 ** 2)} MB).`
    : `it and what it started were more than ${loadLimitsHere.processesMax} processes.`;
}
