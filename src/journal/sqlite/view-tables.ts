// The view tables: written in the append's transaction, and made again from events when their version changed.

import { isOpen } from '../views.ts';
import type { Recorded, RunView } from '../journal.ts';
import { type InboxItem, viewVersion } from '../../views/summary.ts';
import { readMeta, readStream, readStreams } from './queries.ts';
import type { Session } from './session.ts';

export type RebuildView = (events: readonly Recorded[]) => RunView | undefined;

const runPrefix = 'run/';

/** One upsert; the inbox is left alone while `inboxes`, what this connection wrote last, says it is the same. */
export function writeView({ statements }: Session, view: RunView, inboxes: Map<string, string>): void {
  const { summary, inbox } = view;
  const { run, repository, updatedAt } = summary;
  statements.putSummary.run(run, repository, Number(isOpen(summary)), updatedAt, JSON.stringify(summary));
  const written = JSON.stringify(inbox);
  if (inboxes.get(run) === written) return;
  statements.dropInbox.run(run);
  for (const item of inbox) putInboxItem(statements, run, item);
  inboxes.set(run, written);
}

function putInboxItem(statements: Session['statements'], run: string, item: InboxItem): void {
  statements.putInbox.run(run, item.gate, JSON.stringify(item));
}

/** Makes the tables again if another version made them. Called inside a transaction. */
export function rebuildViews(session: Session, rebuild: RebuildView): void {
  if (readMeta(session, 'view-version') === viewVersion) return;
  for (const stream of readStreams(session, runPrefix)) rebuildRun(session, stream, rebuild);
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
  if (view !== undefined) writeView(session, view, new Map());
}
