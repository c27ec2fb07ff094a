// Whether a watched pull request is as it was when it was last looked at, by one cheap question for all of a repository.
//
//   UNCHANGED-1. One question a repository and interval, however many pull requests are watched there; only what changed is looked at.
//   UNCHANGED-2. Where the question has no answer, everything is looked at: what is not known counts as changed.
//   UNCHANGED-3. No forge promises that its mark moves with everything: each is looked at whole from time to time, changed or not.
//   UNCHANGED-4. What nobody asked about for some intervals is watched no more: it is merged, closed, or somebody else's now.

import type { Forge, ForgeAnswer } from '../../forges/forge.ts';
import type { Clock } from '../../telemetry/clock.ts';

interface Asked {
  readonly at: number;
  readonly marks: Promise<Marks>;
}

type Marks = ReadonlyMap<number, string>;

interface Watched {
  /** As it was when it was last looked at. */
  readonly mark: string | undefined;
  readonly lookedAt: number | undefined;
  readonly askedAt: number;
  /** How often whoever watches it asks. */
  readonly everyMs: number;
}

export interface AskingFor {
  readonly repository: string;
  readonly number: number;
  /** How often the forge may be asked. */
  readonly everyMs: number;
  /** Somebody said that something happened: it alone is asked about, now. */
  readonly isHinted?: boolean;
}

const numbersMax = 500;
/** UNCHANGED-3. Two hundred of them cost a fifth of what GitHub allows an hour, beside the question of each minute. */
export const lookAnywayMs = 30 * 60_000;
/** UNCHANGED-4. */
const intervalsMissedMax = 3;
const forgetAfterMs = 10 * 60_000;

export class UnchangedSince {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #asked = new Map<string, Asked>();
  readonly #watched = new Map<string, Map<number, Watched>>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** Undefined where nothing changed; else what to call once it was looked at: a look that failed has to come again. */
  async changed(forge: Forge, asking: AskingFor): Promise<(() => void) | undefined> {
    const { repository, number, everyMs, isHinted = false } = asking;
    const key = `${forge.name} ${repository}`;
    const now = this.#clock.monotonic();
    const known = this.#stillWatched(key, now);
    const before = known.get(number) ?? { mark: undefined, lookedAt: undefined };
    if (known.has(number) || known.size < numbersMax) {
      known.set(number, { ...before, askedAt: now, everyMs });
    }
    const marks = isHinted
      ? await answered(forge.marks(repository, [number]))
      : await this.#marksOf(key, forge, { repository, numbers: [...known.keys()], everyMs });
    const mark = marks.get(number);
    const isRecent = before.lookedAt !== undefined && now - before.lookedAt < lookAnywayMs;
    if (mark !== undefined && mark === before.mark && isRecent) return undefined;
    return () => {
      const watched = known.get(number);
      if (watched !== undefined) known.set(number, { ...watched, mark, lookedAt: now });
    };
  }

  /** UNCHANGED-4. */
  #stillWatched(key: string, now: number): Map<number, Watched> {
    const known = this.#watched.get(key) ?? new Map<number, Watched>();
    this.#watched.set(key, known);
    for (const [number, { askedAt, everyMs }] of known) {
      if (now - askedAt > Math.max(forgetAfterMs, intervalsMissedMax * everyMs)) known.delete(number);
    }
    return known;
  }

  #marksOf(
    key: string,
    forge: Forge,
    ask: { readonly repository: string; readonly numbers: readonly number[]; readonly everyMs: number },
  ): Promise<Marks> {
    const last = this.#asked.get(key);
    // Those who ask within an interval share an answer; a little less, so that everybody's next look finds a new one.
    if (last !== undefined && this.#clock.monotonic() - last.at < ask.everyMs * 0.9) return last.marks;
    const marks = answered(forge.marks(ask.repository, ask.numbers));
    this.#asked.set(key, { at: this.#clock.monotonic(), marks });
    return marks;
  }
}

/** UNCHANGED-2. */
async function answered(answer: Promise<ForgeAnswer<Marks>>): Promise<Marks> {
  const told = await answer;
  return told.ok ? told.value : new Map<number, string>();
}
