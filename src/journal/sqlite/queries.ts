// What is read from the database. Rows are not believed: a value of the wrong kind is damage, not a crash.

import { parseBody } from '../chain.ts';
import {
  type FactFilter,
  type Head,
  JournalDamaged,
  JournalUnavailable,
  type Recorded,
  type Verification,
  ViewDamaged,
  type Wrong,
  wrongWords,
} from '../journal.ts';
import { byOpening, type SummaryFilter } from '../view-rows.ts';
import {
  type Anchor,
  anchorAt,
  type AnchorSeen,
  beginning,
  follows,
  isUnanchored,
  type StoredEvent,
  verifyStream,
} from '../verify.ts';
import type { RepositoryFact } from '../../core/memory/facts.ts';
import { searchWordsOf } from '../../core/memory/recall.ts';
import { type InboxItem, type RunSummary, viewVersion } from '../../views/run/summary.ts';
import type { Row, SqlValue, Statement } from './driver.ts';
import { isDamage } from './errors.ts';
import { unsealed } from './sealed.ts';
import type { Session } from './statements.ts';

/** What was looked at of a stream, and where its head was written down outside. */
export interface Looked {
  /** The newest event that was looked at, if one was. */
  readonly known: Head | undefined;
  readonly anchor: AnchorSeen;
}

/** JOURNAL-8. Events after `after`, and the newest that is known now. */
export function readStream(
  { statements }: Session,
  stream: string,
  after: number,
  { known = beginning, anchor: seen }: Looked,
): { readonly events: readonly Recorded[]; readonly known: Head } {
  const events: Recorded[] = [];
  const anchor = anchorAt(seen);
  const from = Math.min(after, known.seq);
  let ats: readonly [number, number] | undefined;
  let { seq, hash } = { seq: from, hash: from === known.seq ? known.hash : undefined };
  for (const row of readable(statements.read, stream, from)) {
    seq += 1;
    const found = row === undefined ? undefined : stored(row);
    const event = row === undefined ? undefined : recorded(row, found);
    const wrong = wrongWith(stream, { seq, hash, known, anchor }, found, event);
    if (wrong !== undefined || event === undefined) throw damaged(stream, seq, wrong ?? 'unreadable');
    hash = event.hash;
    ats = [ats?.[0] ?? event.at, event.at];
    if (seq > after) events.push(event);
  }
  if (ats !== undefined && isUnanchored(seen, ...ats)) throw damaged(stream, seq, 'unanchored');
  const written = Math.max(known.seq, anchor?.seq ?? 0);
  if (written > seq) throw damaged(stream, written, 'behind-anchor');
  return { events, known: hash === undefined ? known : { seq, hash } };
}

/** What is hashed was not looked at before; what was is told by its number, and the newest of it by its hash too. */
function wrongWith(
  stream: string,
  at: {
    readonly seq: number;
    readonly hash: string | undefined;
    readonly known: Head;
    readonly anchor: Anchor | undefined;
  },
  found: StoredEvent | undefined,
  event: Recorded | undefined,
): Wrong | undefined {
  const { seq, hash, known, anchor } = at;
  if (found === undefined) return 'unreadable';
  if (found.seq !== seq) return 'missing';
  if (event === undefined) return 'unreadable';
  if (seq === known.seq && found.hash !== known.hash) return 'hash';
  if (seq <= known.seq) return undefined;
  if (!follows(stream, hash ?? '', found) || event.event.type !== found.type) return 'hash';
  return anchor?.seq === seq && anchor.hash !== found.hash ? 'anchor-differs' : undefined;
}

function damaged(stream: string, seq: number, wrong: Wrong): JournalDamaged {
  return new JournalDamaged(stream, seq, wrongWords[wrong]);
}

/** Leaves out what cannot be read: one damaged stream must not hide the others; `verify` names it. */
export function readTail({ statements }: Session, afterPosition: number, limit: number): readonly Recorded[] {
  const events: Recorded[] = [];
  if (limit < 1) return events;
  for (const row of statements.tail.iterate(afterPosition)) {
    const event = recorded(row);
    if (event === undefined) continue;
    events.push(event);
    if (events.length >= limit) break;
  }
  return events;
}

export function readNewest({ statements }: Session): number {
  return Number(statements.newest.get()?.['position'] ?? 0);
}

/** Leaves out what cannot be read, as the tail does. */
export function readSentAs({ statements }: Session, id: string): readonly Recorded[] {
  return statements.sentAs.all(id).flatMap((row) => recorded(row) ?? []);
}

export function readStreams({ statements }: Session, prefix: string): readonly string[] {
  return statements.streams.all(prefix).map((row) => text(row['stream']) ?? '');
}

export function readSummaries(session: Session, filter: SummaryFilter): readonly RunSummary[] {
  const open = filter.open === undefined ? null : Number(filter.open);
  const { summaries, summariesOf } = session.statements;
  const repository = filter.repository ?? null;
  const rows =
    filter.runs === undefined
      ? summaries.all(repository, open)
      : summariesOf.all(JSON.stringify(filter.runs), repository, open);
  return rows.map((row) => viewRow(session, row, summaryColumns, isSummary));
}

