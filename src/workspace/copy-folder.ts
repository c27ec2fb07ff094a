// Copies a folder with everything in it: links, times and modes as they are, and no inode shared.

import { constants } from 'node:fs';
import { cp } from 'node:fs/promises';

import { type Processes, tagVariable } from '../containment/process.ts';
import { deleteFolder } from './discard.ts';

const copyLimits = {
  timeMs: 900_000,
  silenceMs: 900_000,
  outputBytesMax: 1_000_000,
  graceMs: 2_000,
} as const;

export interface Copying {
  readonly processes: Processes;
  readonly environment: Readonly<Record<string, string>>;
}

/** With the system's own program, which is several times as quick as Node; with Node where that one is another. */
export async function copyFolder(
  { processes, environment }: Copying,
  request: {
    readonly from: string;
    /** An empty folder that is there. */
    readonly to: string;
    readonly how: 'reflink' | 'copy';
    readonly tag: string;
    readonly signal: AbortSignal;
  },
): Promise<void> {
  const { from, to, how, tag, signal } = request;
  const result = await processes.run({
    file: 'cp',
    args: ['-a', `--reflink=${how === 'reflink' ? 'always' : 'never'}`, '--', `${from}/.`, to],
    cwd: '/',
    env: { ...environment, [tagVariable]: tag },
    limits: copyLimits,
    signal,
  });
  if (result.how === 'aborted' || (result.how === 'exited' && result.exit === 0)) return;
  await deleteFolder(to);
  await cp(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: how === 'reflink' ? constants.COPYFILE_FICLONE : 0,
  });
}
