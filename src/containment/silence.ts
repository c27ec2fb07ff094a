// When the silence of a process is a stall. Without a watched folder it is time without output, to the millisecond.
// With one, the signs of life are looked at a few times in that time, and a stall is that many looks in a row without
// a word, a change or work: between the limit and a quarter more of it after the last sign.

import { type LifeSigns, lifeSigns, livedBetween } from './life-signs.ts';
import { type ProcessRequest, tagVariable } from './process.ts';
import { timerMs } from './timers.ts';

const looksPerLimit = 4;

export interface Silence {
  /** There was output. */
  readonly broken: () => void;
  readonly close: () => void;
}

export function silenceOf(request: ProcessRequest, pid: number, onStall: () => void): Silence {
  return request.watched === undefined
    ? plainSilence(request.limits.silenceMs, onStall)
    : new WatchedSilence(request.limits.silenceMs, onStall, watcher(request, request.watched, pid));
}

function plainSilence(silenceMs: number, onStall: () => void): Silence {
  let closed = false;
  const timer = setTimeout(onStall, timerMs(silenceMs));
  return {
    broken: () => {
      if (!closed) timer.refresh();
    },
    close: () => {
      closed = true;
      clearTimeout(timer);
    },
  };
}

function watcher({ env }: ProcessRequest, folder: string, pid: number): () => Promise<LifeSigns> {
  return () => lifeSigns(folder, pid, env[tagVariable]);
}

class WatchedSilence implements Silence {
  readonly #lookMs: number;
  readonly #onStall: () => void;
  readonly #watch: () => Promise<LifeSigns>;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  #spoke = false;
  #quietLooks = 0;

  constructor(silenceMs: number, onStall: () => void, watch: () => Promise<LifeSigns>) {
    this.#lookMs = silenceMs / looksPerLimit;
    this.#onStall = onStall;
    this.#watch = watch;
    // Most processes end long before anybody has to look: nothing is read for those.
    this.#timer = setTimeout(() => {
      void this.#begin();
    }, timerMs(this.#lookMs));
  }

  broken(): void {
    this.#spoke = true;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #begin(): Promise<void> {
    this.#waitAfter(await this.#watch());
  }

  #waitAfter(before: LifeSigns): void {
    if (this.#closed) return;
    this.#timer = setTimeout(() => {
      void this.#look(before);
    }, timerMs(this.#lookMs));
  }

  async #look(before: LifeSigns): Promise<void> {
    const now = await this.#watch();
    const alive = this.#spoke || livedBetween(before, now, this.#lookMs);
    this.#spoke = false;
    this.#quietLooks = alive ? 0 : this.#quietLooks + 1;
    if (this.#quietLooks < looksPerLimit) this.#waitAfter(now);
    else if (!this.#closed) this.#onStall();
  }
}
