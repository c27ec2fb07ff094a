// A request for a process with room for everything, as tests of processes change it.

import type { ProcessRequest } from '../../src/containment/process.ts';
import type { ProcessLimits } from '../../src/containment/process-limits.ts';

export const testPath = process.env['PATH'] ?? '/usr/bin:/bin';

export type RequestChanges = Partial<Omit<ProcessRequest, 'limits'>> & {
  readonly limits?: Partial<ProcessLimits>;
};

export function processRequest(
  cwd: string,
  [file, ...args]: readonly [string, ...string[]],
  { limits, ...changes }: RequestChanges = {},
): ProcessRequest {
  return {
    file,
    args,
    cwd,
    env: { PATH: testPath },
    signal: new AbortController().signal,
    ...changes,
    limits: { timeMs: 30_000, silenceMs: 30_000, outputBytesMax: 2e9, graceMs: 5_000, ...limits },
  };
}
