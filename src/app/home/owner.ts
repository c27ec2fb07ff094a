// Owning a home: the lock, the journal as its writer, the engine, and the socket others reach us by.

import { existsSync } from 'node:fs';
import type { BoundaryHook } from '../../engine/engine.ts';
import { HomeLedger } from '../../engine/home-ledger.ts';
import { TriggerLedger } from '../../engine/trigger-ledger.ts';
import { Intact } from '../../engine/intact.ts';
import { factsIn, MemoryLedger } from '../../engine/memory-ledger.ts';
import { Runs, streamOf } from '../../engine/runs.ts';
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
import { Environments } from './environments.ts';
import type { HostFacts, Leaving } from './host.ts';
import { dueOf, Host } from './host.ts';
import type { HomeEngine } from './home-engine.ts';
import { homeEngine } from './home-engine.ts';
import { refuseImported } from './imported.ts';
import type { OpenHooks } from '../../triggers/posted.ts';
import { Chat } from '../chat/chat.ts';
import { Triggers } from '../triggers/triggers.ts';
import type { OpenListener } from './listening.ts';
import { Listening } from './listening.ts';
import { memoryKeeper } from './memory-keeper.ts';
import type { EffectParts } from '../../effects/parts.ts';
import type { Tools } from '../parts.ts';
import { effectParts, homeTag } from '../parts.ts';
import type { Places } from './home-places.ts';
import { makeHome } from './home-places.ts';
import { removeAddress, writeAddress } from './owner-address.ts';
import { rebuildView } from './rebuild-view.ts';
import { clearStaleLocks } from './stale-locks.ts';
import { UserError } from '../ending/user-error.ts';
import { answerCall } from '../verbs/answer-call.ts';
import type { AskedOrder } from '../verbs/verb.ts';

export interface Owner {
  readonly engine: HomeEngine;
  readonly runs: Runs;
  readonly journal: Journal;
  readonly home: HomeLedger;
  readonly memory: MemoryLedger;
  readonly chat: Chat;
  /** For orders, by the id of their sender. */
  readonly turns: TurnsByKey;
  readonly environments: Environments;
  readonly host: Host;
  /** Where it is heard beside its socket. */
  readonly listening: Listening;
  /** What starts and steers runs besides people, in this process. */
  readonly triggers: Triggers;
  /** How many processes of an owner before it were still at work, and ended. */
  readonly survivors: number;
  /** Whether somebody is connected. */
  readonly isAsked: () => boolean;
  /** Where its socket or the folder around it was taken away, nobody reaches it any more: it listens again. */
  readonly listenAgain: () => Promise<void>;
  /** Takes on nothing more and stops the engine; what was recorded can still be read. */
  readonly stop: (why?: Leaving) => Promise<void>;
  /** Stops the engine, lets go of socket and lock. Twice is once. */
  readonly close: () => Promise<void>;
}

export interface OwnerOptions {
  readonly onTrouble: (error: unknown) => void;
  readonly onBoundary?: BoundaryHook;
  /** Told of every connection to the socket. */
  readonly onConnection?: () => void;
  /** It is nobody's command, and leaves by itself after so long with nothing to do. */
  readonly detached?: { readonly graceMs: number };
  /** How it comes to be heard beside its socket; a command at a terminal is not. */
  readonly openListener?: OpenListener;
  readonly openHooks?: OpenHooks;
}

interface Serving extends Pick<OwnerOptions, 'onConnection'> {
  readonly tools: Tools;
  readonly owner: AskedOrder['owner'];
}

