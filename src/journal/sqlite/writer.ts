// The one who writes: appends of one tick share a transaction, and each caller hears of it after the commit.
//
// Invariants
//   WRITER-1. A caller's promise resolves only after the commit that holds its events (JOURNAL-2).
//   WRITER-2. The epoch is compared inside the transaction that inserts (JOURNAL-3).
//   WRITER-3. What is remembered of heads and of the epoch is believed only while no other connection has committed since,
//       which is asked inside that transaction; the unique index on (stream, seq) stands behind the heads (JOURNAL-1).
//   WRITER-4. A refused or damaged append, or one whose view cannot be made, does not touch the others of its group; a failed
//       commit rejects the whole group.

import type { RepositoryFact } from '../../core/memory/facts.ts';
import type { Anchors } from '../anchors.ts';
import { bodiesOf, genesis, linkHash } from '../chain.ts';
import {
  type Append,
  type Appended,
  JournalDamaged,
  JournalUnavailable,
  type RunView,
  wrongWords,
} from '../journal.ts';
import type { Anchor } from '../verify.ts';
import type { Connection, SqliteDriver, SqlValue } from './driver.ts';
import { isDamage, unavailable } from './errors.ts';
import { headOf, readMeta } from './queries.ts';
import { openForWriting } from './open-database.ts';
import { type Session, sessionOn } from './statements.ts';
import { writeFacts, writeViews } from './view-tables.ts';

/** More than all runs of a home bring in one tick: a group that is cut in two writes the summaries of its runs twice. */
const groupAppendsMax = 2_000;
const rememberedStreamsMax = 10_000;
/** How long a closing writer waits for readers before it leaves the WAL as it is. */
const closingMs = 200;

interface Pending {
  readonly batch: Append;
  readonly bodies: readonly string[];
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: unknown) => void;
}

type Result = Appended | JournalDamaged;

/** What the appends of a group come to, before any of it is written. */
interface Planned {
  readonly rows: (readonly SqlValue[])[];
  /** Of each stream the newest. */
  readonly views: Map<string, () => RunView>;
  readonly facts: RepositoryFact[];
  readonly touched: Map<string, Anchor>;
}

export class Writer {
  readonly #driver: SqliteDriver;
  readonly #file: string;
  readonly #anchors: Anchors;
  readonly #heads = new Map<string, Anchor>();
  /** What the newest append of a stream is called (JOURNAL-7). */
  readonly #names = new Map<string, number>();
  readonly #inboxes = new Map<string, string>();
  #session: Session | undefined;
  #epoch: number;
  #dataVersion: unknown;
  #waiting: Pending[] = [];
  #closed = false;

  constructor(driver: SqliteDriver, file: string, session: Session, anchors: Anchors) {
    this.#driver = driver;
    this.#file = file;
    this.#session = session;
    this.#anchors = anchors;
    this.#epoch = readMeta(session, 'epoch');
  }

