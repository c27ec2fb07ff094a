// Tells what happens to a run, a line an event, and under it the words of whoever is at work. It only looks.
//
// Invariants
//   V1. What happened before the first look is not told again, but for the last of it; who is at work then is told
//       from the beginning.
//   V2. The words of an agent stand before what came of them.

import type { ToldEvent } from '../app/reader.ts';
import { forTerminal } from '../screening/terminal.ts';
import type { LaunchEntry } from '../views/run/logs.ts';
import { logsOf } from '../views/run/logs.ts';
import { timeWaits } from '../views/run/waits.ts';
import type { Io } from './command.ts';
import type { Said, Tracked } from './progress/track.ts';
import type { Watch } from './progress/watch.ts';
import type { Unread } from './unread.ts';
import { waitWords } from '../app/words/wait-words.ts';
import { timeOfDay } from '../views/words/words.ts';

export class Watcher {
  readonly #io: Pick<Io, 'err'>;
  readonly #watch: Watch;
  readonly #unread: Unread;
  readonly #events: ToldEvent[] = [];
  #launches: ReadonlyMap<string, LaunchEntry> = new Map();

  constructor(io: Pick<Io, 'err'>, watch: Watch, unread: Unread) {
    this.#io = io;
    this.#watch = watch;
    this.#unread = unread;
  }

  get tracked(): Tracked | undefined {
    return this.#watch.tracked;
  }

  /** V1. */
  async begin(now: number): Promise<void> {
    this.#take((await this.#watch.steps()).map(({ told }) => told));
    for (const entry of this.#launches.values()) if (entry.ended !== undefined) this.#unread.skip(entry);
    if (this.tracked?.last !== undefined) this.#say(this.tracked.last);
    const waits = this.tracked === undefined ? [] : timeWaits(this.tracked.run, this.tracked.waits);
    for (const wait of waits) this.#say({ at: now, words: waitWords(wait, now) });
  }

  async look(): Promise<void> {
    const steps = await this.#watch.steps();
    this.#take(steps.map(({ told }) => told));
    for (const { told, said } of steps) {
      if (told.event.type === 'effect.ended') await this.#hear(told.event.key); // V2
      if (said !== undefined) this.#say(said);
    }
    for (const { key } of this.tracked?.run.inFlight ?? []) await this.#hear(key);
  }

  #take(events: readonly ToldEvent[]): void {
    if (events.length === 0) return;
    this.#events.push(...events);
    const launches = logsOf(this.#events).filter((entry) => entry.type === 'launch');
    this.#launches = new Map(launches.map((entry) => [entry.key, entry]));
  }

  async #hear(key: string): Promise<void> {
    const entry = this.#launches.get(key);
    const news = entry === undefined ? undefined : await this.#unread.next(entry);
    if (entry === undefined || news === undefined) return;
    const who = whoSpeaks(entry);
    const lines = news.text.split('\n').filter((line) => line.trim() !== '');
    for (const line of lines) this.#io.err(`  ${who} | ${line}\n`);
  }

  #say({ at, words }: Said): void {
    this.#io.err(`${timeOfDay(at)}  ${words}\n`);
  }
}

/** The task it works on, the role it plays, or both. */
function whoSpeaks({ effect }: LaunchEntry): string {
  const { task } = effect.input;
  const role = effect.kind === 'ask' ? effect.input.role : undefined;
  return forTerminal([task, role].filter((word) => word !== undefined).join(' '));
}
