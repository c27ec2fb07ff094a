// Owning a home: the lock, the journal as its writer, the engine, and the socket others reach us by.

import type { MendingEngine } from '../../engine/agent-halts.ts';
import type { BoundaryHook } from '../../engine/engine.ts';
import { HomeLedger } from '../../engine/home-ledger.ts';
import { factsIn, MemoryLedger } from '../../engine/memory-ledger.ts';
import { Runs } from '../../engine/runs.ts';
import type { SocketServer } from '../../engine/socket.ts';
import { serveOwner } from '../../engine/socket.ts';
import { makeSocketFolder } from '../../engine/socket-folder.ts';
import type { Journal } from '../../journal/journal.ts';
import { openSqliteJournal } from '../../journal/sqlite/sqlite.ts';
import type { OwnerLock } from '../../journal/sqlite/lock.ts';
import { takeOwnerLock } from '../../journal/sqlite/lock.ts';
import { TurnsByKey } from '../../telemetry/in-turn.ts';
import { artifactWriter } from './write-artifacts.ts';
import { buildHere } from './build.ts';
import { homeEngine } from './home-engine.ts';
import { memoryKeeper } from './memory-keeper.ts';
import type { Tools } from '../parts.ts';
import { effectParts } from '../parts.ts';
import type { Places } from './home-places.ts';
import { makeHome } from './home-places.ts';
import { removeAddress, writeAddress } from './owner-address.ts';
import { rebuildView } from './rebuild-view.ts';
import { clearStaleLocks } from './stale-locks.ts';
import { UserError } from '../ending/user-error.ts';
import { answerCall } from '../verbs/answer-call.ts';
import type { AskedOrder } from '../verbs/verb.ts';

export interface Owner {
  readonly engine: MendingEngine;
  readonly runs: Runs;
  readonly journal: Journal;
  readonly home: HomeLedger;
  readonly memory: MemoryLedger;
  /** For orders, by the id of their sender. */
  readonly turns: TurnsByKey;
  /** Takes on nothing more and stops the engine; what was recorded can still be read. */
  readonly stop: () => Promise<void>;
  /** Stops the engine, lets go of socket and lock. Twice is once. */
  readonly close: () => Promise<void>;
}

export interface OwnerOptions {
  readonly onTrouble: (error: unknown) => void;
  readonly onBoundary?: BoundaryHook;
  /** Told of every connection to the socket. */
  readonly onConnection?: () => void;
}

interface Serving extends Pick<OwnerOptions, 'onConnection'> {
  readonly tools: Tools;
  readonly owner: AskedOrder['owner'];
  readonly isLeaving: () => boolean;
}

/** Undefined while another process owns the home. */
export async function becomeOwner(tools: Tools, options: OwnerOptions): Promise<Owner | undefined> {
  const { places } = tools;
  await makeHome(places);
  const lock = await takeOwnerLock(places.lock);
  if (lock === undefined) return undefined;
  try {
    await makeSocketFolder(places.socket);
    return await owning(tools, options, lock);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function owning(tools: Tools, options: OwnerOptions, lock: OwnerLock): Promise<Owner> {
  const { places } = tools;
  const opened = await openSqliteJournal({
    file: places.database,
    anchorsDir: places.anchors,
    rebuildView,
    rebuildFacts: factsIn,
  });
  if (!opened.ok) throw new UserError(opened.problem.message, 'missing');
  const { journal } = opened;
  await journal.takeOver();
  await clearStaleLocks(places.home);
  const runs = new Runs(journal, tools.clock);
  const home = new HomeLedger(journal, tools.clock);
  const memory = new MemoryLedger(journal, tools.clock);
  const parts = effectParts(tools, {
    home,
    artifacts: artifactWriter(tools, journal),
    memory: memoryKeeper({ ...tools, journal, ledger: memory }),
  });
  const engine = homeEngine({ tools, parts, runs, home, journal, options });
  let leaving = false;
  const owner = { engine, runs, journal, home, memory, turns: new TurnsByKey() };
  const server = await serve({ ...options, tools, owner, isLeaving: () => leaving });
  const stop = once(() => {
    leaving = true;
    return engine.stop();
  });
  await writeAddress(places);
  const close = once(() => closeAll({ stop, server, journal, lock, places }));
  return { ...owner, stop, close };
}

/** The same table that a command carries out in its own process. */
function serve({ tools, owner, isLeaving, onConnection }: Serving): Promise<SocketServer> {
  return serveOwner(tools.places.socket, {
    build: buildHere(),
    answer: async (call, say, gone) => {
      // What an engine that stops still takes in, nobody would move: the caller is sent on instead, also with what was
      // taken in just before. Its successor knows the order by its id.
      if (isLeaving()) return { leaving: true };
      const frame = await answerCall(call, { tools, owner, say, gone });
      return isLeaving() && 'output' in frame ? { leaving: true } : frame;
    },
    ...(onConnection === undefined ? {} : { onConnection }),
  });
}

async function closeAll(parts: {
  readonly stop: () => Promise<void>;
  readonly server: SocketServer;
  readonly journal: Journal;
  readonly lock: OwnerLock;
  readonly places: Places;
}): Promise<void> {
  await parts.stop();
  // Before the lock is let go of: nobody else listens there until then.
  await removeAddress(parts.places);
  await parts.server.close();
  await parts.journal.close();
  parts.lock.release();
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
