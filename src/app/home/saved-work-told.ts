// Keeps the files for people true about work that is not done: they are written when some was saved, so that they hold after a
// crash, and when a process that drives runs stops. The stages write them in between (`core/effects-due.ts`).
//
//   SAVED-WORK-TOLD-1. It is a courtesy: what cannot be written is left out, and nobody waits for it but the stop.

import type { Run } from '../../core/run.ts';
import type { Runs } from '../../engine/runs.ts';

interface Parts {
  readonly runs: Pick<Runs, 'onEvents' | 'load'>;
  readonly write: (run: Run) => Promise<void>;
}

export class SavedWorkTold {
  readonly #parts: Parts;
  #writing: Promise<void> = Promise.resolve();
  readonly #close: () => void;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#close = parts.runs.onEvents((run, events) => {
      if (events.some(({ type }) => type === 'task.saved')) this.#write(run);
    });
  }

  /** `left` are the runs that were being driven until now. */
  async stop(left: readonly string[]): Promise<void> {
    this.#close();
    for (const run of left) this.#write(run);
    await this.#writing;
  }

  #write(id: string): void {
    const write = async (): Promise<void> => {
      const run = await this.#parts.runs.load(id);
      if (run !== undefined && run.ended === undefined) await this.#parts.write(run);
    };
    this.#writing = this.#writing.then(write).catch(() => undefined); // SAVED-WORK-TOLD-1
  }
}
