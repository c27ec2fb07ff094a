// One owner: the real `Runs`, `loop` and `perform`, stepped by hand. It does what the engine of one machine does,
// but each turn and each step is a move that the simulation chooses, and between any two the owner may crash, or be
// put to sleep and go on when somebody else has taken over.

import type { Command } from '../../src/core/commands.ts';
import type { Effect, Outcome } from '../../src/core/effects.ts';
import type { RunEvent } from '../../src/core/events.ts';
import type { Identity } from '../../src/core/identity.ts';
import { must } from '../../src/core/run.ts';
import { Bell } from '../../src/engine/bell.ts';
import type { Boundary } from '../../src/engine/engine.ts';
import { identityOf } from '../../src/engine/identify.ts';
import { loop, type Turn } from '../../src/engine/loop.ts';
import { perform, type StepAnswer } from '../../src/engine/perform.ts';
import { Fenced, Runs, type Submitted } from '../../src/engine/runs.ts';
import { JournalUnavailable } from '../../src/journal/journal.ts';
import { theAgent } from './agents.ts';
import { isLaunchEffect, savedWork } from './handlers.ts';
import { type OwnerJournal, takeOver } from './owner-journal.ts';
import type { OwnerView, Performing } from './performing.ts';
import { begin, isReady, stepWorld } from './performing.ts';
import type { Scene } from './scene.ts';
import { rateAt } from './swarm.ts';
import { count, insist, Violation } from './trace.ts';
import { clockOf, strikes } from './world.ts';

interface Driven {
  readonly turns: Generator<Turn, void, void>;
  readonly atWork: Map<string, Performing>;
  readonly bell: Bell;
  waiting: boolean;
}

const turnsMax = 1_000;
/** Planted: events with such a number. */
const toldTwiceEvery = 7;

export type Move =
  | { readonly type: 'turn'; readonly run: string }
  | { readonly type: 'step'; readonly run: string; readonly key: string };

export class Owner implements OwnerView {
  readonly name: string;
  readonly epoch: number;
  readonly scene: Scene;
  readonly #runs: Runs;
  readonly #driven = new Map<string, Driven>();
  #mood: 'up' | 'halting' | 'gone' = 'up';
  /** Asleep until this step of the simulation. */
  wakesAt = 0;

  private constructor(scene: Scene, mine: OwnerJournal) {
    this.scene = scene;
    this.epoch = mine.epoch;
    this.name = `owner-${mine.epoch}`;
    this.#runs = new Runs(mine.journal, clockOf(scene.world), scene.world.fold);
  }

  static async start(scene: Scene): Promise<Owner> {
    const mine = await takeOver(scene);
    const owner = new Owner(scene, mine);
    // As the real owner does. Among them are ended runs that owe something: a landing, an agent to be ended.
    for (const { run } of await mine.journal.summaries({ open: true })) owner.#drive(run);
    scene.trace.say(`${owner.name} takes over`);
    return owner;
  }

  get mood(): 'up' | 'halting' | 'gone' {
    return this.#mood;
  }

  /** Nobody took over since: what it does counts. */
  get inCharge(): boolean {
    return this.epoch === this.scene.world.store.epoch;
  }

