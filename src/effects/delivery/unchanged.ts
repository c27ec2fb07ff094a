// Whether a watched pull request is as it was when it was last looked at, by one cheap question for all of a repository.
//
//   UNCHANGED-1. One question a repository and interval, however many pull requests are watched there; only what changed is looked at.
//   UNCHANGED-2. Where the question has no answer, everything is looked at: what is not known counts as changed.

import type { Forge } from '../../forges/forge.ts';
import type { Clock } from '../../telemetry/clock.ts';

interface Asked {
  readonly at: number;
  readonly marks: Promise<ReadonlyMap<number, string>>;
}

const numbersMax = 500;

export class UnchangedSince {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #asked = new Map<string, Asked>();
  readonly #watched = new Map<string, Map<number, string | undefined>>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /**
   * Undefined where nothing changed; else what to call once it was looked at: a look that failed has to come again. `everyMs` is how
   * often the forge may be asked.
   */
  async changed(
    forge: Forge,
    repository: string,
    number: number,
    everyMs: number,
  ): Promise<(() => void) | undefined> {
    const key = `${forge.name} ${repository}`;
    const known = this.#watched.get(key) ?? new Map<number, string | undefined>();
    this.#watched.set(key, known);
    const before = known.get(number);
    if (!known.has(number) && known.size < numbersMax) known.set(number, undefined);
    const marks = await this.#marksOf(key, forge, { repository, numbers: [...known.keys()], everyMs });
    const now = marks.get(number);
    return now !== undefined && now === before ? undefined : () => void known.set(number, now);
  }

  #marksOf(
    key: string,
    forge: Forge,
    ask: { readonly repository: string; readonly numbers: readonly number[]; readonly everyMs: number },
  ): Promise<ReadonlyMap<number, string>> {
    const last = this.#asked.get(key);
    // Those who ask within an interval share an answer; a little less, so that everybody's next look finds a new one.
    if (last !== undefined && this.#clock.monotonic() - last.at < ask.everyMs * 0.9) return last.marks;
    const marks = forge
      .marks(ask.repository, ask.numbers)
      .then((answer) => (answer.ok ? answer.value : new Map<number, string>())); // UNCHANGED-2
    this.#asked.set(key, { at: this.#clock.monotonic(), marks });
    return marks;
  }
}
