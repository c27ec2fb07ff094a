// One command that moves runs, from its first order to its last look: how its orders reach the runs, the journal it
// reads, and what happens when somebody presses Ctrl-C.
//
// Invariants
//   SITTING-1. The first signal stops what this command is about, gently; one more while it stops leaves at once. Nothing is
//       lost by either: the next command takes up what the journal says. A run whose order was on its way when the signal
//       came is stopped as soon as it is known.
//   SITTING-2. A process that owns the home goes on while any run moves in it, also one that somebody else ordered. Ctrl-C
//       here is no word about their runs: they go on, until it is pressed again. To be ended is meant for all.
//   SITTING-3. One that attaches owns nothing, and a signal ends nothing but itself. An engine that somebody stopped is not
//       started again for what was being watched; one that died is.

import type { Exit } from '../app/ending/exit-codes.ts';
import { exitBySignal } from '../app/ending/exit-codes.ts';
import type { Owner } from '../app/home/owner.ts';
import type { EngineStarter } from '../app/home/start-engine.ts';
import type { Tools } from '../app/parts.ts';
import { homeTag, toolsOf } from '../app/parts.ts';
import { placesOf } from '../app/home/home-places.ts';
import { Reach, StoppedWaiting } from '../app/home/reach.ts';
import type { HomeReader } from '../app/home/reader.ts';
import { openReader } from '../app/home/reader.ts';
import { UserError } from '../app/ending/user-error.ts';
import type { OrderEntry } from '../app/verbs/verb.ts';
import type { Decider } from '../core/gates/gate.ts';
import type { Run } from '../core/run.ts';
import type { Journal } from '../journal/journal.ts';
import { messageOf } from '../plain/errors.ts';
import { systemClock } from '../telemetry/system-clock.ts';
import { isAtTerminal } from './at-terminal.ts';
import type { CommandContext, Io, Option } from './command.ts';
import { personHere } from './person-here.ts';
import { Attachment } from './attachment.ts';
import { Notices } from './notice.ts';
import { Watch } from '../app/watching/watch.ts';

type Signal = 'SIGINT' | 'SIGTERM';

const lingerMs = 50;
const never = new AbortController().signal;

export function toolsFor(context: CommandContext): Tools {
  return toolsOf(placesOf(context.surroundings), context.surroundings, systemClock());
}

export const foregroundOption: Option = {
  type: 'boolean',
  describe: 'work in this process, and not in an engine of its own',
};

/** Opens a sitting, works in it, and closes it, whatever happens. */
export async function withSitting(
  context: CommandContext,
  tools: Tools,
  work: (sitting: Sitting) => Promise<Exit>,
  /** Whether an engine of its own is to work on what is ordered, where a person sits at a terminal. */
  attaches = false,
): Promise<Exit> {
  const starter =
    attaches && isAtTerminal(context.io) && !context.flag('foreground')
      ? await starterFor(context, tools)
      : undefined;
  const sitting = new Sitting(context, tools, starter);
  try {
    sitting.open();
    const exit = await seenThrough(sitting, work).catch((error: unknown) => sitting.stoppedBy(error));
    sitting.throwTrouble();
    if (sitting.stoppedElsewhere.aborted) return 'terminated';
    return sitting.signalled === undefined ? exit : exitBySignal(sitting.signalled);
  } finally {
    await sitting.close();
  }
}

