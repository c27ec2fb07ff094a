// The real terminal. The only file of the command line that touches the process. What most commands never use is loaded
// when it is used.

import { closeSync, openSync } from 'node:fs';
import { isatty } from 'node:tty';
import { codeOf } from '../app/ending/exit-codes.ts';
import { folded } from '../app/words/fold.ts';
import type { Io, Lent } from './command.ts';

const widthDefault = 80;
const heightDefault = 24;

export function processIo(): Io {
  const { env, stdout, stderr } = process;
  // A reader that goes away, as `head` does, has read what it wanted, and a terminal that was closed (EIO) reads no more.
  // What it read from goes on: a run does not end because nobody looks any more.
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error) => {
      if (!readerIsGone(error)) throw error;
    });
  }
  letGoOfLostTerminals();
  const live = stderr.isTTY && env['TERM'] !== 'dumb';
  return {
    env,
    cwd: process.cwd(),
    out: (text) => void stdout.write(text),
    err: (text) =>
      void stderr.write(stderr.isTTY ? folded(text, known(stderr.columns) ?? widthDefault) : text),
    // Asked for by those who may put a question: only to look at the input opens it.
    get interactive() {
      return process.stdin.isTTY && stderr.isTTY && env['CI'] === undefined;
    },
    live: live && env['CI'] === undefined,
    colors: colorsWanted(env, stderr.isTTY),
    outColors: colorsWanted(env, stdout.isTTY),
    width: () => known(stderr.columns) ?? widthDefault,
    outWidth: () => (stdout.isTTY ? (known(stdout.columns) ?? widthDefault) : Number.POSITIVE_INFINITY),
    height: () => known(stderr.rows) ?? heightDefault,
    readLine: (prompt, takenBack) => readLine(prompt, takenBack),
    hush: () => hush(),
    edit: (file) => edit(env, file),
    lend: (program) => lend(program),
    readInput: (charsMax) => readInput(charsMax),
    pipes: () => ({ input: process.stdin, output: process.stdout }),
    exit: (exit) => process.exit(codeOf(exit)),
    exitWithin: (ms, exit, onHeld) => {
      const leave = (): void => {
        onHeld(process.getActiveResourcesInfo().join(', '));
        process.exit(codeOf(exit));
      };
      setTimeout(leave, ms).unref(); // where nothing is held, the process has ended by then
    },
    onSignal: (listener) => {
      const interrupted = (): void => {
        if (lentTimes === 0) listener('SIGINT');
      };
      const terminated = (): void => listener('SIGTERM');
      process.on('SIGINT', interrupted);
      process.on('SIGTERM', terminated);
      process.on('SIGHUP', terminated); // the terminal is gone: the same as being asked to end
      return () => {
        process.off('SIGINT', interrupted);
        process.off('SIGTERM', terminated);
        process.off('SIGHUP', terminated);
      };
    },
  };
}

/** A terminal that nobody told its size says nothing, or 0. */
function known(size: number | undefined): number | undefined {
  return size === 0 ? undefined : size;
}

function readerIsGone(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'EIO');
}

const standardFiles = [0, 1, 2];

/**
 * At its very end Node puts terminals back as it found them, and is aborted by one that is gone. So a terminal that was
 * closed meanwhile is given up before: whatever Node did not find at the start it leaves alone.
 */
function letGoOfLostTerminals(): void {
  const terminals = standardFiles.filter((file) => isatty(file));
  if (terminals.length === 0) return;
  process.on('exit', () => {
    for (const file of terminals.filter((one) => !isatty(one))) {
      closeSync(file);
      openSync('/dev/null', 'r+'); // the lowest number that is free, which is this one
    }
  });
}

function colorsWanted(env: Io['env'], isTerminal: boolean): boolean {
  if (env['NO_COLOR'] !== undefined && env['NO_COLOR'] !== '') return false;
  if (env['FORCE_COLOR'] !== undefined && env['FORCE_COLOR'] !== '0') return true;
  return isTerminal && env['TERM'] !== 'dumb';
}

async function readLine(prompt: string, takenBack?: AbortSignal): Promise<string | undefined> {
  await forgetTyped();
  if (takenBack?.aborted === true) return undefined;
  const { createInterface } = await import('node:readline');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    let isAnswered = false;
    const close = (): void => lines.close();
    // Where nobody hears these, they end the process themselves.
    const ending = endingSignals.filter((signal) => process.listenerCount(signal) > 0);
    takenBack?.addEventListener('abort', close, { once: true });
    lines.on('close', () => {
      takenBack?.removeEventListener('abort', close);
      for (const signal of ending) process.off(signal, close);
      if (!isAnswered) process.stderr.write('\n');
      resolve(undefined);
    });
    process.stdin.once('error', close); // the terminal is gone, and with it who was asked
    for (const signal of ending) process.once(signal, close);
    lines.on('SIGINT', () => {
      interruptSelf();
      lines.close();
    });
    lines.question(prompt, (line) => {
      isAnswered = true;
      resolve(line);
      lines.close();
    });
  });
}