  moves(): readonly Move[] {
    if (this.#mood === 'gone') return [];
    const found: Move[] = [];
    for (const [run, driven] of this.#driven) {
      if (!driven.waiting || driven.bell.rung) found.push({ type: 'turn', run });
      for (const [key, item] of driven.atWork) {
        if (isReady(this.scene.world, item)) found.push({ type: 'step', run, key });
      }
    }
    return found;
  }

  /** When the next thing that takes time is over. */
  nextReadyMs(): number | undefined {
    const times = [...this.#driven.values()].flatMap((driven) =>
      [...driven.atWork.values()].map((item) => item.readyMs),
    );
    return this.#mood === 'gone' || times.length === 0 ? undefined : Math.min(...times);
  }

  async take(move: Move): Promise<void> {
    if (move.type === 'turn') {
      await this.#runs.load(move.run);
      this.#turn(move.run);
    } else await this.#step(move.run, move.key);
    if (this.#mood === 'halting' && this.#driven.size === 0) this.#mood = 'gone';
  }

  /** Tells somebody of everything it appends, until the answer is called. */
  attach(told: (run: string, events: readonly RunEvent[]) => void): () => void {
    return this.#runs.onEvents((run, events) => {
      told(run, events);
      if (this.scene.bug === 'told-twice' && this.#runs.seq(run) % toldTwiceEvery === 0) told(run, events);
    });
  }

  /** A command from a person. Whether it was taken, or undefined where nobody can say. `again`: its sender heard nothing before. */
  async submit(
    run: string,
    command: Command,
    sentAs?: string,
    again = false,
  ): Promise<Submitted | undefined> {
    try {
      await this.#runs.load(run);
      if (this.inCharge && this.#saysMended(run, command)) this.scene.world.halted.clear();
      const asSeen = this.#asSeen(run, command);
      const sent = sentAs === undefined ? undefined : identityOf(this.#idOf(sentAs, again), asSeen);
      const submitted = await this.#append(run, asSeen, sent);
      if (submitted.ok) this.#drive(run);
      return submitted;
    } catch (error) {
      // Planted: said before it is written.
      if (error instanceof Fenced)
        return this.scene.bug === 'answered-unwritten' ? { ok: true, events: [] } : undefined;
      if (!(error instanceof JournalUnavailable)) throw error;
      // It may have been written: whoever goes on must read it again, and that is the next owner.
      this.#halt(error.name);
      return undefined;
    }
  }

  /** Planted: an order that is sent again is taken for another one. */
  #idOf(sentAs: string, again: boolean): string {
    return again && this.scene.bug === 'repeat-taken-anew' ? `${sentAs}-again` : sentAs;
  }

  /** An approval of a login gate; whether the run then takes it is another matter. */
  #saysMended(run: string, command: Command): boolean {
    if (command.type !== 'gate.decide' || command.decision.answer !== 'approve') return false;
    const gate = this.#runs.state(run)?.gates.find((item) => item.id === command.gate);
    return gate?.kind === 'login';
  }

  /** Everything it holds in memory is gone; what it started goes on without it. */
  crash(why: string): void {
    this.scene.trace.say(`${this.name} crashes ${why}`);
    this.#mood = 'gone';
    this.#driven.clear();
  }

  /** Planted: what the person read is taken to be what is there now. */
  #asSeen(run: string, command: Command): Command {
    if (this.scene.bug !== 'stale-digest' || command.type !== 'gate.decide') return command;
    const gate = this.#runs.state(run)?.gates.find((item) => item.id === command.gate);
    return gate === undefined ? command : { ...command, seen: gate.digest };
  }

  async #append(run: string, command: Command, sent?: Identity): Promise<Submitted> {
    try {
      const submitted = await this.#runs.submit(run, command, sent);
      if (submitted.ok && this.inCharge) this.scene.watch.compare(run, this.#runs.state(run));
      return submitted;
    } catch (error) {
      if (error instanceof Fenced || error instanceof JournalUnavailable || error instanceof Violation) {
        throw error;
      }
      throw new Violation('W1 deciding never throws', `${command.type}: ${String(error)}`);
    }
  }

