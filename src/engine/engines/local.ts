// The engine of one machine: it drives the generators of every open run in this process.

import type { Command } from '../../core/commands.ts';
import type { Effect } from '../../core/effects.ts';
import { isLaunch } from '../../core/effects.ts';
import type { Identity } from '../../core/identity.ts';
import type { Run } from '../../core/run.ts';
import { must } from '../../core/run.ts';
import type { EffectContext, Effects } from '../../effects/effect.ts';
import { Bell } from '../bell.ts';
import type { BoundaryHook, Engine } from '../engine.ts';
import { deliversCommits, reachesOutside } from '../intact.ts';
import type { Turn } from '../loop.ts';
import { loop } from '../loop.ts';
import type { PerformStep, StepAnswer } from '../perform.ts';
import { perform } from '../perform.ts';
import type { Runs, Submitted } from '../runs.ts';
import { Slots } from '../slots.ts';

export interface LocalEngineParts {
  readonly runs: Runs;
  readonly effects: Effects;
  /** Runs that have not ended, by the journal. */
  readonly openRuns: () => Promise<readonly string[]>;
  /** What a run is told instead of an intent, where something that no run knows is in the way of a launch. */
  readonly instead?: (run: Run, effect: Effect) => Promise<Command | undefined>;
  /** Throws where the commits of a run cannot be read. */
  readonly storesOf?: (run: Run) => Promise<void>;
  readonly onBoundary?: BoundaryHook;
  /** Told once when something happened that no run can be blamed for: the journal is gone, somebody took over. */
  readonly onTrouble: (error: unknown) => void;
}

export function localEngine(parts: LocalEngineParts): Engine {
  return new LocalEngine(parts);
}

/** One run being driven: what of it is at work in this process, and how to wake its loop. */
interface Driven {
  readonly atWork: Map<string, AtWork>;
  readonly bell: Bell;
  readonly done: Promise<void>;
}

interface AtWork {
  readonly controller: AbortController;
  /** Its end is decided and on its way to the journal: nothing is left to be cancelled. */
  isOver: boolean;
}

class LocalEngine implements Engine {
  readonly #parts: LocalEngineParts;
  readonly #driven = new Map<string, Driven>();
  readonly #slots: Slots;
  /** How many slots each run that was looked at has for itself, and the most of them. */
  readonly #wishes = new Map<string, number>();
  #most = 1;
  #stopping = false;
  /** Runs of which nothing more is begun for now. */
  readonly #stopped = new Set<string>();
  /** Runs that are not what was written, as long as somebody still works on them. */
  readonly #damaged = new Set<string>();
  /** Runs that nobody asked to be moved: what a person took is handed out, and nothing else is begun. */
  readonly #handing = new Set<string>();
  #troubled = false;

