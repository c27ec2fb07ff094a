// Starting a program and waiting for its end, as a shell would see it.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The compiled command line, as it is installed. */
export const slipway = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

const outputBytesMax = 16 * 1024 * 1024;

export interface Ended {
  readonly exit: number;
  readonly stdout: string;
  readonly stderr: string;
}

export function nodeProgram(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...args], {
      cwd: options.cwd,
      env: { ...plainEnvironment(), ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      if (stdout.length < outputBytesMax) stdout += piece;
    });
    child.stderr.setEncoding('utf8').on('data', (piece: string) => {
      if (stderr.length < outputBytesMax) stderr += piece;
    });
    child.on('error', reject);
    child.on('close', (exit) => resolve({ exit: exit ?? 1, stdout, stderr }));
  });
}

/** Without what `npm` and `tsx` add to theirs, and without colours. */
function plainEnvironment(): Readonly<Record<string, string>> {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return { PATH, HOME, NO_COLOR: '1', ...(TMPDIR === undefined ? {} : { TMPDIR }) };
}
