// Opening the file for the one who writes: made where it is missing, brought to the newest tables, its views made again.

import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import path from 'node:path';
import { Anchors } from '../anchors.ts';
import type { SqliteDriver } from './driver.ts';
import { isBlank, migrate, type VersionProblem } from './migrations.ts';
import { openForWriting } from './open-database.ts';
import { type Session, sessionOn } from './statements.ts';
import { type RebuildFacts, type RebuildView, rebuildViews } from './view-tables.ts';
import { Writer } from './writer.ts';

interface WriterOptions {
  readonly file: string;
  readonly anchorsDir: string;
  readonly rebuildView?: RebuildView;
  readonly rebuildFacts?: RebuildFacts;
}

type OpenedWriter = { readonly writer: Writer } | { readonly problem: VersionProblem } | 'lost';

/** A database without tables is lost where it is known that there were some. */
export function openWriter(
  driver: SqliteDriver,
  options: WriterOptions,
  isWrittenDown: boolean,
): OpenedWriter {
  const { file, anchorsDir, rebuildView, rebuildFacts } = options;
  createPrivately(file);
  const connection = openForWriting(driver, file);
  try {
    if (isWrittenDown && isBlank(connection)) {
      connection.close();
      return 'lost';
    }
    const problem = migrate(connection, file);
    if (problem !== undefined) {
      connection.close();
      return { problem };
    }
    const session = sessionOn(connection);
    if (rebuildView !== undefined) {
      inTransaction(session, () => rebuildViews(session, rebuildView, rebuildFacts));
    }
    return { writer: new Writer(driver, file, session, new Anchors(anchorsDir)) };
  } catch (error) {
    connection.close();
    throw error;
  }
}

function inTransaction(session: Session, task: () => void): void {
  session.statements.begin.run();
  try {
    task();
    session.statements.commit.run();
  } catch (error) {
    session.connection.exec('rollback');
    throw error;
  }
}

/** SQLite gives its WAL files the permissions of the database, so they are set before it opens it. */
function createPrivately(file: string): void {
  if (existsSync(file)) return;
  closeSync(openSync(file, 'a', 0o600));
  const folder = openSync(path.dirname(file), 'r');
  fsyncSync(folder);
  closeSync(folder);
}
