// The budget of a day, over all runs of a home: what was used is read out of the journal, so a crash forgets nothing.
//   DAY-BUDGET-1. Asked before the intent, one launch after the other, and what was let through and is not begun yet counts: two
//       launches do not pass a cap together.
//   DAY-BUDGET-2. A run that waits for another day goes on when it comes, if its process is there, and else with the next command.
//   DAY-BUDGET-4. What a person raises in one run is read out of the journal too, and moves the others that wait for it (DAY-3), also in
//       a process that begins later on that day.
//   DAY-BUDGET-3. A launch counts in the day it was begun, its cost in the day it ended.

import type { ScopedCap, Spend } from '../core/budget/budget.ts';
import { capReached, capsOf, charged, nothingSpent } from '../core/budget/budget.ts';
import type { DayRaise } from '../core/budget/day.ts';
import { capsAfter, limitNow } from '../core/budget/day.ts';
import type { Command } from '../core/commands.ts';
import type { Effect } from '../core/effects.ts';
import { isLaunch } from '../core/effects.ts';
import { effectsDue } from '../core/effects-due.ts';
import type { RunEvent } from '../core/events.ts';
import type { Run } from '../core/run.ts';
import type { Journal } from '../journal/journal.ts';
import { JournalDamaged } from '../journal/journal.ts';
import type { Clock } from '../telemetry/clock.ts';
import { InTurn } from '../telemetry/in-turn.ts';
import { decodeRunEvent } from '../views/events/decode.ts';
import type { Engine } from './engine.ts';
import type { Runs } from './runs.ts';

export interface DayParts {
  readonly journal: Pick<Journal, 'read' | 'summaries'>;
  readonly runs: Pick<Runs, 'load' | 'state' | 'onEvents'>;
  /** The clock of the journal. */
  readonly clock: Pick<Clock, 'now'>;
  /** The clock that is waited on. */
  readonly waiting: Pick<Clock, 'now' | 'until'>;
}

interface Read {
  readonly seq: number;
  readonly spend: Spend;
  /** Keys of launches that were begun on this day, and of those before it that have not ended. */
  readonly today: ReadonlySet<string>;
  readonly before: ReadonlySet<string>;
  /** What a person raised on this day. */
  readonly raises: readonly RaiseAt[];
}

type RaiseAt = DayRaise & { readonly at: number };

const nothingRead: Read = { seq: 0, spend: nothingSpent, today: new Set(), before: new Set(), raises: [] };

/** What all runs did on a day. */
interface Today {
  readonly spent: Spend;
  readonly raises: readonly DayRaise[];
}

/** A run that another day lets go on. */
export interface AwaitsDay {
  readonly run: string;
  readonly until: number;
}

export class DayBudget {
  readonly #parts: DayParts;
  readonly #stopping = new AbortController();
  readonly #read = new Map<string, Read>();
  readonly #admitted = new Map<string, { readonly run: string; readonly key: string }>();
  readonly #turns = new InTurn();
  /** Runs that were seen to wait; some may wait no more. */
  readonly #waiting = new Set<string>();
  #raising: Promise<void> = Promise.resolve();
  #day = '';
  #midnight: Promise<void> | undefined;
  #rings = false;
  #alarm: () => void = () => undefined; // nobody watches yet

  constructor(parts: DayParts) {
    this.#parts = parts;
  }

  /** What the run is told instead of launching, where the day cannot pay for it (DAY-BUDGET-1). */
  async instead(run: Run, effect: Effect): Promise<Command | undefined> {
    if (!isLaunch(effect.kind) || Object.keys(capsOf(run.budget, 'day')).length === 0) return undefined;
    // A cap that was raised while others had their turn counts as it is by then.
    return this.#turns.take(() => this.#asked(this.#parts.runs.state(run.id) ?? run, effect));
  }

