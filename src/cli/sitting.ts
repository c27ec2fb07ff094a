// One command that moves runs, from its first look at the home to its last: the hand that reaches the runs, the
// journal it reads, and what happens when somebody presses Ctrl-C.
//
// Invariants
//   N1. The first signal stops what this process moves, gently; the second leaves at once. Nothing is lost by
//       either: the next command takes up what the journal says.
//   N2. A process that owns the home goes on while any run moves in it, also one that somebody else ordered.
//   N3. A command that an owner took in but will not move, because it is leaving, is taken up here.

import type { Exit } from '../app/exit-codes.ts';
import { exitBySignal } from '../app/exit-codes.ts';
import type { Hand } from '../app/hand.ts';
import { openHand, OwnerGone } from '../app/hand.ts';
import type { Owner } from '../app/owner.ts';
import type { Tools } from '../app/parts.ts';
import { homeTag, toolsOf } from '../app/parts.ts';
import { placesOf } from '../app/places.ts';
import type { Reader } from '../app/reader.ts';
import { openReader } from '../app/reader.ts';
import { UserError } from '../app/user-error.ts';
import type { Command, Refusal } from '../core/commands.ts';
import type { Decider } from '../core/gates/gate.ts';
import type { Run } from '../core/run.ts';
import type { Journal } from '../journal/journal.ts';
import { randomIds, systemClock } from '../telemetry/system-clock.ts';
import type { CommandContext, Io } from './command.ts';
import { personHere } from './person-here.ts';
import { lateWords } from '../app/words/late-words.ts';
import { Notices } from './notice.ts';
import { Watch } from './progress/watch.ts';
import { refusalWords } from '../app/words/refusal-words.ts';

type Signal = 'SIGINT' | 'SIGTERM';

const handsMax = 5;
const lingerMs = 50;

export function toolsFor(context: CommandContext): Tools {
  return toolsOf(placesOf(context.surroundings), context.surroundings, systemClock());
}

/** Opens a sitting, works in it, and closes it, whatever happens. */
export async function withSitting(
  context: CommandContext,
  tools: Tools,
  work: (sitting: Sitting) => Promise<Exit>,
): Promise<Exit> {
  const sitting = new Sitting(context, tools);
  try {
    await sitting.open();
    const exit = await seenThrough(sitting, work);
    sitting.throwTrouble();
    return sitting.signalled === undefined ? exit : exitBySignal(sitting.signalled);
  } finally {
    await sitting.close();
  }
}

async function seenThrough(sitting: Sitting, work: (sitting: Sitting) => Promise<Exit>): Promise<Exit> {
  try {
    return await work(sitting);
  } finally {
    await sitting.linger();
  }
}

export class Sitting {
  readonly io: Io;
  readonly context: CommandContext;
  readonly tools: Tools;
  readonly by: Decider;
  readonly notices: Notices;
  #hand: Hand | undefined;
  #reader: Reader | undefined;
  #unlisten: (() => void) | undefined;
  #signalled: Signal | undefined;
  #trouble: { readonly error: unknown } | undefined;
  #stopping: Promise<void> | undefined;
  readonly #interrupted = new AbortController();
  readonly #ids = randomIds();
  readonly #watches = new Map<string, Watch>();

  constructor(context: CommandContext, tools: Tools) {
    this.context = context;
    this.io = context.io;
    this.tools = tools;
    this.by = personHere(context.surroundings.uid);
    this.notices = new Notices(context.io);
  }

  async open(): Promise<void> {
    await this.#reach();
    this.#unlisten = this.io.onSignal((signal) => this.#onSignal(signal));
  }