export function readInbox(session: Session): readonly InboxItem[] {
  return session.statements.inbox
    .all()
    .map((row) => viewRow(session, row, inboxColumns, isInboxItem))
    .toSorted(byOpening);
}

export function readFacts(session: Session, filter: FactFilter): readonly RepositoryFact[] {
  const { repository = null, heldIn = null, words = '', factsMax } = filter;
  return session.statements.facts
    .all(repository, heldIn, JSON.stringify(searchWordsOf(words)), factsMax)
    .map((row) => viewRow(session, row, factColumns, isFact));
}

export function readMeta({ statements }: Session, key: 'epoch' | 'view-version'): number {
  const value = number(statements.meta.get(key)?.['value']);
  if (value !== undefined) return value;
  throw new JournalUnavailable(
    'io',
    `slipway.db is damaged: it does not say its ${key} any more. Put it back from a copy of the home.`,
  );
}

export function verify(
  { statements }: Session,
  stream: string,
  anchor: AnchorSeen,
  since: Head = beginning,
): Verification {
  const there = since.seq === 0 ? since.hash : statements.hashAt.get(stream, since.seq)?.['hash'];
  if (there !== since.hash)
    return { ok: false, seq: since.seq, wrong: there === undefined ? 'missing' : 'hash' };
  return verifyStream(stream, storedEvents(statements.read, stream, since.seq), anchor, since);
}

export function headOf({ statements }: Session, stream: string): Anchor | undefined {
  const row = statements.head.get(stream);
  const [seq, hash] = [number(row?.['seq']), text(row?.['hash'])];
  return seq === undefined || hash === undefined ? undefined : { seq, hash };
}

function* storedEvents(
  statement: Statement,
  stream: string,
  after: number,
): Iterable<StoredEvent | undefined> {
  for (const row of readable(statement, stream, after)) yield row === undefined ? undefined : stored(row);
}

/** The rows of a stream; where a page cannot be read, undefined, and then nothing more. */
function* readable(statement: Statement, stream: string, after: number): Iterable<Row | undefined> {
  try {
    yield* statement.iterate(stream, after);
  } catch (error) {
    if (!isDamage(error)) throw error;
    yield undefined;
  }
}

function stored(row: Row): StoredEvent | undefined {
  const [seq, at] = [number(row['seq']), number(row['at'])];
  const [type, body] = [text(row['type']), text(row['body'])];
  const [previous, hash] = [text(row['previous']), text(row['hash'])];
  if (seq === undefined || at === undefined || type === undefined) return undefined;
  if (body === undefined || previous === undefined || hash === undefined) return undefined;
  return { seq, at, type, body, previous, hash };
}

function recorded(row: Row, found = stored(row)): Recorded | undefined {
  const [stream, position] = [text(row['stream']), number(row['position'])];
  if (found === undefined || stream === undefined || position === undefined) return undefined;
  const event = parseBody(found.body);
  if (event === undefined) return undefined;
  const { seq, at, previous, hash } = found;
  return { stream, seq, position, at, event, previous, hash };
}

function text(value: SqlValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function number(value: SqlValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

/** What stands beside the text of a row and is sealed with it, in the order in which it is written. */
export const summaryColumns = ['run', 'repository', 'open', 'updated_at'] as const;
export const inboxColumns = ['run', 'gate'] as const;
export const factColumns = ['repository', 'id', 'state', 'run', 'changed_at', 'search'] as const;

function viewRow<T>(
  session: Session,
  row: Row,
  columns: readonly string[],
  is: (value: unknown) => value is T,
): T {
  const value = parsed(viewText(row, columns) ?? unsealedBefore(session, row));
  if (is(value)) return value;
  throw new ViewDamaged(text(row['run']) ?? text(row['repository']) ?? '?');
}

/** Rows of earlier versions have no seal, until somebody writes; a reader takes them as they are. */
function unsealedBefore(session: Session, row: Row): string {
  return readMeta(session, 'view-version') < viewVersion ? (text(row['body']) ?? '') : '';
}

/** The text of a row as it was written; undefined where it is not that any more. */
export function viewText(row: Row, columns: readonly string[]): string | undefined {
  const body = text(row['body']) ?? '';
  return unsealed(
    body,
    columns.map((name) => row[name] ?? null),
  );
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function isSummary(value: unknown): value is RunSummary {
  return typeof value === 'object' && value !== null && 'run' in value && 'status' in value;
}

function isFact(value: unknown): value is RepositoryFact {
  return typeof value === 'object' && value !== null && 'id' in value && 'sources' in value;
}

function isInboxItem(value: unknown): value is InboxItem {
  return typeof value === 'object' && value !== null && 'run' in value && 'gate' in value;
}
