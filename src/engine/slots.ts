// Who may launch an agent next, among all runs of a home. It is asked before the intent: a launch that gets no slot is
// just not begun yet, so waiting costs nothing, and a crash leaves nothing held.
//   SLOTS-1. No launch is begun while as many agents are at work as there are slots.
//   SLOTS-2. A free slot goes to the run with the fewest agents at work; among those to the one that was served longest ago,
//       then to the oldest. So nobody starves. Within a run the core says who goes first.
//   SLOTS-3. Whose turn it is does not depend on who looked last, or two that began together would call each other for ever.

export class Slots {
  readonly #slots: () => number;
  readonly #startedAt: (run: string) => number;
  readonly #atWork = new Map<string, number>();
  /** Of all runs together. */
  #busy = 0;
  readonly #waiting = new Set<string>();
  /** When each run was last served, counted in turns. */
  readonly #served = new Map<string, number>();
  #turns = 0;

  constructor(slots: () => number, startedAt: (run: string) => number) {
    this.#slots = slots;
    this.#startedAt = startedAt;
  }

  /** The run is looked at anew: whether it still waits, it says again. */
  looks(run: string): void {
    this.#waiting.delete(run);
  }

  /** SLOTS-1, SLOTS-2. */
  takes(run: string): boolean {
    this.#waiting.add(run);
    if (this.next() !== run) return false;
    this.#waiting.delete(run);
    this.holds(run);
    return true;
  }

  /** An agent that is at work already, whoever launched it: it counts, and is not asked whether it may. */
  holds(run: string): void {
    this.#atWork.set(run, this.#countOf(run) + 1);
    this.#busy += 1;
    this.#turns += 1;
    this.#served.set(run, this.#turns);
  }

  gives(run: string): void {
    const left = this.#countOf(run) - 1;
    if (left < 0) return;
    this.#busy -= 1;
    if (left > 0) this.#atWork.set(run, left);
    else this.#atWork.delete(run);
  }

  /** Nobody drives the run any more. */
  forgets(run: string): void {
    this.#waiting.delete(run);
    this.#served.delete(run);
  }

  /** Whose turn it is, if a slot is free and somebody waits for one. */
  next(): string | undefined {
    if (this.#waiting.size === 0 || this.#busy >= this.#slots()) return undefined;
    let first: string | undefined;
    for (const run of this.#waiting) if (first === undefined || this.#compare(run, first) < 0) first = run;
    return first;
  }

  #compare(a: string, b: string): number {
    return (
      this.#countOf(a) - this.#countOf(b) ||
      (this.#served.get(a) ?? 0) - (this.#served.get(b) ?? 0) ||
      this.#startedAt(a) - this.#startedAt(b) ||
      (a < b ? -1 : 1)
    );
  }

  #countOf(run: string): number {
    return this.#atWork.get(run) ?? 0;
  }
}
