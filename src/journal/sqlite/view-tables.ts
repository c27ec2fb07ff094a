// The view tables: written in the append's transaction, and made again from events when their version changed.

import { isOpen, runOfFact } from '../view-rows.ts';
import type { Recorded, RunView } from '../journal.ts';
import { type InboxItem, type RunSummary, viewVersion } from '../../views/run/summary.ts';
import type { RepositoryFact } from '../../core/memory/facts.ts';
import { searchTextOf } from '../../core/memory/recall.ts';
import type { SqlValue } from './driver.ts';
import { readMeta, readStream, readStreams } from './queries.ts';
import type { Session } from './session.ts';

export type RebuildView = (events: readonly Recorded[]) => RunView | undefined;

export type RebuildFacts = (repository: string, events: readonly Recorded[]) => readonly RepositoryFact[];

const runPrefix = 'run/';
const repositoryPrefix = 'repository/';

/**
 * Of several views of a run the last one counts. An inbox is left alone while `inboxes`, what this connection wrote
 * last, says it is the same.
 */
export function writeViews(
  { statements }: Session,
  views: readonly RunView[],
  inboxes: Map<string, string>,
): void {
  const newest = new Map(views.map((view) => [view.summary.run, view]));
  statements.putSummary(Array.from(newest.values(), ({ summary }) => summaryRow(summary)));
  for (const [run, { inbox }] of newest) {
    const written = inbox.length === 0 ? '[]' : JSON.stringify(inbox);
    if (inboxes.get(run) === written) continue;
    statements.dropInbox.run(run);
    for (const item of inbox) putInboxItem(statements, run, item);
    inboxes.set(run, written);
  }
}

function summaryRow(summary: RunSummary): readonly SqlValue[] {
  const { run, repository, updatedAt } = summary;
  return [run, repository, Number(isOpen(summary)), updatedAt, JSON.stringify(summary)];
}

function putInboxItem(statements: Session['statements'], run: string, item: InboxItem): void {
  statements.putInbox.run(run, item.gate, JSON.stringify(item));
}

/** Of several states of a fact the last one counts. */
export function writeFacts({ statements }: Session, facts: readonly RepositoryFact[]): void {
  const newest = new Map(facts.map((fact) => [`${fact.repository} ${fact.id}`, fact]));
  statements.putFacts(
    Array.from(newest.values(), (fact) => [
      fact.repository,
      fact.id,
      fact.state,
      runOfFact(fact),
      fact.changedAt,
      searchTextOf(fact),
      JSON.stringify(fact),
    ]),
  );
}

/** Makes the tables again if another version made them. Called inside a transaction. */
export function rebuildViews(session: Session, rebuild: RebuildView, facts?: RebuildFacts): void {
  if (readMeta(session, 'view-version') === viewVersion) return;
  for (const stream of readStreams(session, runPrefix)) rebuildRun(session, stream, rebuild);
  if (facts !== undefined) {
    for (const stream of readStreams(session, repositoryPrefix)) rebuildRepository(session, stream, facts);
  }
  session.statements.setMeta.run(viewVersion, 'view-version');
}

function rebuildRun(session: Session, stream: string, rebuild: RebuildView): void {
  const run = stream.slice(runPrefix.length);
  let view: RunView | undefined;
  try {
    view = rebuild(readStream(session, stream, 0));
  } catch {
    // A damaged run keeps its old row and must not keep the others from opening; using it says what is wrong.
    return;
  }
  session.statements.dropSummary.run(run);
  session.statements.dropInbox.run(run);
  if (view !== undefined) writeViews(session, [view], new Map());
}

function rebuildRepository(session: Session, stream: string, rebuild: RebuildFacts): void {
  const repository = stream.slice(repositoryPrefix.length);
  let facts: readonly RepositoryFact[];
  try {
    facts = rebuild(repository, readStream(session, stream, 0));
  } catch {
    return; // as with a damaged run
  }
  session.statements.dropFacts.run(repository);
  writeFacts(session, facts);
}
