// A terminal of its own with the compiled command line in it, as a person has it before them.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Started } from './sample.ts';
import { main } from './sample.ts';

export interface Terminal extends Started {
  /** What the terminal was sent so far. */
  readonly seen: () => string;
  /** Resolves once it shows the text, with where that ends. */
  readonly saw: (text: string, looking?: Looking) => Promise<number>;
  /** Keys, as they are pressed. */
  readonly press: (keys: string) => void;
}

interface Looking {
  /** How somebody reads the screen. */
  readonly as?: (screen: string) => string;
  /** What stands before it was seen already. */
  readonly from?: number;
}

/** Where the terminal stands, and what is set in it. */
export interface Seat {
  readonly repository: { readonly dir: string };
  readonly env: Readonly<Record<string, string>>;
}

const asItIs = (screen: string): string => screen;
const patienceMs = 45_000;
const tailChars = 2_000;

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
  const saw: Terminal['saw'] = (text, { as = asItIs, from = 0 } = {}) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(patience);
        child.stdout.off('data', look);
      };
      const giveUp = (why: string) => (): void => {
        stop();
        reject(new Error(`${why} without '${text}':\n${as(seen).slice(from).slice(-tailChars)}`));
      };
      const patience = setTimeout(giveUp('it went on'), patienceMs);
      const look = (): void => {
        const at = as(seen).indexOf(text, from);
        if (at === -1) return;
        stop();
        resolve(at + text.length);
      };
      child.stdout.on('data', look);
      look();
      void ended.then(look).then(giveUp('it ended'));
    });
  const press = (keys: string): void => void child.stdin.write(keys);
  return { child, ended, err: () => seen, seen: () => seen, saw, press };
}

/** The command in a terminal: `script` has it for a child. */
export function commandIn({ child }: Terminal): number {
  const below = (pid: number): readonly number[] => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean);
    return children.flatMap((one) => [Number(one), ...below(Number(one))]);
  };
  const found = below(child.pid ?? 0).find(
    (pid) => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'node',
  );
  if (found === undefined) throw new Error('no command runs in the terminal');
  return found;
}