/** Undefined while another process owns the home. */
export async function becomeOwner(tools: Tools, options: OwnerOptions): Promise<Owner | undefined> {
  const { places } = tools;
  refuseImported(places);
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
  // What an owner that was killed left at work is nobody's, whether or not somebody takes its run up: it would go on spending.
  const survivors = await tools.processes.endSurvivors(homeTag(places.home));
  await clearStaleLocks(places.home);
  const runs = new Runs(journal, tools.clock, undefined, new Intact({ journal, blobs: tools.blobs }));
  const home = new HomeLedger(journal, tools.clock);
  const memory = new MemoryLedger(journal, tools.clock);
  const chat = new Chat(journal, tools.clock);
  const kept = {
    home,
    artifacts: artifactWriter(tools, journal),
    headOf: async (run: string) => (await journal.read(streamOf(run))).at(-1),
    memory: memoryKeeper({ ...tools, journal, ledger: memory }),
  };
  const environments = new Environments(tools);
  const partsIn = (dressedTools: Tools): EffectParts => effectParts(dressedTools, kept);
  const engine = homeEngine({ tools, environments, partsIn, runs, home, journal, options });
  const facts = hostFacts({ tools, runs, engine, options, listens: () => listens() });
  const stopOnce = once(() => engine.stop());
  const host = new Host(facts, () => void stopOnce());
  const stop = (why: Leaving = 'stopped'): Promise<void> => {
    host.leave(why);
    return stopOnce();
  };
  const listening = new Listening(options.openListener);
  const turns = new TurnsByKey();
  const triggers = new Triggers({
    tools,
    ledger: new TriggerLedger(journal, tools.clock),
    openHooks: options.openHooks,
    onTrouble: options.onTrouble,
  });
  const listens = (): NonNullable<HostFacts['listens']> => [
    ...(listening.isOn() ? ['page' as const] : []),
    ...(triggers.isOn() ? ['triggers' as const] : []),
  ];
  const owner = {
    engine,
    runs,
    journal,
    home,
    memory,
    chat,
    turns,
    environments,
    host,
    listening,
    triggers,
    survivors,
  };
  let server = await serve({ ...options, tools, owner });
  await writeAddress(places);
  const listenAgain = async (): Promise<void> => {
    if (existsSync(places.socket) && existsSync(places.address)) return;
    await server.close(); // it takes its socket along, and would take the new one
    server = await serve({ ...options, tools, owner });
    await writeAddress(places);
  };
  const close = once(() =>
    closeAll({ stop, listening, triggers, server: () => server, journal, lock, places }),
  );
  return { ...owner, isAsked: () => server.connections() > 0, listenAgain, stop, close };
}

function hostFacts({
  tools: { clock },
  runs,
  engine,
  options: { detached },
  listens,
}: {
  readonly tools: Tools;
  readonly runs: Runs;
  readonly engine: HomeEngine;
  readonly options: OwnerOptions;
  readonly listens: () => HostFacts['listens'];
}): () => Omit<HostFacts, 'attached'> {
  const startedAt = clock.now();
  const build = buildHere();
  return () => ({
    pid: process.pid,
    build,
    startedAt,
    detached: detached !== undefined,
    due: engine.driven().map((id) => {
      const run = runs.state(id);
      return run === undefined ? { run: id } : dueOf(run, (key) => runs.begunAt(id, key));
    }),
    awaits: engine.awaited(),
    listens: listens(),
    ...(detached === undefined ? {} : { graceMs: detached.graceMs }),
  });
}

/** The same table that a command carries out in its own process. */
function serve({ tools, owner, onConnection }: Serving): Promise<SocketServer> {
  const isLeaving = (): boolean => owner.host.leaving.aborted;
  return serveOwner(tools.places.socket, {
    build: buildHere(),
    answer: async (call, say, gone) => {
      // What an engine that stops still takes in, nobody would move: the caller is sent on instead, also with what was
      // taken in just before. Its successor knows the order by its id.
      if (isLeaving() && !isAboutOwner(call.verb)) return { leaving: true };
      const frame = await answerCall(call, { tools, owner, say, gone });
      return isLeaving() && 'output' in frame && !isAboutOwner(call.verb) ? { leaving: true } : frame;
    },
    ...(onConnection === undefined ? {} : { onConnection }),
  });
}

/** What is asked of the process itself, it answers to the last. */
function isAboutOwner(verb: string): boolean {
  return verb === 'engine' || verb === 'leave';
}

async function closeAll(parts: {
  readonly stop: () => Promise<void>;
  readonly listening: Listening;
  readonly triggers: Triggers;
  readonly server: () => SocketServer;
  readonly journal: Journal;
  readonly lock: OwnerLock;
  readonly places: Places;
}): Promise<void> {
  // Browsers are told at once that nobody is there, and ask again until the next one listens.
  await parts.listening.close();
  await parts.triggers.stop();
  await parts.stop();
  // Before the lock is let go of: nobody else listens there until then.
  await removeAddress(parts.places);
  await parts.server().close();
  await parts.journal.close();
  parts.lock.release();
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => (done ??= work());
}
