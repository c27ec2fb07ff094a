// The journal in one SQLite file: opening it, and what answers each call of the port.

import { isAbsent } from '../absent.ts';
import { readAnchors } from '../anchors.ts';
import type { Journal } from '../journal.ts';
import { loadSqliteDriver, type SqliteDriver, words } from './driver.ts';
import { readOnlyProblem } from './errors.ts';
import { type VersionProblem, versionProblem } from './migrations.ts';
import {
  readFacts,
  readInbox,
  readSentAs,
  readStream,
  readStreams,
  readSummaries,
  readTail,
  verify,
} from './queries.ts';
import { Reader } from './reader.ts';
import { openForReading, type Session, stillness } from './session.ts';
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
  | { readonly code: 'missing' | 'no-driver' | 'unusable'; readonly message: string };

export type OpenedJournal =
  | { readonly ok: true; readonly journal: Journal }
  | { readonly ok: false; readonly problem: OpenProblem };

export async function openSqliteJournal(options: SqliteJournalOptions): Promise<OpenedJournal> {
  const driver = options.driver ?? (await loadSqliteDriver());
  if (driver instanceof Error) return refused('no-driver', driver.message);
  const { file } = options;
  if (options.readOnly === true && isAbsent(file)) {
    return refused('missing', `There is no journal at ${file}. \`slipway run\` makes one.`);
  }
  try {
    if (options.readOnly === true) return openReader(driver, options);
    // Loaded for writing alone: commands that only look start faster without it.
    const { openWriter } = await import('./open-writer.ts');
    const opened = openWriter(driver, options);
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
  const problem = versionProblem(connection, file);
  connection.close();
  if (problem !== undefined) return { ok: false, problem };
  const reader = new Reader(driver, file);
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

function reads(source: Source, anchorsDir: string): Omit<Journal, 'append' | 'takeOver' | 'close'> {
  return {
    read: async (stream, after = 0) => source.use((session) => readStream(session, stream, after)),
    tail: async (afterPosition, limit) => source.use((session) => readTail(session, afterPosition, limit)),
    sentAs: async (id) => source.use((session) => readSentAs(session, id)),
    streams: async (prefix) => source.use((session) => readStreams(session, prefix)),
    summaries: async (filter = {}) => source.use((session) => readSummaries(session, filter)),
    facts: async (filter) => source.use((session) => readFacts(session, filter)),
    inbox: async () => source.use((session) => readInbox(session)),
    verify: async (stream) => {
      // Before the rows: a head that moves on meanwhile is then ahead of its anchor, never behind.
      const anchor = readAnchors(anchorsDir).get(stream);
      return source.use((session) => verify(session, stream, anchor));
    },
  };
}

function refused(code: 'missing' | 'no-driver' | 'unusable', message: string): OpenedJournal {
  return { ok: false, problem: { code, message } };
}
