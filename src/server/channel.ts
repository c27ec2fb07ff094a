// From whoever says something to whoever reads it, one at a time: the next is said when the last was taken.

import type { Clock } from '../telemetry/clock.ts';

export class Channel<T> {
  readonly #clock: Clock;
  #item: { readonly value: T; readonly taken: () => void } | undefined;
  #isClosed = false;
  #wake: (() => void) | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Answers when it was taken, or when nobody reads any more. */
  say(value: T): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((taken) => {
      this.#item = { value, taken };
      this.#wake?.();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#item?.taken();
    this.#wake?.();
  }

  /** What was said next; undefined where nothing was within `waitMs`, and `'closed'` where nothing comes any more. */
  async next(waitMs: number): Promise<{ readonly value: T } | 'closed' | undefined> {
    if (this.#item === undefined && !this.#isClosed) await this.#wait(waitMs);
    const item = this.#item;
    if (item === undefined) return this.#isClosed ? 'closed' : undefined;
    this.#item = undefined;
    item.taken();
    return { value: item.value };
  }

  async #wait(waitMs: number): Promise<void> {
    const said = new AbortController();
    this.#wake = () => said.abort();
    await this.#clock.until(this.#clock.now() + waitMs, said.signal);
  }
}
