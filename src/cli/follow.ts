// Follows a run to where it rests: as its owner by what the engine appends, else by looking at the journal.

import type { Owner } from '../app/home/owner.ts';
import type { Ordered } from '../app/verbs/ordered.ts';
import { verbs } from '../app/verbs/table.ts';
import type { Run } from '../core/run.ts';
import type { Show } from './progress/show.ts';
import { showOn } from './progress/show.ts';
import type { Watch } from '../app/watching/watch.ts';
import { isAtRest } from '../app/words/rest.ts';
import type { LeftTo } from '../app/words/left-text.ts';
import { stoppedText, stoppingText } from '../app/words/left-text.ts';
import type { Sitting } from './sitting.ts';

const lookMs = 200;
/** At every so manyth look somebody is asked to move the run; where nobody is there any more, this process does. Who was there and is not
 * any more is missed at once. */
const looksPerWake = 10;

/** A run, and the last event of it that nobody wants to be told of. */
export type Followed = Pick<Ordered, 'run' | 'before'>;

/** `until` says what is enough for who took a task and only looks on: they ask for nothing but that. */
export async function follow(
  sitting: Sitting,
  { run, before }: Followed,
  until?: (run: Run) => boolean,
): Promise<Run> {
  const { io, tools } = sitting;
  const watch = sitting.watch(run);
  const isEnough = (): boolean =>
    sitting.owner === undefined && watch.tracked !== undefined && until?.(watch.tracked.run) === true;
  watch.silentTo(before);
  const show = showOn(io, tools.clock);
  const pull = async (): Promise<void> => {
    const said = await watch.pull();
    if (watch.tracked !== undefined) show.update(said, watch.tracked);
  };
  const unhook = onStop(sitting, show);
  let hasMoved = false;
  try {
    await pull();
    while (!isOver(sitting, watch) && !isEnough()) {
      hasMoved = true;
      const { owner } = sitting;
      if (owner === undefined)
        await lookOn(sitting, { run, watch, pull, show, isEnough, ...(until && { only: 'hand-outs' }) });
      else await seeThrough(owner, run, { watch, pull });
      if (owner !== undefined) break;
    }
  } finally {
    unhook();
    await show.close();
  }
  if (sitting.signalled !== undefined || sitting.stoppedElsewhere.aborted) tellStopped(sitting, run);
  const state = await sitting.stateOf(run);
  // Who has just typed something needs no bell.
  if (hasMoved && !isStopped(sitting) && isAtRest(state)) sitting.notices.atRest(state);
  return state;
}

function isStopped(sitting: Sitting): boolean {
  return sitting.signalled !== undefined || sitting.isTroubled || sitting.stoppedElsewhere.aborted;
}

function isOver(sitting: Sitting, { tracked }: Watch): boolean {
  if (isStopped(sitting)) return true;
  return tracked !== undefined && isAtRest(tracked.run);
}

/** To where the run rests, or where a person is asked and only what is done beside goes on. */
async function seeThrough(
  owner: Owner,
  run: string,
  { watch, pull }: Pick<Looking, 'watch' | 'pull'>,
): Promise<void> {
  let off: (() => void) | undefined;
  const asked = new Promise<void>((resolve, reject) => {
    const look = async (): Promise<void> => {
      await pull();
      if (watch.tracked !== undefined && isAskedMeanwhile(watch.tracked.run)) resolve();
    };
    off = owner.runs.onEvents((id) => {
      if (id === run) void look().catch(reject);
    });
  });
  try {
    await Promise.race([owner.engine.settled(run), asked]);
    await pull(); // what was appended last may still be on its way
  } finally {
    off?.();
  }
}

function isAskedMeanwhile(run: Run): boolean {
  return run.inFlight.length > 0 && isAtRest(run);
}

interface Looking {
  readonly run: string;
  readonly watch: Watch;
  readonly pull: () => Promise<void>;
  readonly show: Show;
  readonly isEnough: () => boolean;
  readonly only?: 'hand-outs';
}

/** Looks until it is enough or the run rests, or nobody moves it any more: then this process does. */
async function lookOn(sitting: Sitting, looking: Looking): Promise<void> {
  const { run, watch, pull, show, isEnough, only } = looking;
  const { clock } = sitting.tools;
  let engines = sitting.enginesStarted;
  for (let looks = 1; !isOver(sitting, watch) && !isEnough(); looks += 1) {
    await clock.until(clock.now() + lookMs, sitting.interrupted);
    await pull();
    const isDue = sitting.isLeftAlone || looks % looksPerWake === 0;
    if (!isDue || isOver(sitting, watch)) continue;
    await sitting.call(verbs.wake, { run, only }).catch((error: unknown) => {
      if (!isOver(sitting, watch)) throw error; // who is told to stop need not wait for the answer
    });
    if (sitting.enginesStarted > engines)
      show.say('The process that moved this run has gone; an engine takes it up.\n');
    engines = sitting.enginesStarted;
    if (sitting.owner === undefined) continue;
    show.say('The process that moved this run has gone; this one takes it up.\n');
    return;
  }
}

/** What is drawn goes at once, so that what is said about the stop stands below it. */
function onStop(sitting: Sitting, show: Show): () => void {
  const { interrupted, owner, io } = sitting;
  const stop = (): void => {
    void show.close().then(() => {
      if (owner !== undefined) io.err(stoppingText);
      return undefined;
    });
  };
  interrupted.addEventListener('abort', stop, { once: true });
  return () => interrupted.removeEventListener('abort', stop);
}

export function tellStopped(sitting: Sitting, run: string): void {
  sitting.io.err(stoppedText(leftTo(sitting), run));
}

function leftTo({ owner, isAttached, stoppedElsewhere }: Sitting): LeftTo {
  if (stoppedElsewhere.aborted) return 'an engine that was stopped';
  if (isAttached) return 'the engine';
  return owner === undefined ? 'another command' : 'nobody';
}
