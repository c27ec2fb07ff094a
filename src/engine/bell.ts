// Wakes whoever listens. Rung while nobody does, it is heard by the next listener: no wake-up is lost.

export class Bell {
  #rung = false;
  #listeners: (() => void)[] = [];

  get rung(): boolean {
    return this.#rung;
  }

  ring(): void {
    this.#rung = true;
    for (const listener of this.#listeners.splice(0)) listener();
  }

  /** What was rung for is about to be looked at. */
  hush(): void {
    this.#rung = false;
  }

  heard(): Promise<void> {
    if (this.#rung) return Promise.resolve();
    return new Promise((resolve) => {
      this.#listeners.push(resolve);
    });
  }
}
