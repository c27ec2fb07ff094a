// Owning a home: the lock, the journal as its writer, the engine, and the socket others reach us by.

import type { MendingEngine } from '../engine/agent-halts.ts';
import type { BoundaryHook } from '../engine/engine.ts';
import { HomeLedger } from '../engine/home-ledger.ts';
import { factsIn, MemoryLedger } from '../engine/memory-ledger.ts';
import { Runs } from '../engine/runs.ts';
import type { SocketServer } from '../engine/socket.ts';
import { serveOwner } from '../engine/socket.ts';
import type { Journal } from '../journal/journal.ts';
import { openSqliteJournal } from '../journal/sqlite/sqlite.ts';
import { takeOwnerLock } from '../journal/sqlite/lock.ts';
import { artifactWriter } from './artifacts.ts';
import { homeEngine } from './home-engine.ts';
import { memoryKeeper } from './memory-keeper.ts';
import type { Tools } from './parts.ts';
import { effectParts } from './parts.ts';
import { makeHome } from './places.ts';
import { rebuildView } from './rebuild-view.ts';
import { clearStaleLocks } from './stale-locks.ts';
import { UserError } from './user-error.ts';

export interface Owner {
  readonly engine: MendingEngine;
  readonly runs: Runs;
  readonly journal: Journal;
  readonly home: HomeLedger;
  readonly memory: MemoryLedger;
  /** Takes on nothing more and stops the engine; what was recorded can still be read. */
  readonly stop: () => Promise<void>;
  /** Stops the engine, lets go of socket and lock. Twice is once. */
  readonly close: () => Promise<void>;
}

export interface OwnerOptions {
  readonly onTrouble: (error: unknown) => void;
  readonly onBoundary?: BoundaryHook;
}

interface Served {
  readonly tools: Tools;
  readonly engine: MendingEngine;
  readonly home: HomeLedger;
  readonly memory: MemoryLedger;
  readonly isLeaving: () => boolean;
}

/** Undefined while another process owns the home. */
export async function becomeOwner(tools: Tools, options: OwnerOptions): Promise<Owner | undefined> {
  const { places } = tools;
  await makeHome(places);
  const lock = await takeOwnerLock(places.lock);
  if (lock === undefined) return undefined;
  const opened = await openSqliteJournal({
    file: places.database,
    anchorsDir: places.anchors,
    rebuildView,
    rebuildFacts: factsIn,
  });
  if (!opened.ok) {
    lock.release();
    throw new UserError(opened.problem.message, 'missing');
  }
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
  const server = await serve({ tools, engine, home, memory, isLeaving: () => leaving });
  const stop = once(() => {
    leaving = true;
    return engine.stop();
  });
  const close = once(() => closeAll({ stop, server, journal, lock }));
  return { engine, runs, journal, home, memory, stop, close };
}

function serve({ tools, engine, home, memory, isLeaving }: Served): Promise<SocketServer> {
  return serveOwner(tools.places.socket, async (request) => {
    // What an engine that stops still takes in, nobody would move: the caller is sent on instead.
    if (isLeaving()) return { type: 'leaving' };
    switch (request.type) {
      case 'ping':
        return { type: 'done' };
      case 'claim':
        return { type: 'claimed', run: await home.claim(request.event, request.before) };
      case 'submit':
        return {
          type: 'submitted',
          submitted: await engine.submit(request.run, request.command, request.sentAs),
        };
      case 'home':
        await home.record(request.event);
        return { type: 'done' };
      case 'memory': {
        const refusal = await memory.submit(request.repository, request.command, request.sentAs);
        return { type: 'remembered', ...(refusal === undefined ? {} : { refusal }) };
      }
      case 'resume-agent':
        return { type: 'resumed', runs: await engine.resumeAgent(request.agent, request.by) };
      case 'wake':
        await engine.recover(request.run);
        return { type: 'done' };
    }
  });
}

async function closeAll(parts: {
  readonly stop: () => Promise<void>;
  readonly server: SocketServer;
  readonly journal: Journal;
  readonly lock: { readonly release: () => void };
}): Promise<void> {
  await parts.stop();
  await parts.server.close();
  await parts.journal.close();
  parts.lock.release();
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
