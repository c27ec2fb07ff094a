// One after another: work that must not overlap waits for its turn, in the order it was asked for. What goes wrong in
// one of them its own caller hears; the next in line only waited.

export class InTurn {
  #last: Promise<unknown> = Promise.resolve();

  take<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#last.then(work);
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}

/** A line for each key: work of different keys overlaps. A line that nobody stands in is forgotten. */
export class TurnsByKey {
  readonly #lines = new Map<string, { readonly line: InTurn; waiting: number }>();

  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const stood = this.#lines.get(key) ?? { line: new InTurn(), waiting: 0 };
    this.#lines.set(key, stood);
    stood.waiting += 1;
    try {
      return await stood.line.take(work);
    } finally {
      stood.waiting -= 1;
      if (stood.waiting === 0) this.#lines.delete(key);
    }
  }
}
