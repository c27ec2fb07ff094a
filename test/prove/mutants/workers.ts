// The processes that try mutants: loaded once, asked many times, killed and started anew when one does not answer.

import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Baseline, Planned, Tried } from './bench.ts';
import type { Compiled } from './tree.ts';

export type Request =
  | { readonly type: 'load'; readonly compiled: Compiled }
  | { readonly type: 'baseline' }
  | { readonly type: 'try'; readonly mutant: number; readonly plan: readonly Planned[] };

export type Answer =
  | { readonly type: 'ready' | 'loaded' }
  | { readonly type: 'baseline'; readonly baseline: Baseline }
  | { readonly type: 'tried'; readonly tried: Tried }
  | { readonly type: 'threw'; readonly error: string };

/** What came of a mutant; `late` and `gone` are its doing, because without it every test ends well. */
export type Outcome = Tried['outcome'] | 'late' | 'gone';

const program = fileURLToPath(new URL('worker.ts', import.meta.url));
const patienceMs = 300_000;
/** How long one may stand in the queue for a core before nothing can be said. */
const queueMsMax = 1_800_000;
const memoryMB = 512;

export class Worker {
  readonly #compiled: Compiled;
  #process: ChildProcess | undefined;

  constructor(compiled: Compiled) {
    this.#compiled = compiled;
  }

  async baseline(): Promise<Baseline> {
    const answer = await this.#asked({ type: 'baseline' }, patienceMs);
    if (typeof answer === 'object' && answer.type === 'baseline') return answer.baseline;
    throw new Error(`The tests could not be run without a mutant: ${wordsOf(answer)}`);
  }

  async try(
    mutant: number,
    plan: readonly Planned[],
    withinMs: number,
  ): Promise<{ readonly outcome: Outcome; readonly by?: string }> {
    const answer = await this.#asked({ type: 'try', mutant, plan }, withinMs);
    if (answer === 'late' || answer === 'gone') {
      await this.end();
      return { outcome: answer };
    }
    if (answer.type === 'tried') return answer.tried;
    throw new Error(`A mutant could not be tried: ${wordsOf(answer)}`);
  }

  async end(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const exited = once(running, 'exit');
    running.kill('SIGKILL');
    await exited;
  }

  async #asked(request: Request, withinMs: number): Promise<Answer | 'late' | 'gone'> {
    this.#process ??= await this.#started();
    return askedOf(this.#process, request, withinMs);
  }

  async #started(): Promise<ChildProcess> {
    // The loader that lets this process run TypeScript is handed on with the arguments.
    const child = fork(program, {
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [...process.execArgv, `--max-old-space-size=${memoryMB}`],
    });
    await once(child, 'message');
    const answer = await askedOf(child, { type: 'load', compiled: this.#compiled }, patienceMs);
    if (typeof answer === 'string' || answer.type !== 'loaded') {
      throw new Error(`The tree could not be loaded: ${wordsOf(answer)}`);
    }
    return child;
  }
}

/**
 * `late` is who computed for that long without an answer. Whoever had no turn, because others use the machine, is waited for: else
 * their work would kill mutants.
 */
export function askedOf(
  child: ChildProcess,
  request: Request,
  withinMs: number,
): Promise<Answer | 'late' | 'gone'> {
  return new Promise((resolve, reject) => {
    const before = { atMs: performance.now(), cpuMs: cpuMsOf(child) };
    const settle = (answer: Answer | 'late' | 'gone'): void => {
      end();
      resolve(answer);
    };
    const gone = (): void => settle('gone');
    const look = (): void => {
      const waitedMs = performance.now() - before.atMs;
      const leftMs =
        withinMs - (before.cpuMs === undefined ? waitedMs : cpuMsOf(child, waitedMs) - before.cpuMs);
      if (leftMs <= 0) return settle('late');
      if (waitedMs < queueMsMax) {
        timer = setTimeout(look, Math.max(leftMs, 100));
        return undefined;
      }
      end();
      return reject(new Error('A mutant could not be tried: its process had no turn on this machine'));
    };
    let timer = setTimeout(look, withinMs);
    const end = (): void => {
      clearTimeout(timer);
      child.off('message', settle);
      child.off('exit', gone);
    };
    child.on('message', settle);
    child.on('exit', gone);
    child.send(request);
  });
}

const tickMs = 10;

/** What it computed so far, where the system says that. */
function cpuMsOf(child: ChildProcess): number | undefined;
function cpuMsOf(child: ChildProcess, unknown: number): number;
function cpuMsOf({ pid }: ChildProcess, unknown?: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold anything: state is the first field, user and system time the twelfth and the thirteenth.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * tickMs;
  } catch {
    return unknown;
  }
}

function wordsOf(answer: Answer | 'late' | 'gone'): string {
  if (typeof answer === 'string') return answer === 'late' ? 'it took too long' : 'its process ended';
  return answer.type === 'threw' ? answer.error : `it answered ${answer.type}`;
}
