// The journal in one SQLite file: opening it, and what answers each call of the port.

import path from 'node:path';
import { isAbsent, lookAt } from '../absent.ts';
import { AnchorReader, areAnchorsGone, readAnchors } from '../anchors.ts';
import type { Head, Journal } from '../journal.ts';
import { loadSqliteDriver, type SqliteDriver, words } from './driver.ts';
import { readOnlyProblem } from './errors.ts';
import { type VersionProblem, readingProblem } from './migrations.ts';
import {
  readFacts,
  readInbox,
  readNewest,
  readSentAs,
  readStream,
  readStreams,
  readSummaries,
  readTail,
  verify,
} from './queries.ts';
import { SqliteReader } from './reader.ts';
import { openForReading, stillness } from './open-database.ts';
import type { Session } from './statements.ts';
import type { RebuildFacts, RebuildView } from './view-tables.ts';
import type { Writer } from './writer.ts';

export interface SqliteJournalOptions {
  readonly file: string;
  /** Where heads are written down, outside the database. */
  readonly anchorsDir: string;
  readonly readOnly?: boolean;
  /** Makes a run's view from its events; without it, view tables of another version stay as they are. */
  readonly rebuildView?: RebuildView;
  /** Makes the facts of a repository from its events. */
  readonly rebuildFacts?: RebuildFacts;
  /** Another way to SQLite than the one that is found. */
  readonly driver?: SqliteDriver;
}

export type OpenProblem =
  | VersionProblem
  | { readonly code: 'missing' | 'lost' | 'no-driver' | 'unusable'; readonly message: string };

export type OpenedJournal =
  | { readonly ok: true; readonly journal: Journal }
  | { readonly ok: false; readonly problem: OpenProblem };

export async function openSqliteJournal(options: SqliteJournalOptions): Promise<OpenedJournal> {
  const driver = options.driver ?? (await loadSqliteDriver());
  if (driver instanceof Error) return refused('no-driver', driver.message);
  const { file } = options;
  try {
    const gone = goneHow(file);
    if (gone !== undefined && isWrittenDown(options)) return refused('lost', lostWords(options, gone));
    if (options.readOnly === true && isAbsent(file)) {
      return refused('missing', `There is no journal at ${file}. \`slipway run\` makes one.`);
    }
    const areGone = areAnchorsGone(options.anchorsDir) && !isAbsent(file);
    if (areGone && hasEvents(driver, file)) return refused('lost', anchorsLostWords(options));
    if (options.readOnly === true) return openReader(driver, options);
    // Loaded for writing alone: commands that only look start faster without it.
    const { openWriter } = await import('./open-writer.ts');
    const opened = openWriter(driver, options, isWrittenDown(options));
    if (opened === 'lost') return refused('lost', lostWords(options, 'is empty'));
    return 'problem' in opened
      ? { ok: false, ...opened }
      : { ok: true, journal: writing(opened.writer, options) };
  } catch (error) {
    return refused(
      'unusable',
      `${file} cannot be opened as a journal (${words(error)}). Look at the file, the folder's permissions and the room on the disk.`,
    );
  }
}

function openReader(driver: SqliteDriver, { file, anchorsDir }: SqliteJournalOptions): OpenedJournal {
  // Before the statements are prepared: on tables of another version they do not even parse.
  const connection = openForReading(driver, file, stillness(file));
  const problem = readingProblem(connection, file);
  connection.close();
  if (problem?.found === 0 && isWrittenDown({ anchorsDir })) {
    return refused('lost', lostWords({ file, anchorsDir }, 'is empty'));
  }
  if (problem !== undefined) return { ok: false, problem };
  const reader = new SqliteReader(driver, file);
  const refuse = (): Promise<never> => Promise.reject(readOnlyProblem(file));
  const journal = { ...reads(reader, anchorsDir), append: refuse, takeOver: refuse };
  return { ok: true, journal: { ...journal, close: async () => reader.close() } };
}

function writing(writer: Writer, { anchorsDir }: SqliteJournalOptions): Journal {
  return {
    ...reads(writer, anchorsDir),
    append: (batch) => writer.append(batch),
    takeOver: async () => writer.takeOver(),
    close: async () => writer.close(),
  };
}

