// The runs this process knows: their state folded from the journal, and the one way to change it. A command is decided,
// its events are appended, and only then the state moves on. What follows is decided meanwhile, on what is on its way to
// the journal, so that a result and the intents it leads to wait for the disk once.
//
//   RUNS-1. Commands of one run are decided one after another, each on what the one before left, and appended in that order.
//       Whoever sent one hears of it when it is in the journal, and of a refusal when what it rests on is.
//   RUNS-2. A state that breaks an invariant is never appended: the run fails, with its journal intact.
//   RUNS-3. A run is read once and then known: `state` and `begunAt` answer at once after a load. Whoever asks for a load
//       while one is under way gets that one, and what is known of a run never goes back.
//   RUNS-4. `state` is what is in the journal; `ahead` may be more, and nothing is done by it but to decide.
//   RUNS-5. Where an append fails, what was decided on it is forgotten; what was refused is decided anew on what is there.
//   RUNS-6. A run is looked at before it is loaded: one whose events or texts are damaged is not loaded, and that is said.

import type { Command, Refusal } from '../core/commands.ts';
import { isRefusal } from '../core/commands.ts';
import type { Course } from '../core/course.ts';
import { courseOf } from '../core/course.ts';
import { courseAfter } from '../core/decide.ts';
import { courseOnce } from '../core/decide-once.ts';
import type { RunEvent } from '../core/events.ts';
import { followed } from '../core/evolve/evolve.ts';
import type { Identity, Repeat, Taken } from '../core/identity.ts';
import { isRepeat } from '../core/identity.ts';
import { assertInvariants } from '../core/invariants.ts';
import type { Run } from '../core/run.ts';
import { must } from '../core/run.ts';
import type { Appended, Journal } from '../journal/journal.ts';
import type { Intact } from './intact.ts';
import type { Clock } from '../telemetry/clock.ts';
import { decodeRunEvent } from '../views/events/decode.ts';
import { viewOf } from '../views/run/summarise.ts';

export type Submitted = Done | CommandRefused;
export interface Done {
  readonly ok: true;
  readonly events: readonly RunEvent[];
  /** The command was taken before under the same id: these are the events of that time, and nothing was done now. */
  readonly repeated?: true;
}
export interface CommandRefused {
  readonly ok: false;
  readonly refusal: Refusal;
}

/** Somebody else owns the home now: this process must stop. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

interface Known {
  readonly run: Run;
  readonly seq: number;
  /** When each effect in flight was begun. Changed in place, and only by what is in the journal. */
  readonly begunAt: Map<string, number>;
}

/** A decision on its way to the journal, and what the run is when it gets there. */
interface Sent {
  readonly name: number;
  readonly known: Known;
  /** The same for all that were decided on one another: where one of them fails, the others do (RUNS-5). */
  readonly line: object;
  readonly answered: Promise<Appended>;
}

interface Asked {
  readonly command: Command;
  readonly identity: Identity | undefined;
  /** Told at once when it is decided, and not refused: what follows from it can be decided, too. */
  readonly onDecided: (() => void) | undefined;
  readonly tries: number;
}

const conflictsMax = 8;

export class Runs {
  readonly #journal: Journal;
  readonly #clock: Clock;
  readonly #followed: typeof followed;
  readonly #intact: Intact | undefined;
  readonly #known = new Map<string, Known>();
  readonly #sent = new Map<string, Sent>();
  /** Runs whose stream somebody else moved. */
  readonly #stale = new Set<string>();
  readonly #loading = new Map<string, Promise<Known | undefined>>();
  readonly #queues = new Map<string, Promise<unknown>>();
  #names = 0;
  readonly #listeners = new Set<(run: string, events: readonly RunEvent[]) => void>();

  /** Whoever reads the same stream again and again gives a step of the fold that remembers; `intact` looks at what is loaded. */
  constructor(journal: Journal, clock: Clock, follow = followed, intact?: Intact) {
    this.#journal = journal;
    this.#clock = clock;
    this.#followed = follow;
    this.#intact = intact;
  }

