// How much one program may ask: what is more is answered with a sentence, and nothing is kept for it.

import type { Clock } from '../telemetry/clock.ts';

const atOnceMax = 16;
const callsAMinuteMax = 300;
const startsAnHourMax = 20;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export class Flow {
  readonly #calls: Window;
  readonly #starts: Window;
  #atWork = 0;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#calls = new Window(clock, minuteMs, callsAMinuteMax);
    this.#starts = new Window(clock, hourMs, startsAnHourMax);
  }

  /** Undefined where there is room for it; whoever entered leaves again. */
  enter(isStart: boolean): string | undefined {
    if (this.#atWork >= atOnceMax)
      return `More than ${atOnceMax} calls are under way. Wait for the answer of one of them.`;
    if (!this.#calls.take())
      return `More than ${callsAMinuteMax} calls in a minute. Ask less often: a run takes minutes, and run_status says where it is.`;
    if (isStart && !this.#starts.take())
      return `More than ${startsAnHourMax} runs were started through MCP within an hour. A person starts others at the terminal.`;
    this.#atWork += 1;
    return undefined;
  }

  leave(): void {
    this.#atWork -= 1;
  }
}

class Window {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #lastsMs: number;
  readonly #max: number;
  #since: number;
  #count = 0;

  constructor(clock: Pick<Clock, 'monotonic'>, lastsMs: number, max: number) {
    this.#clock = clock;
    this.#lastsMs = lastsMs;
    this.#max = max;
    this.#since = clock.monotonic();
  }

  take(): boolean {
    const now = this.#clock.monotonic();
    if (now - this.#since >= this.#lastsMs) [this.#since, this.#count] = [now, 0];
    if (this.#count >= this.#max) return false;
    this.#count += 1;
    return true;
  }
}
