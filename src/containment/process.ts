// Port: child processes with groups and limits. Every program Slipway starts, git aside, goes through here.
//
// Invariants
//   PROCESS-1. A child leads a process group of its own; ending it ends the group: SIGTERM, grace, SIGKILL.
//   PROCESS-2. Time, silence, output, memory, processes and the disk are limited; which limit ended a process is in the result.
//   PROCESS-3. Output is handed on in pieces and never kept whole in memory; only a tail is.
//   PROCESS-4. The environment is exactly what the request says, and so is what it finds open: nothing is inherited.

import type { Level } from '../core/roles/modes.ts';
import type { Box } from './box.ts';
import type { ProcessLimits } from './process-limits.ts';

export interface ProcessRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Files it finds open for reading, from descriptor 3 on. */
  readonly opened?: readonly string[];
  /** Keeps the input open after `stdin`, for a program one talks with. Called once, when the program has started. */
  readonly onInput?: (write: (text: string) => void) => void;
  /** What the process may touch, as far as the level of these processes can hold it to that. */
  readonly box?: Box;
  /**
   * Where its output goes. Some programs lose what a reader does not take at once, so agents write to a file without
   * a name, which is read as it grows; the default is a pipe.
   */
  readonly output?: 'pipe' | 'file';
  /** A folder whose changes count as signs of life beside output and processor time. */
  readonly watched?: string;
  readonly limits: ProcessLimits;
  readonly signal: AbortSignal;
  readonly onOutput?: (piece: string, from: 'stdout' | 'stderr') => void;
}

export interface ProcessResult {
  /** `missing`: the program or the working directory does not exist. `aborted`: the request's signal fired. */
  readonly how:
    | 'exited'
    | 'signalled'
    | 'timeout'
    | 'silent'
    | 'output-limit'
    | 'no-room'
    | 'memory-limit'
    | 'process-limit'
    | 'aborted'
    | 'missing'
    | 'spawn-failed';
  readonly exit?: number;
  readonly ms: number;
  /** The last 64 KiB of each stream. */
  readonly stdoutTail: string;
  readonly stderrTail: string;
  readonly outputBytes: number;
  /** What the box refused to let out, `host:port`. */
  readonly refused?: readonly string[];
}

export interface Processes {
  /** How strongly a request with a box is contained. */
  readonly level: Level;
  readonly run: (request: ProcessRequest) => Promise<ProcessResult>;
  /** Ends what an earlier owner of this home left running under a tag, and says how many processes that were. */
  readonly endSurvivors: (tag: string) => Promise<number>;
}

/** The variable that marks every process of ours, so that survivors can be found again after a crash. */
export const tagVariable = 'SLIPWAY_PROCESS_TAG';