async function starterFor({ surroundings }: CommandContext, { places }: Tools): Promise<EngineStarter> {
  const { engineStarter } = await import('../app/home/start-engine.ts');
  return engineStarter(places, surroundings);
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
  /** Plans that a person edited and that were not taken, by the digest of the plan they began with: files. */
  readonly drafts = new Map<string, string>();
  readonly #reach: Reach;
  readonly #starter: EngineStarter | undefined;
  #attachment: Attachment | undefined;
  #reader: HomeReader | undefined;
  #unlisten: (() => void) | undefined;
  #signalled: Signal | undefined;
  #trouble: { readonly error: unknown } | undefined;
  #stopping: Promise<void> | undefined;
  /** What is left at work is other people's. */
  #isHosting = false;
  readonly #interrupted = new AbortController();
  readonly #watches = new Map<string, Watch>();

  /** SITTING-3, with a starter. */
  constructor(context: CommandContext, tools: Tools, starter?: EngineStarter) {
    this.context = context;
    this.io = context.io;
    this.tools = tools;
    this.by = personHere(context.surroundings.uid);
    this.notices = new Notices(context.io);
    this.#starter = starter;
    const onTrouble = (error: unknown): void => {
      if (isOfAnother(error, this.#watches)) this.io.err(`${messageOf(error)}\n`);
      else this.#trouble = { error };
    };
    this.#reach = new Reach(tools, { onTrouble }, starter);
  }

  open(): void {
    this.#unlisten = this.io.onSignal((signal) => this.#onSignal(signal));
  }

  /** Set while this process owns the home. */
  get owner(): Owner | undefined {
    return this.#reach.owner;
  }

  get journal(): Journal {
    const journal = this.owner?.journal ?? this.#reader?.journal;
    if (journal === undefined) throw new Error('invariant: a journal is looked at after an order');
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

  /** Whether an engine works on what this terminal ordered, so that it goes on without it. */
  get isAttached(): boolean {
    return this.#attachment?.isEngineNow === true;
  }

  /** The same, once it is known. */
  async attached(): Promise<boolean> {
    return (await this.#attachment?.isEngine()) === true;
  }

  /** Whether whoever moved the runs of this home has just gone. */
  get isLeftAlone(): boolean {
    return this.#attachment?.isBroken === true;
  }

  /** Fires when somebody else stopped the engine. */
  get stoppedElsewhere(): AbortSignal {
    return this.#attachment?.stopped ?? never;
  }

  /** How often this terminal had to start an engine. */
  get enginesStarted(): number {
    return this.#starter?.starts() ?? 0;
  }

  get isTroubled(): boolean {
    return this.#trouble !== undefined;
  }

  /** The one look at a run that this command keeps, so that nothing is told twice. */
  watch(run: string): Watch {
    const known = this.#watches.get(run);
    if (known !== undefined) return known;
    const watch = new Watch(() => this.journal, run, this.tools.blobs.get);
    this.#watches.set(run, watch);
    if (this.#signalled !== undefined) this.#stopLate(run);
    return watch;
  }

  /** Where a run is now; what led there is not told any more. */
  async stateOf(run: string): Promise<Run> {
    const watch = this.watch(run);
    await watch.pull();
    if (watch.tracked === undefined) throw new UserError(`The journal of run ${run} is empty.`, 'refused');
    return watch.tracked.run;
  }

  /** Asks the process that owns the home; that may be this one, from now on. */
  async call<In, Out>(verb: OrderEntry<In, Out>, input: In, seen?: string): Promise<Out> {
    const stop = AbortSignal.any([this.interrupted, this.stoppedElsewhere]);
    const output = await this.#reach.call(verb, input, { by: this.by, seen, stop });
    if (this.owner === undefined) this.#reader ??= await openReader(this.tools.places);
    if (this.#starter !== undefined)
      this.#attachment ??= new Attachment(this.tools.places, this.by, this.tools.clock);
    return output;
  }

  /** SITTING-1. */
  #onSignal(signal: Signal): void {
    if (this.#isHosting) {
      this.#isHosting = false;
      this.#signalled ??= signal;
      this.#stopping = this.owner?.stop();
      return;
    }
    if (this.#signalled !== undefined) {
      // The first look at the processes happens before this returns, so that no agent goes on alone. Another owner's are theirs.
      if (this.owner !== undefined) void this.tools.processes.endSurvivors(homeTag(this.tools.places.home));
      this.io.exit(exitBySignal(signal));
      return;
    }
    this.#signalled = signal;
    this.#interrupted.abort();
    this.#stopping = signal === 'SIGINT' ? this.#stopOwn() : this.owner?.stop();
  }

  /** SITTING-2. */
  async #stopOwn(): Promise<void> {
    const { owner } = this;
    if (owner === undefined) return;
    await Promise.all([...this.#watches.keys()].map((run) => owner.engine.stopRun(run)));
  }

  /** Waits until what a signal stopped has stopped. */
  async stopped(): Promise<void> {
    await this.#stopping;
  }

  /** SITTING-1: the signal came while its order was on its way. */
  #stopLate(run: string): void {
    this.#stopping = Promise.all([this.#stopping, this.owner?.engine.stopRun(run)]).then(() => undefined);
  }

  /** SITTING-2. */
  async linger(): Promise<void> {
    const { owner } = this;
    if (owner === undefined || this.#signalled === 'SIGTERM') return;
    await this.#stopping;
    const { clock } = this.tools;
    let isIdle = false;
    const idle = owner.engine.idle().then(() => (isIdle = true));
    await Promise.race([idle, clock.until(clock.now() + lingerMs, new AbortController().signal)]);
    if (!isIdle) {
      this.#isHosting = true;
      this.io.err('Other runs of this home are at work in this process, so it goes on; Ctrl-C stops them.\n');
    }
    await idle;
    this.#isHosting = false;
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

  /** Who pressed Ctrl-C while nobody answered has nothing more to wait for; anything else is somebody's trouble. */
  stoppedBy(error: unknown): Exit {
    const isStopped = this.#signalled !== undefined || this.stoppedElsewhere.aborted;
    if (!isStopped || !(error instanceof StoppedWaiting)) throw error;
    this.io.err(`${error.message}\n`);
    return exitBySignal(this.#signalled ?? 'SIGTERM');
  }

  /** The text of a blob, as it was kept. */
  async textOf(blob: string): Promise<string> {
    return (await this.tools.blobs.get(blob)) ?? '[this text was erased]';
  }

  async close(): Promise<void> {
    await this.#stopping;
    await this.#attachment?.close();
    await this.#reach.close();
    await this.#reader?.close();
    this.#unlisten?.();
  }
}

/** A damaged run that this command is not about is told, and is no reason to stop. */
function isOfAnother(error: unknown, watches: ReadonlyMap<string, unknown>): boolean {
  if (!(error instanceof Error) || error.name !== 'JournalDamaged' || !('stream' in error)) return false;
  const { stream } = error;
  return watches.size > 0 && ![...watches.keys()].some((run) => stream === `run/${run}`);
}
