// Follows a run to where it rests: as its owner by what the engine appends, else by looking at the journal.

import type { Owner } from '../app/owner.ts';
import type { Run } from '../core/run.ts';
import type { Show } from './progress/show.ts';
import { showOn } from './progress/show.ts';
import type { Watch } from './progress/watch.ts';
import { isAtRest } from './rest.ts';
import type { Session } from './session.ts';

const lookMs = 200;
/** Whether the owner is still there is asked at every so manyth look. */
const looksPerPing = 10;

export async function follow(session: Session, run: string): Promise<Run> {
  const { io, tools } = session;
  const watch = session.watch(run);
  const show = showOn(io, tools.clock);
  const pull = (): void => {
    const said = watch.pull();
    if (watch.tracked !== undefined) show.update(said, watch.tracked);
  };
  const unhook = onStop(session, show);
  try {
    pull();
    while (!isOver(session, watch)) {
      const { owner } = session;
      if (owner === undefined) await lookOn(session, { run, watch, pull });
      else await seeThrough(owner, run, pull);
      if (owner !== undefined) break;
    }
  } finally {
    unhook();
    await show.close();
  }
  if (session.signalled !== undefined) tellStopped(session, run);
  return session.stateOf(run);
}

function isOver(session: Session, { tracked }: Watch): boolean {
  if (session.signalled !== undefined || session.isTroubled) return true;
  return tracked !== undefined && isAtRest(tracked.run);
}

async function seeThrough(owner: Owner, run: string, pull: () => void): Promise<void> {
  const off = owner.runs.onEvents((id) => {
    if (id === run) pull();
  });
  try {
    await owner.engine.settled(run);
  } finally {
    off();
  }
}

interface Looking {
  readonly run: string;
  readonly watch: Watch;
  readonly pull: () => void;
}

/** Looks until the run rests, or nobody moves it any more: then this process does. */
async function lookOn(session: Session, { run, watch, pull }: Looking): Promise<void> {
  const { clock } = session.tools;
  for (let looks = 1; !isOver(session, watch); looks += 1) {
    await clock.until(clock.now() + lookMs, session.interrupted);
    pull();
    if (looks % looksPerPing !== 0 || isOver(session, watch)) continue;
    if (await session.hand.alive()) continue;
    session.io.err('The process that moved this run has gone; this one takes it up.\n');
    await session.takeOver(run);
    if (session.owner !== undefined) return;
  }
}

/** What is drawn goes at once, so that what is said about the stop stands below it. */
function onStop(session: Session, show: Show): () => void {
  const { interrupted, owner, io } = session;
  const stop = (): void => {
    void show.close().then(() => {
      if (owner !== undefined) io.err(stoppingWords);
      return undefined;
    });
  };
  interrupted.addEventListener('abort', stop, { once: true });
  return () => interrupted.removeEventListener('abort', stop);
}

const stoppingWords =
  'Stopping: agents are asked to stop, and what they did is saved. Once more leaves at once.\n';

function tellStopped(session: Session, run: string): void {
  session.io.err(
    session.owner === undefined
      ? `Stopped watching. Run ${run} goes on in the process that owns it.\n`
      : `Stopped. What was done is kept; \`slipway resume ${run}\` takes it up.\n`,
  );
}
