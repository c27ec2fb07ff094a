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
