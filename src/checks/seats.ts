// How many checks are at work on this machine, whichever run and tree they are of: a suite that shares its cores with another takes
// twice as long and fails at its own timeouts, which nobody's change did.
//
//   SEATS-1. No check begins while as many are at work as there are cores, but for a run that was told to have more at once than that.
//   SEATS-2. Who came first is served first, so nobody starves. What waits takes nothing of its time: that begins with its process.
//   SEATS-3. Who is stopped while waiting is stopped, and holds up nobody.

interface Waiting {
  readonly atOnce: number;
  readonly begin: () => void;
}

export class Seats {
  readonly #seats: number;
  #busy = 0;
  readonly #line = new Set<Waiting>();

  constructor(seats: number) {
    this.#seats = seats;
  }

  /** `atOnce`: how many the one who asks would have at once. */
  async take<T>(signal: AbortSignal, atOnce: number, work: () => Promise<T>): Promise<T | 'stopped'> {
    if (!(await this.#turn(signal, atOnce))) return 'stopped';
    try {
      return await work();
    } finally {
      this.#busy -= 1;
      this.#serve();
    }
  }

  /** Whether it came, and was not stopped before. */
  #turn(signal: AbortSignal, atOnce: number): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const waiting: Waiting = {
        atOnce,
        begin: () => {
          signal.removeEventListener('abort', stop);
          resolve(true);
        },
      };
      const stop = (): void => {
        this.#line.delete(waiting);
        resolve(false);
        this.#serve(); // SEATS-3: who stood behind may be told to have more at once
      };
      signal.addEventListener('abort', stop, { once: true });
      this.#line.add(waiting);
      this.#serve();
    });
  }

  #serve(): void {
    for (const waiting of this.#line) {
      if (this.#busy >= Math.max(this.#seats, waiting.atOnce)) return; // SEATS-2
      this.#line.delete(waiting);
      this.#busy += 1;
      waiting.begin();
    }
  }
}
