// The view tables: written in the append's transaction, and made again from events when their version changed.

import { isOpen, runOfFact } from '../view-rows.ts';
import type { Recorded, RunView } from '../journal.ts';
import { type InboxItem, type RunSummary, viewVersion } from '../../views/run/summary.ts';
import type { RepositoryFact } from '../../core/memory/facts.ts';
import { searchTextOf } from '../../core/memory/recall.ts';
import type { Row, SqlValue } from './driver.ts';
import {
  factColumns,
  inboxColumns,
  readMeta,
  readStream,
  readStreams,
  summaryColumns,
  viewText,
} from './queries.ts';
import { sealed } from './sealed.ts';
import type { Session } from './statements.ts';

export type RebuildView = (events: readonly Recorded[]) => RunView | undefined;

export type RebuildFacts = (repository: string, events: readonly Recorded[]) => readonly RepositoryFact[];

const runPrefix = 'run/';
const repositoryPrefix = 'repository/';

/** One a run. An inbox is left alone while `inboxes`, what this connection wrote last, says it is the same. */
export function writeViews(
  { statements }: Session,
  views: readonly RunView[],
  inboxes: Map<string, string>,
): void {
  statements.putSummary(views.map(({ summary }) => summaryRow(summary)));
  for (const { summary, inbox } of views) {
    const { run } = summary;
    const written = inbox.length === 0 ? '[]' : JSON.stringify(inbox);
    if (inboxes.get(run) === written) continue;
    statements.dropInbox.run(run);
    for (const item of inbox) putInboxItem(statements, run, item);
    inboxes.set(run, written);
  }
}

function summaryRow(summary: RunSummary): readonly SqlValue[] {
  const { run, repository, updatedAt } = summary;
  const columns = [run, repository, Number(isOpen(summary)), updatedAt];
  return [...columns, sealed(JSON.stringify(summary), columns)];
}

function putInboxItem(statements: Session['statements'], run: string, item: InboxItem): void {
  statements.putInbox.run(run, item.gate, sealed(JSON.stringify(item), [run, item.gate]));
}

/** Of several states of a fact the last one counts. */
export function writeFacts({ statements }: Session, facts: readonly RepositoryFact[]): void {
  const newest = new Map(facts.map((fact) => [`${fact.repository} ${fact.id}`, fact]));
  statements.putFacts(
    Array.from(newest.values(), (fact) => {
      const { repository, id, state, changedAt } = fact;
      const columns = [repository, id, state, runOfFact(fact), changedAt, searchTextOf(fact)];
      return [...columns, sealed(JSON.stringify(fact), columns)];
    }),
  );
}

/** Makes the tables again if another version made them, and else what of them is damaged. Called inside a transaction. */
export function rebuildViews(session: Session, rebuild: RebuildView, facts?: RebuildFacts): void {
  const isOther = readMeta(session, 'view-version') !== viewVersion;
  const runs = readStreams(session, runPrefix);
  for (const stream of isOther ? runs : damagedRuns(session, runs)) {
    rebuildRun(session, stream, rebuild, isOther);
  }
  if (facts !== undefined) {
    const repositories = isOther ? readStreams(session, repositoryPrefix) : damagedRepositories(session);
    for (const stream of repositories) rebuildRepository(session, stream, facts);
  }
  if (isOther) session.statements.setMeta.run(viewVersion, 'view-version');
}

function streamIn(row: Row): string {
  return `${runPrefix}${String(row['run'])}`;
}

/** Those with a row that is not what was written, or without one. */
function damagedRuns({ statements }: Session, runs: readonly string[]): ReadonlySet<string> {
  const damaged = new Set(runs);
  for (const row of statements.summaries.all(null, null)) {
    if (viewText(row, summaryColumns) === undefined) damaged.add(streamIn(row));
    else damaged.delete(streamIn(row));
  }
  for (const row of statements.inbox.all()) {
    if (viewText(row, inboxColumns) === undefined) damaged.add(streamIn(row));
  }
  return damaged;
}

function damagedRepositories({ statements }: Session): ReadonlySet<string> {
  return new Set(
    statements.everyFact
      .all()
      .filter((row) => viewText(row, factColumns) === undefined)
      .map((row) => `${repositoryPrefix}${String(row['repository'])}`),
  );
}

/** Every event of a stream, each looked at; what was written down outside is for whoever uses it to compare. */
function eventsIn(session: Session, stream: string): readonly Recorded[] {
  return readStream(session, stream, 0, { known: undefined, anchor: 'unasked' }).events;
}

function rebuildRun(session: Session, stream: string, rebuild: RebuildView, keeps: boolean): void {
  const run = stream.slice(runPrefix.length);
  let view: RunView | undefined;
  try {
    view = rebuild(eventsIn(session, stream));
  } catch {
    // A damaged run must not keep the others from opening; using it says what is wrong.
    if (keeps) return;
  }
  session.statements.dropSummary.run(run);
  session.statements.dropInbox.run(run);
  if (view !== undefined) writeViews(session, [view], new Map());
}

function rebuildRepository(session: Session, stream: string, rebuild: RebuildFacts): void {
  const repository = stream.slice(repositoryPrefix.length);
  let facts: readonly RepositoryFact[];
  try {
    facts = rebuild(repository, eventsIn(session, stream));
  } catch {
    return; // as with a damaged run
  }
  session.statements.dropFacts.run(repository);
  writeFacts(session, facts);
}
