// Wakes a loop. Rung while nobody listens, it is heard by the next listener: no wake-up is lost.

export class Bell {
  #rung = false;
  #listener: (() => void) | undefined;

  get rung(): boolean {
    return this.#rung;
  }

  ring(): void {
    this.#rung = true;
    this.#listener?.();
    this.#listener = undefined;
  }

  /** What was rung for is about to be looked at. */
  hush(): void {
    this.#rung = false;
  }

  heard(): Promise<void> {
    if (this.#rung) return Promise.resolve();
    return new Promise((resolve) => {
      this.#listener = resolve;
    });
  }
}
