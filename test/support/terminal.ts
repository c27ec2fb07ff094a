// A terminal of its own with the compiled command line in it, as a person has it before them.

import { spawn } from 'node:child_process';
import type { Started } from './sample.ts';
import { main } from './sample.ts';

export interface Terminal extends Started {
  /** What the terminal was sent so far. */
  readonly seen: () => string;
  /** Keys, as they are pressed. */
  readonly press: (keys: string) => void;
}

/** Where the terminal stands, and what is set in it. */
export interface Seat {
  readonly repository: { readonly dir: string };
  readonly env: Readonly<Record<string, string>>;
}

/** `around` puts the command into more of a shell line; `program` is the compiled command line, or another build of it. */
export function atTerminal(
  seat: Seat,
  words: readonly string[],
  around: (command: string) => string = (command) => command,
  program = main,
): Terminal {
  const command = [process.execPath, program, ...words].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', around(command), '/dev/null'], {
    cwd: seat.repository.dir,
    env: { ...seat.env, TERM: 'xterm' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let seen = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (seen += piece));
  child.stdin.on('error', () => undefined); // the terminal is closed
  const ended = new Promise<Awaited<Started['ended']>>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exit, signal) => resolve({ exit, signal, out: seen, err: '' }));
  });
  return { child, ended, err: () => seen, seen: () => seen, press: (keys) => void child.stdin.write(keys) };
}
