// A program's own version, as it says it.

import type { Processes } from '../containment/process.ts';

/** Some programs unpack themselves first. */
const askMsMax = 20_000;
const outputBytesMax = 64 * 1_024;
const graceMs = 1_000;

/** Undefined where it does not run, or says no number. */
export async function versionOf(
  processes: Processes,
  file: string,
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<string | undefined> {
  const result = await processes.run({
    file,
    args: ['--version'],
    cwd,
    env,
    limits: { timeMs: askMsMax, silenceMs: askMsMax, outputBytesMax, graceMs },
    signal: new AbortController().signal,
  });
  if (result.how !== 'exited' || result.exit !== 0) return undefined;
  return /\d+\.\d+\.\d+[0-9A-Za-z.-]*/.exec(result.stdoutTail)?.[0];
}
