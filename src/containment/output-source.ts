// Where a child's output comes out, and how it is taken up: as it comes from pipes, or by looking at files as they grow.

import type { ChildProcess } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StreamName } from './output.ts';
import { within } from './timers.ts';

/** A process outside the group can hold our pipes for ever; after so much quiet nothing more is coming. */
const drainQuietMs = 100;
const drainTurnsMax = 20;

/** Takes a chunk that is only valid during the call, and says whether there is room for more. */
export type Take = (chunk: Buffer, from: StreamName) => boolean;

export interface OutputSource {
  /** What the child gets as its stdout and stderr. */
  readonly stdio: readonly ['pipe' | number, 'pipe' | number];
  /** `onOver` is called at the first sight of more than fits, which files show before it is all taken. */
  readonly start: (child: ChildProcess, take: Take, onOver: () => void) => void;
  /** Hands on what is still there after the end of the process, then lets go of everything. */
  readonly finish: () => Promise<void>;
}

export function pipes(): OutputSource {
  let child: ChildProcess | undefined;
  let taken = 0;
  let closed: Promise<true> = Promise.resolve(true);
  return {
    stdio: ['pipe', 'pipe'],
    start: (started, take) => {
      child = started;
      closed = new Promise((resolve) => {
        started.once('close', () => {
          resolve(true);
        });
      });
      for (const [stream, from] of [
        [started.stdout, 'stdout'] as const,
        [started.stderr, 'stderr'] as const,
      ]) {
        stream?.on('data', (chunk: Buffer) => {
          taken += chunk.length;
          take(chunk, from);
        });
        stream?.on('error', () => undefined);
      }
    },
    // A late timer runs before waiting input is read, hence the extra turn.
    finish: async () => {
      for (let turn = 0; turn < drainTurnsMax; turn += 1) {
        const before = taken;
        if ((await within(closed, drainQuietMs)) === true) return;
        await nextTurn();
        if (taken === before) break;
      }
      child?.stdout?.destroy();
      child?.stderr?.destroy();
      child?.unref();
    },
  };
}
