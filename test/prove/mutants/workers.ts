// The processes that try mutants: loaded once, asked many times, killed and started anew when one does not answer.

import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
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

function askedOf(child: ChildProcess, request: Request, withinMs: number): Promise<Answer | 'late' | 'gone'> {
  return new Promise((resolve) => {
    const settle = (answer: Answer | 'late' | 'gone'): void => {
      clearTimeout(timer);
      child.off('message', settle);
      child.off('exit', gone);
      resolve(answer);
    };
    const gone = (): void => settle('gone');
    const timer = setTimeout(() => settle('late'), withinMs);
    child.on('message', settle);
    child.on('exit', gone);
    child.send(request);
  });
}

function wordsOf(answer: Answer | 'late' | 'gone'): string {
  if (typeof answer === 'string') return answer === 'late' ? 'it took too long' : 'its process ended';
  return answer.type === 'threw' ? answer.error : `it answered ${answer.type}`;
}