  /** Called after every append, with what was appended. */
  onEvents(listener: (run: string, events: readonly RunEvent[]) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** RUNS-3: the run as it is now, read from the journal where it is not known yet; undefined where there is none. */
  async load(id: string): Promise<Run | undefined> {
    const known = this.#known.get(id) ?? (await this.#load(id));
    return known?.run;
  }

  /** What is known of a run: undefined before its load and after it was forgotten. */
  state(id: string): Run | undefined {
    return this.#known.get(id)?.run;
  }

  /** RUNS-4: as it will be when everything that was decided is in the journal. */
  ahead(id: string): Run | undefined {
    return this.#newest(id)?.run;
  }

  /** Waits until nothing that was decided is on its way any more. */
  async settledIn(id: string): Promise<void> {
    for (let sent = this.#sent.get(id); sent !== undefined; sent = this.#sent.get(id)) await arrived(sent);
  }

  /** How many events a run has; none before its load. */
  seq(id: string): number {
    return this.#known.get(id)?.seq ?? 0;
  }

  begunAt(id: string, key: string): number | undefined {
    return this.#known.get(id)?.begunAt.get(key);
  }

  /** Lets a run that has ended go from memory; the next load folds it again. */
  forget(id: string): void {
    this.#known.delete(id);
    this.#intact?.forget(streamOf(id));
  }

  /** RUNS-6, once more and for what came since: before something of a run is seen outside. */
  async check(id: string): Promise<void> {
    await this.settledIn(id);
    await this.#intact?.check(streamOf(id));
    await this.#checkShared(this.state(id));
  }

  /** What it shares with other runs: what was trusted and claimed in the home, and what is remembered of its repositories. */
  async #checkShared(run: Run | undefined): Promise<void> {
    const repositories = run?.repositories.map(({ repository }) => `repository/${repository}`) ?? [];
    for (const stream of ['home', ...repositories]) await this.#intact?.check(stream);
  }

  /** RUNS-1. What comes from outside has an identity that its sender gave it (`core/identity.ts`). */
  submit(id: string, command: Command, identity?: Identity, onDecided?: () => void): Promise<Submitted> {
    const asked = { command, identity, onDecided, tries: 1 };
    const known = this.#queues.has(id) ? undefined : this.#newest(id);
    try {
      return known === undefined ? this.#inTurn(id, asked) : this.#decide(id, known, asked);
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Where the run has to be read first, whoever comes meanwhile waits behind. */
  async #inTurn(id: string, asked: Asked): Promise<Submitted> {
    const before = this.#queues.get(id) ?? Promise.resolve();
    const mine = before.then(async () => {
      if (this.#stale.delete(id)) await this.#read(id);
      const known = this.#newest(id) ?? (await this.#load(id));
      return { answer: this.#decide(id, known, asked) }; // in an object: the next one waits for the decision alone
    });
    const leave = (): void => {
      if (this.#queues.get(id) === turn) this.#queues.delete(id);
    };
    const turn = mine.then(leave, leave);
    this.#queues.set(id, turn);
    const { answer } = await mine;
    return answer;
  }

  /** Passes on promises instead of awaiting them: every event comes through here. */
  #decide(id: string, known: Known | undefined, asked: Asked): Promise<Submitted> {
    const at = this.#clock.now();
    const before = this.#sent.get(id);
    const decision = decided(known, asked, at);
    if (isRefusal(decision) || isRepeat(decision)) return this.#unmoved(id, { decision, before, asked });
    const course = kept(known?.run, decision, at);
    const next = movedOn(known, course);
    const name = (this.#names += 1);
    const appending = this.#journal.append({
      stream: streamOf(id),
      after: known?.seq ?? 0,
      name,
      ...(before === undefined ? {} : { follows: before.name }),
      at,
      events: course.events,
      view: () => viewOf(next.run, at),
    });
    const answered = before === undefined ? appending : inOrder(before, appending);
    const sent: Sent = { name, known: next, line: before?.line ?? {}, answered };
    this.#sent.set(id, sent);
    asked.onDecided?.();
    return this.#recorded(id, { sent, events: course.events, at, asked });
  }

  /** RUNS-5. Nothing is appended for it, but what it rests on may still be on its way. */
  async #unmoved(
    id: string,
    { decision, before, asked }: { decision: Refusal | Repeat; before: Sent | undefined; asked: Asked },
  ): Promise<Submitted> {
    if (before !== undefined && !(await arrived(before))) return this.#again(id, asked);
    return isRefusal(decision)
      ? { ok: false, refusal: decision }
      : { ok: true, events: await this.#eventsOf(id, decision.repeats), repeated: true };
  }

  /** Of the course no more than its events is held on to while the disk is waited for: states on the way weigh more. */
  async #recorded(
    id: string,
    { sent, events, at, asked }: { sent: Sent; events: readonly RunEvent[]; at: number; asked: Asked },
  ): Promise<Submitted> {
    let appended: Appended;
    try {
      appended = await sent.answered;
    } catch (error) {
      this.#dropLine(id, sent);
      throw error;
    }
    if (appended.ok) {
      for (const event of events) note(sent.known.begunAt, event, at);
      this.#known.set(id, sent.known);
      if (this.#sent.get(id) === sent) this.#sent.delete(id);
      for (const listener of this.#listeners) listener(id, events);
      return { ok: true, events };
    }
    const isFirst = this.#dropLine(id, sent);
    if (appended.refused === 'fenced') {
      throw new Fenced(`another process took over this home (epoch ${appended.epoch})`);
    }
    if (isFirst) this.#stale.add(id);
    return this.#again(id, asked);
  }

  /** RUNS-5. Whether nobody else of its line did it before. */
  #dropLine(id: string, { line }: Sent): boolean {
    const isOurs = this.#sent.get(id)?.line === line;
    if (isOurs) this.#sent.delete(id);
    return isOurs;
  }

  #again(id: string, asked: Asked): Promise<Submitted> {
    if (asked.tries < conflictsMax) return this.#inTurn(id, { ...asked, tries: asked.tries + 1 });
    throw new Error(`invariant: the journal of run ${id} moved ${conflictsMax} times under its owner`);
  }

  #newest(id: string): Known | undefined {
    return this.#sent.get(id)?.known ?? this.#known.get(id);
  }

  async #eventsOf(id: string, { first, last }: Taken): Promise<readonly RunEvent[]> {
    const recorded = await this.#journal.read(streamOf(id), first - 1);
    return recorded.slice(0, last - first + 1).map((item) => decodeRunEvent(item.event));
  }

