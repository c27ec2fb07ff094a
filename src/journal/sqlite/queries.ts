// What is read from the database. Rows are not believed: a value of the wrong kind is damage, not a crash.

import { parseBody } from '../chain.ts';
import { type FactFilter, JournalDamaged, type Recorded, type Verification } from '../journal.ts';
import { byOpening, type SummaryFilter } from '../view-rows.ts';
import { type Anchor, type StoredEvent, verifyStream } from '../verify.ts';
import type { RepositoryFact } from '../../core/memory/facts.ts';
import { searchWordsOf } from '../../core/memory/recall.ts';
import type { InboxItem, RunSummary } from '../../views/run/summary.ts';
import type { Row, SqlValue, Statement } from './driver.ts';
import { isDamage } from './errors.ts';
import type { Session } from './session.ts';

export function readStream({ statements }: Session, stream: string, after: number): readonly Recorded[] {
  const events: Recorded[] = [];
  for (const row of readable(statements.read, stream, after)) {
    const event = row === undefined ? undefined : recorded(row);
    if (event === undefined) throw new JournalDamaged(stream, after + events.length + 1, 'unreadable');
    events.push(event);
  }
  return events;
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

/** Leaves out what cannot be read, as the tail does. */
export function readSentAs({ statements }: Session, id: string): readonly Recorded[] {
  return statements.sentAs.all(id).flatMap((row) => recorded(row) ?? []);
}

export function readStreams({ statements }: Session, prefix: string): readonly string[] {
  return statements.streams.all(prefix).map((row) => text(row['stream']) ?? '');
}

export function readSummaries({ statements }: Session, filter: SummaryFilter): readonly RunSummary[] {
  const open = filter.open === undefined ? null : Number(filter.open);
  return statements.summaries.all(filter.repository ?? null, open).map((row) => viewRow(row, isSummary));
}

export function readInbox({ statements }: Session): readonly InboxItem[] {
  return statements.inbox
    .all()
    .map((row) => viewRow(row, isInboxItem))
    .toSorted(byOpening);
}

export function readFacts({ statements }: Session, filter: FactFilter): readonly RepositoryFact[] {
  const { repository = null, heldIn = null, words = '', factsMax } = filter;
  return statements.facts
    .all(repository, heldIn, JSON.stringify(searchWordsOf(words)), factsMax)
    .map((row) => viewRow(row, isFact, `repository/${text(row['repository']) ?? '?'}`));
}

export function readMeta({ statements }: Session, key: 'epoch' | 'view-version'): number {
  return Number(statements.meta.get(key)?.['value']);
}

export function verify({ statements }: Session, stream: string, anchor: Anchor | undefined): Verification {
  return verifyStream(stream, storedEvents(statements.read, stream), anchor);
}

export function headOf({ statements }: Session, stream: string): Anchor | undefined {
  const row = statements.head.get(stream);
  const [seq, hash] = [number(row?.['seq']), text(row?.['hash'])];
  return seq === undefined || hash === undefined ? undefined : { seq, hash };
}

function* storedEvents(statement: Statement, stream: string): Iterable<StoredEvent | undefined> {
  for (const row of readable(statement, stream, 0)) yield row === undefined ? undefined : stored(row);
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

function recorded(row: Row): Recorded | undefined {
  const found = stored(row);
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

/** View rows are written by the same version of the same code, so only damage makes one unreadable. */
function viewRow<T>(
  row: Row,
  is: (value: unknown) => value is T,
  stream = `run/${text(row['run']) ?? '?'}`,
): T {
  const value = parsed(text(row['body']) ?? '');
  if (is(value)) return value;
  throw new JournalDamaged(stream, 0, 'unreadable');
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
