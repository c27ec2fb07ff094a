// Watches the pull requests of runs that wait at their merge gate or for others on the forge: somebody may merge, close, review or push to
// one elsewhere.
//
//   PULL-REQUEST-WATCH-1. A look is only a look: nothing is recorded of it unless it found something new.
//   PULL-REQUEST-WATCH-2. Nobody stays for it: a run that is only watched is at rest. Whoever takes it up later looks at once.
//   PULL-REQUEST-WATCH-4. Who hears that something happened has it looked at now, once for all who say so within some seconds. A hint is no
//       more than that: what is not heard of is found by looking from time to time.
//   PULL-REQUEST-WATCH-3. A forge that does not answer is asked again the next time; no number of failures stops a run.

import type { Seen } from '../core/remarks/seen.ts';
import type { Repository, Run } from '../core/run.ts';
import { must, naming, repositoryOf } from '../core/run.ts';
import { awaitsForge, isNews, isWatched } from '../core/stages/watched.ts';
import type { Clock } from '../telemetry/clock.ts';
import type { Engine } from './engine.ts';
import type { Runs } from './runs.ts';

/** Who takes a run up sees in this time what happened to its pull request, or goes on. */
const firstLookMs = 3_000;
/** PULL-REQUEST-WATCH-4. */
const hintGapMs = 5_000;

export interface WatchParts {
  readonly engine: Pick<Engine, 'submit'>;
  readonly runs: Runs;
  readonly clock: Clock;
  /** Whether others than the people of this home see its pull requests. */
  readonly isShared: (run: Run) => boolean;
  /** Undefined where the forge does not answer. `isHinted`: somebody said that something happened. */
  readonly look: (
    run: Run,
    repository: Repository,
    number: number,
    isHinted: boolean,
  ) => Promise<Seen | NoLook | undefined>;
}

/** Why a forge could not be asked, in its words. */
export interface NoLook {
  readonly problem: string;
}

export class PullRequestWatch {
  readonly #parts: WatchParts;
  readonly #stopping = new AbortController();
  readonly #watched = new Map<string, Promise<void>>();
  readonly #troubles = new Map<string, string>();
  /** What wakes those that wait for their next look. */
  readonly #waiting = new Map<string, AbortController>();
  readonly #hintedAt = new Map<string, number>();

  constructor(parts: WatchParts) {
    this.#parts = parts;
    parts.runs.onEvents((run, events) => {
      if (events.some(({ type }) => type === 'gate.opened' || type === 'pull-request.seen')) this.#watch(run);
    });
  }

  /**
   * Looks at those of these runs that wait at their merge gate, and goes on watching them. A forge that takes its time is not waited
   * for: what it says is heard when it comes.
   */
  async takeUp(runs: readonly string[]): Promise<void> {
    const { clock } = this.#parts;
    const enough = new AbortController();
    const looks = Promise.all(runs.map((run) => this.#look(run)));
    await Promise.race([looks, clock.until(clock.now() + firstLookMs, enough.signal)]);
    enough.abort();
    for (const run of runs) this.#watch(run);
  }

  /** The watched runs to whose pull requests others may do something that nobody here would hear of without this process. */
  awaited(): readonly string[] {
    return [...this.#watched.keys()].filter((id) => {
      const run = this.#watchedRun(id);
      return run !== undefined && this.isAwaitedIn(run);
    });
  }

  /** Whether others may do something to the pull request of a run that waits. */
  isAwaitedIn(run: Run): boolean {
    return this.#parts.isShared(run) || awaitsForge(run);
  }

  /** Why the last look at the pull request of a run was none. */
  troubleOf(run: string): string | undefined {
    return this.#troubles.get(run);
  }

  /** PULL-REQUEST-WATCH-4. Of a repository: these pull requests, or all of them. */
  hint(repository: string, touched: readonly number[] | 'all'): void {
    const now = this.#parts.clock.monotonic();
    for (const [id, wake] of this.#waiting) {
      const places = this.#watchedRun(id)?.repositories ?? [];
      const isMeant = places.some(
        ({ repository: of, pullRequest }) =>
          of === repository &&
          pullRequest !== undefined &&
          (touched === 'all' || touched.includes(pullRequest.number)),
      );
      if (!isMeant || now - (this.#hintedAt.get(id) ?? -hintGapMs) < hintGapMs) continue;
      this.#hintedAt.set(id, now);
      wake.abort();
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#watched.values());
  }

  #watch(run: string): void {
    if (this.#watched.has(run) || this.#watchedRun(run) === undefined) return;
    this.#watched.set(
      run,
      this.#looks(run).finally(() => {
        this.#watched.delete(run);
        this.#hintedAt.delete(run);
      }),
    );
  }

  /** From time to time, as long as the run waits and the process is there. */
  async #looks(run: string): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#stopping;
    for (let waiting = this.#watchedRun(run); waiting !== undefined; waiting = this.#watchedRun(run)) {
      const wake = new AbortController();
      this.#waiting.set(run, wake);
      await clock.until(clock.now() + waiting.policy.pollMs, AbortSignal.any([signal, wake.signal]));
      this.#waiting.delete(run);
      await this.#look(run, wake.signal.aborted);
    }
  }

  #watchedRun(id: string): Run | undefined {
    if (this.#stopping.signal.aborted) return undefined;
    const run = this.#parts.runs.state(id);
    return run !== undefined && isWatched(run) ? run : undefined;
  }

  async #look(id: string, isHinted = false): Promise<void> {
    const { engine, look, runs } = this.#parts;
    await runs.load(id).catch(() => undefined); // whoever drives it says what is wrong with it
    const before = this.#watchedRun(id);
    if (before === undefined) return;
    for (const looked of before.repositories) {
      const { alias, pullRequest } = looked;
      const { number } = must(pullRequest, 'a merge gate is about a pull request');
      const seen = await look(before, looked, number, isHinted).catch(() => undefined); // PULL-REQUEST-WATCH-3
      if (seen !== undefined && 'problem' in seen) this.#troubles.set(id, seen.problem);
      else this.#troubles.delete(id);
      const run = this.#watchedRun(id);
      if (run === undefined) return;
      const place = repositoryOf(run, { repository: alias });
      if (seen === undefined || 'problem' in seen || !isNews(run, place, seen)) continue; // PULL-REQUEST-WATCH-1
      // Trouble with the journal is told by the engine itself.
      const command = { type: 'pull-request.see' as const, ...naming(run, place), found: seen };
      await engine.submit(id, command).catch(() => undefined);
    }
  }
}
