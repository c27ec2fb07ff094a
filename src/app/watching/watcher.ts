// Tells what happens to a run, an item an event, and after it the words of whoever is at work. It only looks.
//
// Invariants
//   WATCHER-1. What happened before the first look is not told again, but for the last of it; who is at work then is told
//       from the beginning.
//   WATCHER-2. The words of an agent stand before what came of them.

import { forTerminal } from '../../screening/terminal.ts';
import type { LaunchEntry } from '../../views/run/logs.ts';
import { logsOf } from '../../views/run/logs.ts';
import { timeWaits } from '../../views/run/waits.ts';
import type { ToldEvent } from '../home/reader.ts';
import { waitWords } from '../words/wait-words.ts';
import type { SaidLine, Tracked } from './track.ts';
import type { Unread } from './unread.ts';
import type { Watch } from './watch.ts';

/** What happened, or what somebody at work said. */
export type Sight =
  | ({ readonly type: 'event' } & SaidLine)
  | { readonly type: 'words'; readonly who: string; readonly line: string };

export class Watcher {
  readonly #watch: Watch;
  readonly #unread: Unread;
  readonly #events: ToldEvent[] = [];
  #launches: ReadonlyMap<string, LaunchEntry> = new Map();

  constructor(watch: Watch, unread: Unread) {
    this.#watch = watch;
    this.#unread = unread;
  }

  get tracked(): Tracked | undefined {
    return this.#watch.tracked;
  }

  /** When the last of its events happened. */
  get lastAt(): number | undefined {
    return this.#events.at(-1)?.at;
  }

  /** WATCHER-1. */
  async begin(now: number): Promise<readonly Sight[]> {
    this.#take((await this.#watch.steps()).map(({ told }) => told));
    for (const entry of this.#launches.values()) if (entry.ended !== undefined) this.#unread.skip(entry);
    const { last, run, waits } = this.tracked ?? {};
    const left = run === undefined || waits === undefined ? [] : timeWaits(run, waits);
    return [
      ...(last === undefined ? [] : [{ type: 'event' as const, ...last }]),
      ...left.map((wait) => ({ type: 'event' as const, at: now, words: waitWords(wait, now) })),
    ];
  }

  async *look(): AsyncGenerator<Sight, void> {
    const steps = await this.#watch.steps();
    this.#take(steps.map(({ told }) => told));
    for (const { told, said } of steps) {
      if (told.event.type === 'effect.ended') yield* this.#hear(told.event.key); // WATCHER-2
      if (said !== undefined) yield { type: 'event', ...said };
    }
    for (const { key } of this.tracked?.run.inFlight ?? []) yield* this.#hear(key);
  }

  #take(events: readonly ToldEvent[]): void {
    if (events.length === 0) return;
    this.#events.push(...events);
    const launches = logsOf(this.#events).filter((entry) => entry.type === 'launch');
    this.#launches = new Map(launches.map((entry) => [entry.key, entry]));
  }

  async *#hear(key: string): AsyncGenerator<Sight, void> {
    const entry = this.#launches.get(key);
    if (entry === undefined) return;
    const who = whoSpeaks(entry);
    for (let more = true; more;) {
      const news = await this.#unread.next(entry);
      const lines = news?.text.split('\n').filter((line) => line.trim() !== '') ?? [];
      for (const line of lines) yield { type: 'words', who, line };
      more = news?.more ?? false;
    }
  }
}

/** The task it works on, the role it plays, or both. */
function whoSpeaks({ effect }: LaunchEntry): string {
  const { task } = effect.input;
  const role = effect.kind === 'ask' ? effect.input.role : undefined;
  return forTerminal([task, role].filter((word) => word !== undefined).join(' '));
}
