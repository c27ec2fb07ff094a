// The event streams that are open: how many, and of whom, so that somebody whose access is taken back hears nothing more.

import type { Caller } from './signed-in.ts';

const streamsMax = 1_000;

interface Open {
  readonly caller: Caller;
  readonly cut: AbortController;
}

export class Streams {
  readonly #open = new Set<Open>();

  count(): number {
    return this.#open.size;
  }

  /** Undefined where there are too many. `gone` fires when they hang up, or are cut off. */
  enter(
    caller: Caller,
    hungUp: AbortSignal,
  ): { readonly gone: AbortSignal; readonly leave: () => void } | undefined {
    if (this.#open.size >= streamsMax) return undefined;
    const open = { caller, cut: new AbortController() };
    this.#open.add(open);
    return { gone: AbortSignal.any([open.cut.signal, hungUp]), leave: () => this.#open.delete(open) };
  }

  /** Cuts off whoever is not let in any more. */
  async recheck(isIn: (caller: Caller) => Promise<boolean>): Promise<void> {
    for (const { caller, cut } of this.#open) if (!(await isIn(caller))) cut.abort();
  }

  close(): void {
    for (const { cut } of this.#open) cut.abort();
  }
}