/** Whoever asked is to end: nobody waits for an answer any more. Ctrl-C is heard as a key. */
const endingSignals = ['SIGTERM', 'SIGHUP'] as const;

/** For how long nothing may come for what was typed to be read to its end, and how long that is waited for at most. */
const quietMs = 25;
const forgettingMsMax = 500;
const interruptKey = '\u0003';

/**
 * What was typed before a question was there is no answer to it: a plan would be approved that nobody has seen. A line
 * that is not ended yet is read only while the terminal is raw, and then Ctrl-C is a key like any other.
 */
async function forgetTyped(): Promise<void> {
  const { stdin } = process;
  if (!stdin.isTTY || !madeRaw(true)) return;
  await new Promise<void>((resolve) => {
    const ended = (): void => {
      clearTimeout(quiet);
      clearTimeout(most);
      stdin.off('data', forget);
      stdin.off('error', ended);
      resolve();
    };
    const forget = (keys: Buffer | string): void => {
      quiet.refresh();
      if (String(keys).includes(interruptKey)) interruptSelf();
    };
    const quiet = setTimeout(ended, quietMs);
    const most = setTimeout(ended, forgettingMsMax);
    stdin.on('data', forget);
    stdin.once('error', ended);
  });
  stdin.pause();
  madeRaw(false);
}

/** False where the terminal is gone: whoever asks next finds out. */
function madeRaw(isRaw: boolean): boolean {
  try {
    process.stdin.setRawMode(isRaw);
    return true;
  } catch {
    return false;
  }
}

/**
 * Signals still come from the keys, as they would not with a terminal that is raw. Should this process end before, Node
 * puts the terminal back as it found it. A process in the background may not do this, and is not kept waiting.
 */
function hush(): () => void {
  if (!isatty(0)) return ignore;
  echo('-echo');
  return () => echo('echo');
}

const sttyMs = 500;

function echo(how: 'echo' | '-echo'): void {
  process.getBuiltinModule('node:child_process').spawnSync('stty', [how], {
    stdio: ['inherit', 'ignore', 'ignore'],
    timeout: sttyMs,
    killSignal: 'SIGKILL',
  });
}

/** Who listens hears it before the question is given up; where nobody does, the process ends as it would without us. */
function interruptSelf(): void {
  if (process.listenerCount('SIGINT') > 0) process.emit('SIGINT', 'SIGINT');
  else process.kill(process.pid, 'SIGINT');
}

async function readInput(charsMax: number): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const piece of process.stdin) {
    text += String(piece);
    if (text.length > charsMax) break;
  }
  return text.slice(0, charsMax);
}

/** `$VISUAL`, `$EDITOR` or vi, with its arguments but without a shell; it has the terminal until it ends. */
async function edit(env: Io['env'], file: string): Promise<string | undefined> {
  const named = env['VISUAL'] ?? env['EDITOR'];
  // A program somebody named may need no terminal; vi does.
  if (named === undefined && !process.stdin.isTTY) {
    return 'There is no terminal here, and neither VISUAL nor EDITOR names a program that needs none (`slipway revise --edit --from FILE` takes a plan you wrote)';
  }
  const { spawn } = await import('node:child_process');
  const [program = 'vi', ...args] = (named ?? 'vi').split(' ').filter(Boolean);
  return new Promise((resolve) => {
    const takeBack = lent();
    const done = (problem: string | undefined): void => {
      takeBack();
      resolve(problem);
    };
    const child = spawn(program, [...args, file], { stdio: 'inherit' });
    child.once('error', () => done(`The editor ${program} could not be started; set EDITOR`));
    child.once('exit', (code) => done(code === 0 ? undefined : `The editor ${program} ended with an error`));
  });
}

/** To how many programs the terminal of this process is lent now. */
let lentTimes = 0;

/** Ctrl-C is for the program alone while it has the terminal; the answer takes the terminal back. */
function lent(): () => void {
  lentTimes += 1;
  process.on('SIGINT', ignore);
  return () => {
    lentTimes -= 1;
    process.off('SIGINT', ignore);
  };
}

async function lend({ file, args, cwd, env }: Lent): Promise<number | undefined> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const takeBack = lent();
    const done = (exit: number | undefined): void => {
      takeBack();
      resolve(exit);
    };
    const child = spawn(file, [...args], { stdio: 'inherit', cwd, env: { ...env } });
    child.once('error', () => done(undefined));
    child.once('exit', (exit) => done(exit ?? undefined));
  });
}

function ignore(): void {}
