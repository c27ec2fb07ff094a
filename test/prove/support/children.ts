// Child processes that drive worlds: started, asked, killed, waited for.

import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Facts } from './facts.ts';
import type { Plant } from './plant.ts';
import type { StoryName } from './world.ts';

export interface Request {
  readonly root: string;
  readonly story: StoryName;
  readonly acknowledgedFile?: string;
  readonly plant?: Plant;
}

export type Answer =
  | { readonly type: 'ready' }
  | { readonly type: 'finished'; readonly facts: Facts }
  | { readonly type: 'threw'; readonly error: string };

export type Ending = Exclude<Answer, { type: 'ready' }> | { readonly type: 'late' | 'gone' };

const program = fileURLToPath(new URL('child.ts', import.meta.url));

/** One child. It serves one request after another until it is ended. */
export class Child {
  readonly #process: ChildProcess;
  readonly #ready: Promise<unknown>;

  constructor() {
    // The loader that lets this process run TypeScript is handed on to the child.
    this.#process = fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#ready = once(this.#process, 'message');
  }

  /** Answers 'late' when the child did not answer in time, and 'gone' when it ended instead. */
  async ask(request: Request, withinMs: number): Promise<Ending> {
    await this.#ready;
    return new Promise((resolve) => {
      const settle = (ending: Ending): void => {
        clearTimeout(timer);
        this.#process.off('message', answered);
        this.#process.off('exit', gone);
        resolve(ending);
      };
      const answered = (answer: Answer): void => {
        if (answer.type !== 'ready') settle(answer);
      };
      const gone = (): void => settle({ type: 'gone' });
      const timer = setTimeout(() => settle({ type: 'late' }), withinMs);
      this.#process.on('message', answered);
      this.#process.on('exit', gone);
      this.#process.send(request);
    });
  }

  /** SIGKILL to this process alone: what it started is left behind, as in a crash. Resolves when it is gone. */
  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const exited = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await exited;
  }
}
