// Watches the pull requests of runs that wait at their merge gate: somebody may merge, close or push to one elsewhere.
//
//   PULL-REQUEST-WATCH-1. A look is only a look: nothing is recorded of it unless it found something new.
//   PULL-REQUEST-WATCH-2. Nobody stays for it: a run that is only watched is at rest. Whoever takes it up later looks at once.
//   PULL-REQUEST-WATCH-3. A forge that does not answer is asked again the next time; no number of failures stops a run.

import type { Seen } from '../core/effects.ts';
import type { Run } from '../core/run.ts';
import { must, naming, repositoryOf } from '../core/run.ts';
import { isNews, isWatched } from '../core/stages/triage.ts';
import type { Clock } from '../telemetry/clock.ts';
import type { Engine } from './engine.ts';
import type { Runs } from './runs.ts';

export interface WatchParts {
  readonly engine: Pick<Engine, 'submit'>;
  readonly runs: Runs;
  readonly clock: Clock;
  /** Undefined where the forge does not answer. */
  readonly inspect: (run: Run, repository: string, number: number) => Promise<Seen | undefined>;
}

export class PullRequestWatch {
  readonly #parts: WatchParts;
  readonly #stopping = new AbortController();
  readonly #watched = new Map<string, Promise<void>>();

  constructor(parts: WatchParts) {
    this.#parts = parts;
    parts.runs.onEvents((run, events) => {
      if (events.some((event) => event.type === 'gate.opened' && event.request.kind === 'merge')) {
        this.#watch(run);
      }
    });
  }

  /** Looks at those of these runs that wait at their merge gate, and goes on watching them. */
  async takeUp(runs: readonly string[]): Promise<void> {
    await Promise.all(runs.map((run) => this.#look(run)));
    for (const run of runs) this.#watch(run);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#watched.values());
  }

  #watch(run: string): void {
    if (this.#watched.has(run) || this.#waiting(run) === undefined) return;
    this.#watched.set(
      run,
      this.#looks(run).finally(() => this.#watched.delete(run)),
    );
  }

  /** From time to time, as long as the run waits and the process is there. */
  async #looks(run: string): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#stopping;
    for (let waiting = this.#waiting(run); waiting !== undefined; waiting = this.#waiting(run)) {
      await clock.until(clock.now() + waiting.policy.pollMs, signal);
      await this.#look(run);
    }
  }

  #waiting(id: string): Run | undefined {
    if (this.#stopping.signal.aborted) return undefined;
    const run = this.#parts.runs.state(id);
    return run !== undefined && isWatched(run) ? run : undefined;
  }

  async #look(id: string): Promise<void> {
    const { engine, inspect, runs } = this.#parts;
    await runs.load(id).catch(() => undefined); // whoever drives it says what is wrong with it
    const before = this.#waiting(id);
    if (before === undefined) return;
    for (const { alias, repository, pullRequest } of before.repositories) {
      const { number } = must(pullRequest, 'a merge gate is about a pull request');
      const seen = await inspect(before, repository, number).catch(() => undefined); // PULL-REQUEST-WATCH-3
      const run = this.#waiting(id);
      if (run === undefined) return;
      const place = repositoryOf(run, { repository: alias });
      if (seen === undefined || !isNews(run, place, seen)) continue; // PULL-REQUEST-WATCH-1
      // Trouble with the journal is told by the engine itself.
      const command = { type: 'pull-request.see' as const, ...naming(run, place), found: seen };
      await engine.submit(id, command).catch(() => undefined);
    }
  }
}
