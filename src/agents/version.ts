// A program's own version, as it says it, and how versions compare.

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

/** By the three numbers; what follows them is not looked at. */
export function isOlder(version: string, than: string): boolean {
  const [mine, others] = [numbersOf(version), numbersOf(than)];
  const at = mine.findIndex((number, index) => number !== others[index]);
  return at !== -1 && (mine[at] ?? 0) < (others[at] ?? 0);
}

function numbersOf(version: string): readonly number[] {
  return version
    .split(/[-+]/, 1)
    .join('')
    .split('.')
    .slice(0, 3)
    .map((part) => Number.parseInt(part, 10) || 0);
}