  get hand(): Hand {
    if (this.#hand === undefined) throw new Error('invariant: a sitting is used while it is open');
    return this.#hand;
  }

  /** Set while this process owns the home. */
  get owner(): Owner | undefined {
    return this.hand.owner;
  }

  get journal(): Journal {
    const journal = this.owner?.journal ?? this.#reader?.journal;
    if (journal === undefined) throw new Error('invariant: an owned home has a journal');
    return journal;
  }

  /** The signal that ended the work of this sitting, if one did. */
  get signalled(): Signal | undefined {
    return this.#signalled;
  }

  /** Fires with the first signal. */
  get interrupted(): AbortSignal {
    return this.#interrupted.signal;
  }

  get isTroubled(): boolean {
    return this.#trouble !== undefined;
  }

  /** The one look at a run that this command keeps, so that nothing is told twice. */
  watch(run: string): Watch {
    const watch = this.#watches.get(run) ?? new Watch(() => this.journal, run);
    this.#watches.set(run, watch);
    return watch;
  }

  /** Where a run is now; what led there is not told any more. */
  async stateOf(run: string): Promise<Run> {
    const watch = this.watch(run);
    await watch.pull();
    if (watch.tracked === undefined) throw new UserError(`The journal of run ${run} is empty.`, 'refused');
    return watch.tracked.run;
  }

  /** Hands a command to its run; a refusal is told and ends the command with 6. */
  async submit(run: string, command: Command): Promise<void> {
    const refusal = await this.trySubmit(run, command);
    if (refusal === undefined) return;
    const late = await lateWords(this.journal, { run, command, refusal });
    throw new UserError(refusalWords(refusal, run) + late, 'refused');
  }

  async trySubmit(run: string, command: Command): Promise<Refusal | undefined> {
    const sentAs = this.newId();
    const submitted = await this.#reaching((hand) => hand.submit(run, command, sentAs));
    if (!submitted.ok) return submitted.refusal;
    if (!(await this.hand.alive())) await this.takeOver(run); // N3
    return undefined;
  }

  /** For one order, however often it has to be sent. */
  newId(): string {
    return this.#ids.next('c');
  }

  /** Does something with the hand, and with the next one where the owner went away meanwhile. */
  async #reaching<T>(work: (hand: Hand) => Promise<T>): Promise<T> {
    for (let hands = 1; ; hands += 1) {
      try {
        return await work(this.hand);
      } catch (error) {
        if (!(error instanceof OwnerGone) || hands >= handsMax) throw error;
        await this.#reach();
      }
    }
  }

  /** Something with the home's own stream. */
  home<T>(work: (hand: Hand) => Promise<T>): Promise<T> {
    return this.#reaching(work);
  }

  /** The owner is gone: finds the next one, or becomes it, and has this run moved. */
  async takeOver(run: string): Promise<void> {
    await this.#reach();
    await this.#reaching((hand) => hand.recover(run));
  }

  async #reach(): Promise<void> {
    await this.#hand?.close();
    await this.#reader?.close();
    this.#reader = undefined;
    this.#hand = await openHand(this.tools, {
      onTrouble: (error) => {
        this.#trouble = { error };
      },
    });
    if (this.#hand.owner === undefined) this.#reader = await openReader(this.tools.places);
  }

  /** N1. */
  #onSignal(signal: Signal): void {
    if (this.#signalled !== undefined) {
      // The first look at the processes happens before this returns, so that no agent goes on alone.
      void this.tools.processes.endSurvivors(homeTag(this.tools.places.home));
      this.io.exit(exitBySignal(signal));
      return;
    }
    this.#signalled = signal;
    this.#interrupted.abort();
    this.#stopping = this.owner?.stop();
  }

  /** Whether somebody moves a run: one whose owner is gone waits for a person to take it up. */
  async isMoved(run: string): Promise<boolean> {
    const { owner } = this;
    if (owner === undefined) return true;
    const { clock } = this.tools;
    return Promise.race([
      owner.engine.settled(run).then(() => false),
      clock.until(clock.now() + lingerMs, this.interrupted).then(() => true),
    ]);
  }

  /** N2. */
  async linger(): Promise<void> {
    const { owner } = this;
    if (owner === undefined || this.#signalled !== undefined) return;
    const { clock } = this.tools;
    let isIdle = false;
    const idle = owner.engine.idle().then(() => (isIdle = true));
    await Promise.race([idle, clock.until(clock.now() + lingerMs, this.interrupted)]);
    if (!isIdle && this.#signalled === undefined) {
      this.io.err('Other runs of this home are at work in this process, so it goes on; Ctrl-C stops them.\n');
    }
    await idle;
  }

  /** What no run can be blamed for: the journal cannot be written, somebody else took over. */
  throwTrouble(): void {
    if (this.#trouble === undefined) return;
    const { error } = this.#trouble;
    if (error instanceof Error && error.name === 'Fenced') {
      throw new UserError(`This process stopped: ${error.message}. The runs go on there.`, 'missing');
    }
    throw error;
  }

  /** Keeps a person's words, screened as everything that comes in is. */
  async keep(text: string): Promise<string> {
    const screening = this.tools.screener.screen(text);
    if (screening.verdict === 'BLOCKED') {
      throw new UserError(
        `Your words were not taken: screening found something that must not be stored (${screening.rules.join(', ')}). ` +
          'Take it out and try again; nothing was kept.',
        'refused',
      );
    }
    if (screening.verdict === 'REDACTED') {
      this.io.err(`Screening replaced something in your words (${screening.rules.join(', ')}).\n`);
    }
    return this.tools.blobs.put(screening.text);
  }

  /** The text of a blob, as it was kept. */
  async textOf(blob: string): Promise<string> {
    return (await this.tools.blobs.get(blob)) ?? '[this text was erased]';
  }

  async close(): Promise<void> {
    await this.#stopping;
    await this.#hand?.close();
    await this.#reader?.close();
    this.#unlisten?.();
  }
}