  append(batch: Append): Promise<Appended> {
    return new Promise((resolve, reject) => {
      const bodies = bodiesOf(batch.events, batch.at);
      if (this.#closed) throw this.#gone();
      this.#waiting.push({ batch, bodies, resolve, reject });
      if (this.#waiting.length === 1) setImmediate(() => this.#flush());
    });
  }

  takeOver(): number {
    return this.use((session) => {
      session.statements.begin.run();
      try {
        const epoch = readMeta(session, 'epoch') + 1;
        session.statements.setMeta.run(epoch, 'epoch');
        session.statements.commit.run();
        this.#epoch = epoch;
        return epoch;
      } catch (error) {
        rollBack(session);
        throw error;
      }
    });
  }

  /** Runs a task on the connection, opening a new one where the last was given up. */
  use<T>(task: (session: Session) => T): T {
    if (this.#closed) throw this.#gone();
    try {
      return task(this.#open());
    } catch (error) {
      throw unavailable(error, this.#file);
    }
  }

  close(): void {
    if (this.#closed) return;
    this.#flush();
    const owner = this.#owns();
    this.#closed = true;
    this.#anchors.close(owner);
    if (owner && this.#session !== undefined) foldWal(this.#session.connection);
    this.#session?.connection.close();
    this.#session = undefined;
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < waiting.length; from += groupAppendsMax) {
      this.#settle(waiting.slice(from, from + groupAppendsMax));
    }
  }

  #settle(group: readonly Pending[]): void {
    let results: readonly Result[];
    try {
      results = this.#commit(this.#open(), group);
    } catch (error) {
      this.#giveUp(group, error);
      return;
    }
    for (const [index, pending] of group.entries()) {
      const result = results[index];
      if (result === undefined || result instanceof JournalDamaged) pending.reject(result);
      else pending.resolve(result); // WRITER-1
    }
  }

  #commit(session: Session, group: readonly Pending[]): readonly Result[] {
    session.statements.begin.run();
    const epoch = this.#epochNow(session);
    if (epoch !== this.#epoch) {
      rollBack(session);
      return group.map(() => ({ ok: false, refused: 'fenced', epoch })); // WRITER-2
    }
    const planned: Planned = { rows: [], views: new Map(), facts: [], touched: new Map() };
    const results = group.map((pending) => this.#plan(session, pending, planned));
    const { rows, views, facts, touched } = planned;
    const position = session.statements.insert(rows);
    if (views.size > 0) writeViews(session, madeOf(views), this.#inboxes);
    if (facts.length > 0) writeFacts(session, facts);
    session.statements.commit.run();
    if (touched.size > 0) this.#anchors.write(touched);
    return results.map((result) => positioned(result, position - rows.length));
  }

  /** A planned append is answered with the number of its last row in the group; `positioned` makes it a position. */
  #plan(session: Session, pending: Pending, { rows, views, facts, touched }: Planned): Result {
    const { stream, after, at, events, view, name, follows } = pending.batch;
    const head = this.#head(session, stream);
    if (head instanceof JournalDamaged) return head;
    const isNext = head.seq === after && (follows === undefined || this.#names.get(stream) === follows);
    if (!isNext) return { ok: false, refused: 'conflict', seq: head.seq };
    let { seq, hash: previous } = head;
    for (const [index, body] of pending.bodies.entries()) {
      seq += 1;
      const hash = linkHash({ previous, stream, seq, at, body });
      rows.push([stream, seq, at, events[index]?.type ?? '', body, previous, hash, this.#epoch]);
      previous = hash;
    }
    if (view !== undefined) views.set(stream, view);
    facts.push(...(pending.batch.facts ?? []));
    const next = { seq, hash: previous };
    this.#heads.set(stream, next);
    if (name === undefined) this.#names.delete(stream);
    else this.#names.set(stream, name);
    touched.set(stream, next);
    return { ok: true, seq, position: rows.length };
  }

  /** The newest event of a stream. A stream that lost events that were anchored is not continued. */
  #head(session: Session, stream: string): Anchor | JournalDamaged {
    const remembered = this.#heads.get(stream);
    if (remembered !== undefined) return remembered;
    const head = headOf(session, stream) ?? { seq: 0, hash: genesis };
    const anchor = this.#anchors.of(stream);
    if (anchor !== undefined) {
      if (anchor.seq > head.seq) return new JournalDamaged(stream, anchor.seq, wrongWords['behind-anchor']);
      const hash = session.statements.hashAt.get(stream, anchor.seq)?.['hash'];
      if (hash !== anchor.hash) return new JournalDamaged(stream, anchor.seq, wrongWords['anchor-differs']);
    }
    this.#heads.set(stream, head);
    return head;
  }

  /** WRITER-3: where nobody else wrote, nobody else took over, and it is ours as it was. */
  #epochNow(session: Session): number {
    const version = session.statements.dataVersion.get()?.['data_version'];
    if (this.#heads.size > rememberedStreamsMax) this.#forget();
    if (version === this.#dataVersion) return this.#epoch;
    this.#forget();
    const epoch = readMeta(session, 'epoch');
    // A writer that was taken over from asks again every time.
    this.#dataVersion = epoch === this.#epoch ? version : undefined;
    return epoch;
  }

  #forget(): void {
    this.#heads.clear();
    this.#names.clear();
    this.#inboxes.clear();
  }

  /** Nothing of the group was recorded. What is wrong with one append, and not with the database, fails that one alone (WRITER-4). */
  #giveUp(group: readonly Pending[], error: unknown): void {
    this.#forget();
    if (this.#session !== undefined) rollBack(this.#session);
    const [first, ...others] = group;
    if (first === undefined) return;
    const problem = isDamage(error)
      ? new JournalDamaged(first.batch.stream, first.batch.after + 1, wrongWords.unreadable)
      : unavailable(error, this.#file);
    if (others.length > 0 && !(problem instanceof JournalUnavailable)) {
      for (const pending of group) this.#settle([pending]);
      return;
    }
    if (problem instanceof JournalUnavailable && problem.code === 'io') this.#drop();
    for (const pending of group) pending.reject(problem);
  }

  /** After an I/O error nothing the connection remembers is believed: the next use opens and recovers anew. */
  #drop(): void {
    try {
      this.#session?.connection.close();
    } catch {
      // It is given up either way.
    }
    this.#session = undefined;
    this.#dataVersion = undefined;
  }

  #open(): Session {
    this.#session ??= sessionOn(openForWriting(this.#driver, this.#file));
    return this.#session;
  }

  #owns(): boolean {
    try {
      return this.use((session) => readMeta(session, 'epoch')) === this.#epoch;
    } catch {
      return false;
    }
  }

  #gone(): JournalUnavailable {
    return new JournalUnavailable('closed', `The journal ${this.#file} is closed.`);
  }
}

function madeOf(views: ReadonlyMap<string, () => RunView>): readonly RunView[] {
  return Array.from(views.values(), (view) => view());
}

/** Rows of one transaction get positions in a row: nobody else writes meanwhile. */
function positioned(result: Result, before: number): Result {
  if (result instanceof JournalDamaged || !result.ok) return result;
  return { ...result, position: before + result.position };
}

/**
 * Closing the last connection would do this, but the packaged driver keeps a connection half open until its
 * statements are collected. Where a reader is in the way, the WAL stays and nothing is lost.
 */
function foldWal(connection: Connection): void {
  try {
    connection.exec(`pragma busy_timeout = ${closingMs}; pragma wal_checkpoint(truncate)`);
  } catch {
    return;
  }
}

/** Where SQLite has already ended the transaction there is nothing left to roll back. */
function rollBack(session: Session): void {
  try {
    session.connection.exec('rollback');
  } catch {
    return;
  }
}