interface Source {
  readonly use: <T>(task: (session: Session) => T) => T;
}

const knownMax = 10_000;
const runPrefix = 'run/';

function reads(source: Source, anchorsDir: string): Omit<Journal, 'append' | 'takeOver' | 'close'> {
  const known = new Map<string, Head>();
  const anchors = new AnchorReader(anchorsDir);
  return {
    read: async (stream, after = 0) => {
      const before = known.get(stream);
      // Before the rows: a head that moves on meanwhile is then ahead of its anchor, never behind.
      const anchor = before === undefined ? anchors.read().get(stream) : 'unasked';
      const read = source.use((session) => readStream(session, stream, after, { known: before, anchor }));
      if (known.size >= knownMax) known.clear();
      if (read.known.seq > 0) known.set(stream, read.known);
      return read.events;
    },
    tail: async (afterPosition, limit) => source.use((session) => readTail(session, afterPosition, limit)),
    newest: async () => source.use((session) => readNewest(session)),
    sentAs: async (id) => source.use((session) => readSentAs(session, id)),
    streams: async (prefix) => source.use((session) => readStreams(session, prefix)),
    summaries: async (filter = {}) => source.use((session) => readSummaries(session, filter)),
    facts: async (filter) => source.use((session) => readFacts(session, filter)),
    inbox: async () => source.use((session) => readInbox(session)),
    verify: async (stream, since) => {
      const anchor = anchors.read().get(stream); // before the rows, as above
      const verified = source.use((session) => verify(session, stream, anchor, since));
      if (verified.ok && verified.events > 0)
        known.set(stream, { seq: verified.events, hash: verified.head });
      return verified;
    },
    lost: async () => {
      const anchored = [...anchors.read().keys()].filter((stream) => stream.startsWith(runPrefix));
      const shown = new Set(source.use((session) => readSummaries(session, {})).map(({ run }) => run));
      return anchored.map((stream) => stream.slice(runPrefix.length)).filter((run) => !shown.has(run));
    },
  };
}

/** In a database that has tables; one that cannot be read is told by whoever opens it. */
function hasEvents(driver: SqliteDriver, file: string): boolean {
  const connection = openForReading(driver, file, stillness(file));
  try {
    return connection.prepare('select 1 from event limit 1').get() !== undefined;
  } catch {
    return false;
  } finally {
    connection.close();
  }
}

function anchorsLostWords({ file, anchorsDir }: SqliteJournalOptions): string {
  return (
    `The anchors of the journal are lost: ${path.join(anchorsDir, 'heads.jsonl')} is gone, though ${file} has events. An end of it that was lost with them would not be noticed, so nothing goes on. ` +
    'Put anchors/ back from a copy of the home, or point SLIPWAY_HOME at another folder to begin anew.'
  );
}

/** Nothing is in it, which is what a new one looks like. */
function goneHow(file: string): string | undefined {
  const there = lookAt(file);
  if (there === undefined) return 'is gone';
  return there.size === 0n ? 'is empty' : undefined;
}

/** Whether heads of streams lie outside the database, which is then no new one. */
function isWrittenDown({ anchorsDir }: Pick<SqliteJournalOptions, 'anchorsDir'>): boolean {
  return readAnchors(anchorsDir).size > 0;
}

function lostWords(
  { file, anchorsDir }: Pick<SqliteJournalOptions, 'file' | 'anchorsDir'>,
  how: string,
): string {
  const runs = [...readAnchors(anchorsDir).keys()].filter((stream) => stream.startsWith(runPrefix)).length;
  return (
    `The journal is lost: ${file} ${how}, though ${anchorsDir} knows of ${runs} ${runs === 1 ? 'run' : 'runs'} in it. Nothing was made in its place. ` +
    'Put slipway.db back from a copy of the home, with its -wal file if there is one; to begin anew, point SLIPWAY_HOME at another folder.'
  );
}

function refused(code: Exclude<OpenProblem['code'], VersionProblem['code']>, message: string): OpenedJournal {
  return { ok: false, problem: { code, message } };
}