  async #asked(run: Run, effect: Effect): Promise<Command | undefined> {
    const own = capsOf(run.budget, 'day');
    const name = `${run.id} ${effect.key}`;
    this.#admitted.delete(name); // asked again, it does not count against itself
    const at = this.#parts.clock.now();
    const { spent, raises } = await this.#today(at);
    const caps = capsAfter(own, raises);
    const cap = capReached(spent, caps, run.budget.reserveUsd);
    if (cap === undefined) {
      this.#admitted.set(name, { run: run.id, key: effect.key });
      return undefined;
    }
    const limit = caps[cap];
    const raised = limit === undefined || limit === own[cap] ? {} : { limit };
    return { type: 'launch.refuse', key: effect.key, reached: { day: dayOf(at), cap, spent, ...raised } };
  }

  /** DAY-BUDGET-2: lets the runs go on that waited for this day, and looks again at midnight for the others. */
  async takeUp(engine: Pick<Engine, 'submit'>, runs: readonly string[]): Promise<void> {
    const day = dayOf(this.#parts.clock.now());
    for (const id of runs) {
      const run = await this.#parts.runs.load(id).catch(() => undefined); // one that is damaged waits for nothing
      if (run?.day === undefined) continue;
      if (run.day.day < day) await engine.submit(id, { type: 'day.pass', day });
      else await this.#waitsOn(engine, run, run.day.cap);
    }
  }

  /** It began to wait in an earlier process, or somebody raised the cap meanwhile (DAY-BUDGET-4). */
  async #waitsOn(engine: Pick<Engine, 'submit'>, run: Run, cap: ScopedCap): Promise<void> {
    this.#waiting.add(run.id);
    this.#alarm();
    const at = this.#parts.clock.now();
    const { raises } = await this.#turns.take(() => this.#today(at));
    const { [cap]: to = 0 } = capsAfter(capsOf(run.budget, 'day'), raises);
    if (to > limitNow(run, { cap, scope: 'day' }))
      await engine.submit(run.id, { type: 'day.raise', day: dayOf(at), cap, to });
  }

  /** DAY-BUDGET-2: from now on, whenever a run begins to wait. */
  watch(engine: Pick<Engine, 'submit'>, openRuns: () => Promise<readonly string[]>): void {
    this.#alarm = () => {
      this.#rings = true;
      this.#midnight ??= this.#tomorrow(engine, openRuns);
    };
    this.#parts.runs.onEvents((run, events) => {
      if (events.some((event) => event.type === 'day.reached')) {
        this.#waiting.add(run);
        this.#alarm();
      }
      if (events.some((event) => event.type === 'budget.raised' && event.ofDay !== undefined)) {
        this.#raising = this.#raising.then(() => this.#raised(engine, openRuns));
      }
    });
  }

  /** DAY-BUDGET-4. */
  async #raised(engine: Pick<Engine, 'submit'>, openRuns: () => Promise<readonly string[]>): Promise<void> {
    // Trouble with the journal is told by the engine itself.
    if (!this.#stopping.signal.aborted) await this.#takeUpAll(engine, openRuns).catch(() => undefined);
  }

  /** The runs that wait for it, and would not go on by themselves without this process. */
  awaited(): readonly AwaitsDay[] {
    const until = nextDayAt(this.#parts.waiting.now());
    return [...this.#waiting].flatMap((id) => {
      const run = this.#parts.runs.state(id);
      if (run?.day === undefined || run.ended !== undefined) this.#waiting.delete(id);
      else if (!run.paused && run.blocked === undefined) return [{ run: id, until }];
      return [];
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all([this.#midnight, this.#raising]);
  }

  async #tomorrow(engine: Pick<Engine, 'submit'>, openRuns: () => Promise<readonly string[]>): Promise<void> {
    const { waiting } = this.#parts;
    const { signal } = this.#stopping;
    while (this.#rings && !signal.aborted) {
      await waiting.until(nextDayAt(waiting.now()), signal);
      this.#rings = false; // who begins to wait while the others are taken up waits for another midnight
      // Trouble with the journal is told by the engine itself.
      if (!signal.aborted) await this.#takeUpAll(engine, openRuns).catch(() => undefined);
    }
    this.#midnight = undefined;
  }

  async #takeUpAll(
    engine: Pick<Engine, 'submit'>,
    openRuns: () => Promise<readonly string[]>,
  ): Promise<void> {
    await this.takeUp(engine, await openRuns());
  }

  async #today(at: number): Promise<Today> {
    const day = dayOf(at);
    if (day !== this.#day) this.#read.clear();
    this.#day = day;
    const since = dayBeganAt(at);
    const { journal, runs } = this.#parts;
    // Before the journal is read: what has ended by now is found there, and what ends meanwhile still counts here.
    for (const [name, { run, key }] of this.#admitted) {
      if (!isDue(runs.state(run), key)) this.#admitted.delete(name);
    }
    const ofToday = (await journal.summaries()).filter((summary) => summary.updatedAt >= since);
    const read = await Promise.all(ofToday.map(({ run }) => this.#readOn(run, since)));
    const begun = new Set(read.flatMap((item) => [...item.today]));
    for (const name of this.#admitted.keys()) if (begun.has(name)) this.#admitted.delete(name);
    const launches = read.reduce((sum, item) => sum + item.spend.launches, this.#admitted.size);
    const spent = { ...read.reduce((sum, item) => added(sum, item.spend), nothingSpent), launches };
    return { spent, raises: read.flatMap((item) => item.raises).toSorted((a, b) => a.at - b.at) };
  }

  async #readOn(run: string, since: number): Promise<Read> {
    let read = this.#read.get(run) ?? nothingRead;
    try {
      for (const { seq, at, event } of await this.#parts.journal.read(`run/${run}`, read.seq)) {
        read = { ...counted(read, run, { at, event: decodeRunEvent(event) }, at >= since), seq };
      }
    } catch (error) {
      if (!(error instanceof JournalDamaged)) throw error; // what a damaged run spent is not known, and no reason to stop the others
    }
    this.#read.set(run, read);
    return read;
  }
}

/** DAY-BUDGET-3. */
function counted(
  read: Read,
  run: string,
  { at, event }: { readonly at: number; readonly event: RunEvent },
  isToday: boolean,
): Read {
  if (event.type === 'budget.raised' && event.ofDay !== undefined && isToday) {
    return { ...read, raises: [...read.raises, { ...event.ofDay, at }] };
  }
  if (event.type === 'effect.begun' && isLaunch(event.effect.kind)) {
    const name = `${run} ${event.effect.key}`;
    if (!isToday) return { ...read, before: new Set([...read.before, name]) };
    const spend = { ...read.spend, launches: read.spend.launches + 1 };
    return { ...read, spend, today: new Set([...read.today, name]) };
  }
  if (event.type !== 'effect.ended' || !isToday) return read;
  const name = `${run} ${event.key}`;
  const isOurs = read.today.has(name);
  if (!isOurs && !read.before.has(name)) return read; // not a launch
  const spend = charged(read.spend, event.charge ?? { agentMs: 0 });
  return { ...read, spend: isOurs ? spend : { ...spend, ended: read.spend.ended } };
}

function added(one: Spend, other: Spend): Spend {
  return {
    launches: one.launches + other.launches,
    ended: one.ended + other.ended,
    usd: one.usd + other.usd,
    launchesWithoutUsd: one.launchesWithoutUsd + other.launchesWithoutUsd,
    tokens: one.tokens + other.tokens,
    agentMs: one.agentMs + other.agentMs,
    roles: {},
  };
}

function isDue(run: Run | undefined, key: string): boolean {
  return run !== undefined && effectsDue(run).some((effect) => effect.key === key);
}

/** A day as the person at this machine calls it: it begins at their midnight. */
export function dayOf(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function dayBeganAt(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

function nextDayAt(at: number): number {
  return new Date(at).setHours(24, 0, 0, 0);
}