  /** RUNS-3. */
  #load(id: string): Promise<Known | undefined> {
    const loading = this.#loading.get(id) ?? this.#read(id).finally(() => this.#loading.delete(id));
    this.#loading.set(id, loading);
    return loading;
  }

  async #read(id: string): Promise<Known | undefined> {
    await this.#intact?.check(streamOf(id)); // RUNS-6
    const recorded = await this.#journal.read(streamOf(id));
    const begunAt = new Map<string, number>();
    let run: Run | undefined;
    for (const item of recorded) {
      const event = decodeRunEvent(item.event);
      run = this.#followed(run, event, item.at);
      note(begunAt, event, item.at);
    }
    const known = this.#known.get(id);
    await this.#checkShared(run);
    if (run === undefined || (known !== undefined && known.seq >= recorded.length)) return known;
    const found = { run, seq: recorded.length, begunAt };
    this.#known.set(id, found);
    return found;
  }
}

export function streamOf(run: string): string {
  return `run/${run}`;
}

function movedOn(known: Known | undefined, { events, states }: Course): Known {
  const run = must(states.at(-1), 'a decision has at least one event');
  return {
    run,
    seq: (known?.seq ?? 0) + events.length,
    begunAt: known?.begunAt ?? new Map<string, number>(),
  };
}

/** Answers may come in any order; they are heard in the order of the questions. */
async function inOrder(before: Sent, appending: Promise<Appended>): Promise<Appended> {
  appending.catch(() => undefined); // heard below, but maybe not yet
  await arrived(before);
  return appending;
}

/** Whether it got there. Never fails: whoever sent it hears of that. */
function arrived({ answered }: Sent): Promise<boolean> {
  return answered.then(
    ({ ok }) => ok,
    () => false,
  );
}

function note(begunAt: Map<string, number>, event: RunEvent, at: number): void {
  if (event.type === 'effect.begun') begunAt.set(event.effect.key, at);
  if (event.type === 'effect.ended') begunAt.delete(event.key);
}

/** RUNS-2: a decision that breaks is the end of its run, and of no other. */
function decided(
  known: Known | undefined,
  { command, identity }: Asked,
  at: number,
): ReturnType<typeof courseOnce> {
  const run = known?.run;
  try {
    return identity === undefined
      ? courseAfter(run, command, at)
      : courseOnce(run, command, at, { ...identity, seq: known?.seq ?? 0 });
  } catch (error) {
    if (run === undefined || run.ended !== undefined) throw error;
    return failedBy(error, run, at);
  }
}

/** RUNS-2: the course as it will be appended; a broken invariant turns it into the end of the run. */
function kept(from: Run | undefined, course: Course, at: number): Course {
  try {
    let before = from;
    for (const run of course.states) {
      assertInvariants(run, before);
      before = run;
    }
    return course;
  } catch (error) {
    if (from === undefined) throw error;
    return failedBy(error, from, at);
  }
}

function failedBy(error: unknown, run: Run, at: number): Course {
  return courseOf(run, [{ type: 'run.failed', because: String(error).slice(0, 500) }], at);
}
