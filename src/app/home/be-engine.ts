// Being the engine of a home: a process that is nobody's command, from taking the lock to letting go of it.
//
// Invariants
//   BE-ENGINE-1. It stays while somebody is connected, it is heard beside its socket, triggers are on, a run is moved, one waits for another day, or others may do something to its pull request; and else for a grace. Whoever
//       connects while it goes is told so, and starts another.
//   BE-ENGINE-2. Where somebody else owns the home it is not needed, and ends. One that is just letting go is waited for.
//   BE-ENGINE-3. A home whose folder is gone has nothing left to be moved. A socket that is gone is made again: some systems clear
//       the folder of a session when its last terminal is closed.
//   BE-ENGINE-4. It answers before what moves a run is loaded, and has loaded that soon after: what it came from may be
//       replaced while it lives.
//   BE-ENGINE-5. What the one before it would have gone on with when another day came, or others did something to a pull request, it goes
//       on with, whatever it was started for. Runs that wait for another time are taken up where a service manager wants that: it
//       costs money, and whoever starts a run has not asked for another one.

import { existsSync } from 'node:fs';
import { messageOf } from '../../plain/errors.ts';
import { plural } from '../../views/words/words.ts';
import type { Tools } from '../parts.ts';
import { homeTag } from '../parts.ts';
import type { EngineLog } from './engine-log.ts';
import type { OpenHooks } from '../../triggers/posted.ts';
import type { OpenListener } from './listening.ts';
import type { Owner } from './owner.ts';
import { loadRest } from './load-rest.ts';
import { becomeOwner } from './owner.ts';
import { ownerAlive } from './owner-alive.ts';

const graceMsUsual = 10_000;
/** Whoever started it has been answered by then. */
const settledMs = 2_000;
const tickMs = 1_000;
const tryAgainMs = 50;
const lettingGoMs = 5_000;
/** Whoever had it listen says within this that they stay. */
const holdMs = 10_000;

export interface EngineOptions {
  /** How long it stays with nothing to do. */
  readonly graceMs?: number | undefined;
  readonly log: EngineLog;
  /** Signals that ask it to end; the answer is called when nobody listens any more. */
  readonly onSignal: (listener: () => void) => () => void;
  /** Takes up the runs that wait for a time: nobody asked it to start, and somebody wants it after a reboot. */
  readonly timers: boolean;
  /** Ends this process at once. */
  readonly exit: () => void;
  readonly openListener: OpenListener;
  readonly openHooks: OpenHooks;
}

/** How it ended: it left, it was not needed, or it could not go on. */
export type EngineEnd = 'left' | 'not-needed' | 'trouble';

export async function beEngine(tools: Tools, options: EngineOptions): Promise<EngineEnd> {
  const { log, graceMs = graceMsUsual } = options;
  let trouble = false;
  const onTrouble = (error: unknown): void => {
    // A damaged run stops alone; the engine goes on with the others.
    trouble ||= !(error instanceof Error && error.name === 'JournalDamaged');
    log.sayOf(`trouble: ${messageOf(error)}`);
  };
  const { openListener, openHooks } = options;
  const owner = await ownerFor(tools, { onTrouble, detached: { graceMs }, openListener, openHooks });
  if (owner === undefined) return 'not-needed';
  log.say(`process ${process.pid} is the engine of ${tools.places.home}`);
  if (owner.survivors > 0)
    log.say(`ended ${plural(owner.survivors, 'process', 'processes')} of an engine before it`);
  const unlisten = options.onSignal(() => {
    if (owner.host.leaving.aborted) {
      // The first look at the processes happens before this returns, so that no agent goes on alone.
      void tools.processes.endSurvivors(homeTag(tools.places.home));
      options.exit();
    } else void owner.stop('stopped');
  });
  try {
    const taken = takeUp(owner, options, onTrouble);
    if (options.timers) await taken; // else somebody waits for an answer
    await owner.triggers.takeUp(owner);
    void settle(tools, owner, log);
    await stay(tools, owner, { graceMs, isTroubled: () => trouble });
  } finally {
    await owner.close();
    unlisten();
  }
  log.say(`process ${process.pid} left: ${trouble ? 'it could not go on' : (owner.host.why ?? 'stopped')}`);
  return trouble ? 'trouble' : 'left';
}

/** BE-ENGINE-5. */
async function takeUp(
  { engine, host }: Owner,
  { log, timers }: Pick<EngineOptions, 'log' | 'timers'>,
  onTrouble: (error: unknown) => void,
): Promise<void> {
  const taken = await engine.takeUpWaiting({ timers, until: host.leaving }).catch((error: unknown) => {
    onTrouble(error);
    return [];
  });
  if (timers || taken.length > 0) log.say(`taken up: ${taken.join(', ') || 'nothing'}`);
}

/** BE-ENGINE-4. */
async function settle({ clock }: Tools, { host }: Owner, log: EngineLog): Promise<void> {
  await clock.until(clock.now() + settledMs, host.leaving);
  if (!host.leaving.aborted) await loadRest().catch((error: unknown) => log.sayOf(messageOf(error)));
}

/** BE-ENGINE-2. */
async function ownerFor(
  tools: Tools,
  options: Parameters<typeof becomeOwner>[1],
): Promise<Owner | undefined> {
  const { clock, places } = tools;
  const giveUpAt = clock.monotonic() + lettingGoMs;
  for (;;) {
    const owner = await becomeOwner(tools, options);
    if (owner !== undefined || (await ownerAlive(places)) || clock.monotonic() > giveUpAt) return owner;
    await clock.until(clock.now() + tryAgainMs, never);
  }
}

const never = new AbortController().signal;

/** BE-ENGINE-1, BE-ENGINE-3. */
async function stay(
  { clock, places }: Tools,
  owner: Owner,
  { graceMs, isTroubled }: { readonly graceMs: number; readonly isTroubled: () => boolean },
): Promise<void> {
  const { host, engine, listening, triggers } = owner;
  const isNeeded = (): boolean =>
    listening.isOn() ||
    triggers.isOn() ||
    owner.isAsked() ||
    engine.driven().length > 0 ||
    engine.awaited().length > 0;
  let neededAt = clock.monotonic();
  let heldAt = neededAt;
  while (!host.leaving.aborted && !isTroubled()) {
    await clock.until(clock.now() + Math.min(tickMs, graceMs), host.leaving);
    if (isNeeded()) neededAt = clock.monotonic();
    if (!listening.isForNobody()) heldAt = clock.monotonic();
    else if (clock.monotonic() - heldAt >= holdMs) await listening.close();
    const isOver = clock.monotonic() - neededAt >= graceMs || !existsSync(places.database);
    if (isOver) void owner.stop('idle');
    else await owner.listenAgain().catch(() => undefined); // the folder around it may come back
  }
}
