// The requests a server has seen, in order, and those who wait for one.

import type { ModelRequest } from './request.ts';

/** More than any test asks for; past it something loops. */
export const requestsMax = 500;

interface Waiter {
  readonly wants: (request: ModelRequest) => boolean;
  readonly found: (request: ModelRequest) => void;
}

export class Seen {
  readonly #requests: ModelRequest[] = [];
  readonly #waiters = new Set<Waiter>();

  get all(): readonly ModelRequest[] {
    return this.#requests;
  }

  add(request: ModelRequest): void {
    this.#requests.push(request);
    for (const waiter of this.#waiters) if (waiter.wants(request)) waiter.found(request);
  }

  /** The first request that fits, of those that came or of those still to come. */
  wait(wants: (request: ModelRequest) => boolean, signal: AbortSignal): Promise<ModelRequest> {
    const there = this.#requests.find(wants);
    if (there !== undefined) return Promise.resolve(there);
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        this.#waiters.delete(waiter);
        signal.removeEventListener('abort', giveUp);
      };
      const giveUp = (): void => {
        settle();
        const count = this.#requests.length;
        reject(new Error(`No such request came; the model was asked ${count} times.`));
      };
      const waiter: Waiter = {
        wants,
        found: (request) => {
          settle();
          resolve(request);
        },
      };
      if (signal.aborted) return giveUp();
      signal.addEventListener('abort', giveUp);
      this.#waiters.add(waiter);
    });
  }
}