  #drive(run: string): void {
    const driven = this.#driven.get(run);
    if (driven !== undefined) {
      driven.bell.ring();
      return;
    }
    if (this.#mood !== 'up') return;
    const bell = new Bell();
    const atWork = new Map<string, Performing>();
    const look = () => {
      bell.hush();
      return {
        run: must(this.#runs.state(run), `run ${run} is in the journal`),
        atWork: new Set(atWork.keys()),
      };
    };
    this.#driven.set(run, { turns: loop(look), atWork, bell, waiting: false });
  }

  /**
   * One look at the run, with all the turns that follow from it: as in the engine, nothing comes in between.
   */
  #turn(run: string): void {
    const driven = must(this.#driven.get(run), `run ${run} is driven`);
    driven.waiting = false;
    for (let turns = 0; turns < turnsMax && this.#mood !== 'gone'; turns += 1) {
      const next = driven.turns.next();
      if (next.done === true || (next.value.type === 'wait' && this.#isOver(driven))) {
        this.#driven.delete(run);
        if (this.#runs.state(run)?.ended !== undefined) this.#runs.forget(run);
        // A command that came in after the loop's last look must not be left lying.
        if (driven.bell.rung) this.#drive(run);
        return;
      }
      if (next.value.type === 'wait') {
        driven.waiting = true;
        return;
      }
      this.#follow(run, driven, next.value);
    }
  }

  #follow(run: string, driven: Driven, turn: Exclude<Turn, { type: 'wait' }>): void {
    switch (turn.type) {
      case 'cancel': {
        const item = driven.atWork.get(turn.key);
        if (item !== undefined) item.aborted = true;
        return;
      }
      case 'start':
        if (this.#mood === 'up') this.#start(run, driven, turn.effect, turn.recovered);
        return;
      case 'end': {
        if (this.#mood === 'up') this.#start(run, driven, turn.effect, true);
        const item = driven.atWork.get(turn.effect.key);
        if (item !== undefined) item.aborted = true;
      }
    }
  }

  #isOver(driven: Driven): boolean {
    return this.#mood === 'halting' && driven.atWork.size === 0;
  }

  #start(run: string, driven: Driven, effect: Effect, recovered: boolean): void {
    const steps = perform(effect, recovered);
    const first = steps.next();
    if (first.done === true) return;
    driven.atWork.set(
      effect.key,
      begin(this.scene.world, { run, effect, recovered, steps, step: first.value }),
    );
    this.#boundary('before-intent', effect);
  }

  async #step(run: string, key: string): Promise<void> {
    const driven = must(this.#driven.get(run), `run ${run} is driven`);
    const item = must(driven.atWork.get(key), `${key} is at work`);
    const { type } = item.step;
    try {
      const answer = await this.#answer(item);
      if (answer === undefined) return this.#boundary('after-act', item.effect); // done, but not heard yet
      const next = item.steps.next(answer);
      if (next.done === true) this.#end(driven, key);
      else item.step = next.value;
      // A probe has no boundary of its own for crashes: nothing happened in it. But an owner may fall asleep there,
      // sure that nothing is done yet, and that is when a fence is needed most.
      if (type === 'intend' || type === 'probe') this.#boundary('after-intent', item.effect);
      if (type === 'record') this.#boundary('after-record', item.effect);
    } catch (error) {
      if (!(error instanceof Fenced || error instanceof JournalUnavailable)) throw error;
      this.#end(driven, key);
      this.#halt(error.name);
    }
  }

  #end(driven: Driven, key: string): void {
    driven.atWork.delete(key);
    driven.bell.ring();
  }

  /** Nothing more can be recorded: every run stays as the journal has it, for the next owner to take up. */
  #halt(why: string): void {
    if (this.#mood !== 'up') return;
    this.scene.trace.say(`${this.name} halts: ${why}`);
    this.#mood = 'halting';
    for (const driven of this.#driven.values()) {
      for (const item of driven.atWork.values()) item.aborted = true;
      driven.bell.ring();
    }
  }

  /** The answer to a step; undefined while the world is still at it, or its answer is on the way. */
  async #answer(item: Performing): Promise<StepAnswer | undefined> {
    const { step, run, effect } = item;
    switch (step.type) {
      case 'intend': {
        if (this.#countsLate(effect)) return { accepted: true };
        if (isLaunchEffect(effect) && this.scene.world.halted.has(theAgent)) {
          count(this.scene.tally, 'launch-held', effect.kind);
          await this.#append(run, { type: 'launch.hold', key: effect.key, agent: theAgent });
          return { accepted: false };
        }
        const submitted = await this.#append(run, { type: 'effect.begin', key: effect.key });
        return { accepted: submitted.ok };
      }
      case 'probe':
      case 'act': {
        const state = must(this.#runs.state(run), `run ${run} is in the journal`);
        const begunAt = this.#runs.begunAt(run, effect.key);
        insist(begunAt !== undefined || this.#countsLate(effect), 'W2 what is at work was begun', effect.key);
        return stepWorld(this, item, step.type, state);
      }
      case 'record': {
        if (this.#countsLate(effect)) await this.#append(run, { type: 'effect.begin', key: effect.key });
        await this.#saveFailed(run, effect, step.outcome);
        const command = { type: 'effect.end', key: effect.key, outcome: step.outcome } as const;
        const submitted = await this.#append(run, command);
        return { accepted: submitted.ok };
      }
    }
  }

  /** What an agent that failed had done by then is saved before anybody hears of its end. */
  async #saveFailed(run: string, effect: Effect, outcome: Outcome): Promise<void> {
    if (effect.kind !== 'attempt' || outcome.type !== 'failed' || !outcome.reason.startsWith('agent-'))
      return;
    const state = must(this.#runs.state(run), `run ${run} is in the journal`);
    const commit = savedWork(this.scene.world, state, effect);
    const work = { commit, why: 'failure', changed: 1, files: [effect.input.fence[0] ?? ''] } as const;
    await this.#append(run, { type: 'task.save', key: effect.key, work });
  }

  #countsLate(effect: Effect): boolean {
    return this.scene.bug === 'launch-counted-late' && (effect.kind === 'ask' || effect.kind === 'attempt');
  }

  #boundary(boundary: Boundary, effect: Effect): void {
    const { world, tally } = this.scene;
    const { swarm } = world;
    const { faults } = swarm;
    if (strikes(world, rateAt(swarm, effect.kind, faults.crash))) {
      count(tally, `crash-${boundary}`, effect.kind);
      this.crash(`${boundary} of ${effect.key}`);
      return;
    }
    if (boundary !== 'after-record' && strikes(world, rateAt(swarm, effect.kind, faults.pause))) {
      count(tally, 'pause', effect.kind);
      this.wakesAt = world.step + world.random.between(1, faults.pauseStepsMax);
      this.scene.trace.say(`${this.name} sleeps until ${this.wakesAt}, ${boundary} of ${effect.key}`);
    }
  }
}