  constructor(parts: LocalEngineParts) {
    this.#parts = parts;
    // A home has as many slots as the run with most: none gets fewer for being alone, all together get no more.
    // One that is still being read counts from its first look on.
    this.#slots = new Slots(
      () => this.#most,
      (run) => this.#state(run).startedAt,
    );
  }

  async submit(run: string, command: Command, sent?: Identity): Promise<Submitted> {
    try {
      const submitted = await this.#parts.runs.submit(run, command, sent);
      if (submitted.ok) this.#after(run, command);
      return submitted;
    } catch (error) {
      // Whether the events are in the journal is not known now: the next owner reads them and goes on from there.
      if (!isDamaged(error)) this.#trouble(error);
      throw error;
    }
  }

  /** An order to move it is one to work on it; a person's note waits for one, and so does all but the task they take. */
  #after(run: string, { type }: Command): void {
    if (type === 'run.tell') this.#driven.get(run)?.bell.ring();
    else if (type === 'task.take') this.#drive(run, 'hand-outs');
    else this.#drive(run);
  }

  readonly handOut = (run: string): void => this.#drive(run, 'hand-outs');

  async recover(only?: string): Promise<readonly string[]> {
    const open = (await this.#parts.openRuns()).filter((run) => only === undefined || run === only);
    for (const run of open) this.#drive(run);
    return open;
  }

  async settled(run: string): Promise<void> {
    for (let driven = this.#driven.get(run); driven !== undefined; driven = this.#driven.get(run)) {
      await driven.done;
    }
  }

  async idle(): Promise<void> {
    while (this.#driven.size > 0) await Promise.all([...this.#driven.values()].map((item) => item.done));
  }

  /** Handed on by itself. */
  readonly driven = (): readonly string[] =>
    [...this.#driven.keys()].filter((run) => !this.#handing.has(run));

  async stopRun(run: string): Promise<void> {
    const driven = this.#driven.get(run);
    if (driven === undefined) return;
    this.#stopped.add(run);
    for (const { controller } of driven.atWork.values()) controller.abort();
    driven.bell.ring();
    await driven.done;
    this.#stopped.delete(run);
  }

  async stop(): Promise<void> {
    this.#halt();
    await this.idle();
  }

  #halt(): void {
    this.#stopping = true;
    for (const driven of this.#driven.values()) {
      for (const { controller } of driven.atWork.values()) controller.abort();
      driven.bell.ring();
    }
  }

  /** A run whose data is damaged stops where it is, and the others go on; anything else is everybody's trouble. */
  #failed(run: string, error: unknown): void {
    if (!isDamaged(error)) {
      this.#trouble(error);
      return;
    }
    if (!this.#damaged.has(run)) this.#parts.onTrouble(error);
    this.#damaged.add(run);
    const driven = this.#driven.get(run);
    for (const { controller } of driven?.atWork.values() ?? []) controller.abort();
    driven?.bell.ring();
  }

  /** Nothing more can be recorded: every run stays as the journal has it, for the next owner to take up. */
  #trouble(error: unknown): void {
    if (!this.#troubled) this.#parts.onTrouble(error);
    this.#troubled = true;
    this.#halt();
  }

  #drive(run: string, what: 'all' | 'hand-outs' = 'all'): void {
    const driven = this.#driven.get(run);
    if (what === 'all') this.#handing.delete(run);
    else if (driven === undefined) this.#handing.add(run);
    if (driven !== undefined) {
      driven.bell.ring();
      return;
    }
    if (this.#isStopping(run)) {
      this.#handing.delete(run);
      return;
    }
    const bell = new Bell();
    const atWork = new Map<string, AtWork>();
    const done = this.#parts.runs
      .load(run) // from here on its state is in memory, until it is forgotten below
      // Where there is none, whoever named it meant another one, and the others are not to suffer for it.
      .then((state) => (state === undefined ? undefined : this.#takenUp(run, atWork, bell)))
      .catch((error: unknown) => this.#failed(run, error))
      .finally(() => {
        this.#driven.delete(run);
        const isDamage = this.#damaged.delete(run);
        const isHanding = this.#handing.delete(run);
        this.#slots.forgets(run);
        this.#wishes.delete(run);
        this.#most = Math.max(1, ...this.#wishes.values());
        this.#wake();
        if (isDamage || this.#parts.runs.state(run)?.ended !== undefined) this.#parts.runs.forget(run);
        // A command that came in after the loop's last look must not be left lying.
        if (bell.rung && !isDamage) this.#drive(run, isHanding ? 'hand-outs' : 'all');
      });
    this.#driven.set(run, { atWork, bell, done });
  }

  async #takenUp(run: string, atWork: Map<string, AtWork>, bell: Bell): Promise<void> {
    await this.#takeUp(run);
    await this.#turns(run, atWork, bell);
  }

  /** What passed while nobody looked after it is told apart from what it took; mostly that is refused, being no news. */
  async #takeUp(run: string): Promise<void> {
    if (this.#state(run).inFlight.length > 0) await this.#parts.runs.submit(run, { type: 'run.take-up' });
  }

  async #turns(run: string, atWork: Map<string, AtWork>, bell: Bell): Promise<void> {
    const look = () => {
      bell.hush();
      this.#slots.looks(run);
      // What is on its way to the journal counts: an intent that follows from a result waits for the disk with it.
      const state = must(this.#parts.runs.ahead(run), `run ${run} is in the journal`);
      this.#wishes.set(run, state.policy.slots);
      this.#most = Math.max(this.#most, state.policy.slots);
      return { run: state, atWork };
    };
    for (const turn of loop(look)) {
      if (turn.type === 'cancel') cancelled(atWork.get(turn.key));
      if (turn.type === 'start' && this.#isFor(run, turn.effect) && this.#mayStart(run, turn)) {
        this.#start(run, turn.effect, turn.recovered, atWork);
      }
      if (turn.type === 'end' && !this.#isStopping(run)) {
        if (isLaunch(turn.effect.kind)) this.#slots.holds(run);
        this.#start(run, turn.effect, true, atWork);
        atWork.get(turn.effect.key)?.controller.abort();
      }
      if (turn.type === 'wait') {
        if ((this.#isStopping(run) || this.#handing.has(run)) && atWork.size === 0) return;
        this.#wake();
        await bell.heard();
      }
    }
  }

  #isStopping(run: string): boolean {
    return this.#stopping || this.#stopped.has(run) || this.#damaged.has(run);
  }

  #isFor(run: string, { kind }: Effect): boolean {
    return !this.#isStopping(run) && (kind === 'hand-out' || !this.#handing.has(run));
  }

  /** A launch needs a slot of the home; one that was begun before has it. */
  #mayStart(run: string, { effect, recovered }: Extract<Turn, { type: 'start' }>): boolean {
    if (!isLaunch(effect.kind)) return true;
    if (!recovered) return this.#slots.takes(run);
    this.#slots.holds(run);
    return true;
  }

  /** Whoever is next for a slot looks again; in its own look it takes it, or waits no more. */
  #wake(): void {
    const next = this.#slots.next();
    if (next !== undefined) this.#driven.get(next)?.bell.ring();
  }

  #start(run: string, effect: Effect, recovered: boolean, atWork: Map<string, AtWork>): void {
    const controller = new AbortController();
    const work: AtWork = { controller, isOver: false };
    atWork.set(effect.key, work);
    // Once its end is decided, what follows may begin; it stays at work until that end is in the journal.
    const over = (): void => {
      if (!work.isOver && isLaunch(effect.kind)) this.#slots.gives(run);
      work.isOver = true;
      this.#wake();
      this.#driven.get(run)?.bell.ring();
    };
    void this.#perform(run, { effect, recovered }, controller.signal, over)
      .catch((error: unknown) => this.#failed(run, error))
      .finally(() => {
        atWork.delete(effect.key);
        over();
      });
  }

  async #perform(
    run: string,
    { effect, recovered }: { readonly effect: Effect; readonly recovered: boolean },
    signal: AbortSignal,
    onOver: () => void,
  ): Promise<void> {
    const steps = perform(effect, recovered);
    this.#at('before-intent', run, effect);
    if (reachesOutside(effect.kind)) await this.#check(run, effect);
    let next = steps.next();
    while (next.done !== true) {
      const answer = await this.#step(run, next.value, signal, onOver);
      this.#at(boundaryAfter[next.value.type], run, effect);
      if (effect.kind === 'wait-until' && this.#isStopping(run) && isStopped(answer)) return;
      next = steps.next(answer);
    }
  }

  /** Nothing is seen outside of a run that is not what was written. */
  async #check(run: string, { kind }: Effect): Promise<void> {
    const { runs, storesOf } = this.#parts;
    await runs.check(run);
    if (deliversCommits(kind)) await storesOf?.(this.#state(run));
  }

  #at(boundary: Parameters<BoundaryHook>[0] | undefined, run: string, effect: Effect): void {
    if (boundary !== undefined) this.#parts.onBoundary?.(boundary, run, effect);
  }

  async #step(run: string, step: PerformStep, signal: AbortSignal, onOver: () => void): Promise<StepAnswer> {
    const { runs, effects } = this.#parts;
    switch (step.type) {
      case 'intend': {
        const instead = await this.#instead(run, step.effect);
        if (instead !== undefined) {
          await runs.submit(run, instead);
          return { accepted: false };
        }
        const submitted = await runs.submit(run, { type: 'effect.begin', key: step.effect.key });
        return { accepted: submitted.ok };
      }
      case 'probe': {
        const outcome = await effects.probe(step.effect, this.#context(run, step, signal));
        return outcome === undefined ? {} : { outcome };
      }
      case 'act': {
        // Stopped before it began: nothing is done only to be told to stop, or after a person said so.
        if (signal.aborted) return { outcome: { type: 'stopped' } };
        return { outcome: await effects.act(step.effect, this.#context(run, step, signal)) };
      }
      case 'record': {
        const { effect, outcome } = step;
        const ending = { type: 'effect.end', key: effect.key, outcome } as const;
        const submitted = await runs.submit(run, ending, undefined, onOver);
        return { accepted: submitted.ok };
      }
    }
  }

  /** What no run knows, such as what the home spent today, is asked in the journal: it has to know what this run did. */
  async #instead(run: string, effect: Effect): Promise<Command | undefined> {
    const { instead, runs } = this.#parts;
    if (instead === undefined || !isLaunch(effect.kind)) return undefined;
    await runs.settledIn(run);
    return instead(this.#state(run), effect);
  }

  #state(run: string): Run {
    return must(this.#parts.runs.state(run), `run ${run} is in the journal`);
  }

  #context(
    run: string,
    step: { readonly effect: Effect; readonly recovered: boolean },
    signal: AbortSignal,
  ): EffectContext {
    return {
      run: this.#state(run),
      begunAt: must(this.#parts.runs.begunAt(run, step.effect.key), 'an effect at work was begun'),
      recovered: step.recovered,
      signal,
      save: async (work) => {
        await this.#parts.runs.submit(run, { type: 'task.save', key: step.effect.key, work });
      },
    };
  }
}

/** A wait counts from when it was begun: one that is cut short with its process stays begun, and is not begun anew by the next one. */
function isStopped(answer: StepAnswer): boolean {
  return 'outcome' in answer && answer.outcome.type === 'stopped';
}

function isDamaged(error: unknown): boolean {
  return error instanceof Error && error.name === 'JournalDamaged';
}

function cancelled(work: AtWork | undefined): void {
  if (work?.isOver === false) work.controller.abort();
}

const boundaryAfter = {
  intend: 'after-intent',
  probe: undefined,
  act: 'after-act',
  record: 'after-record',
} as const;
