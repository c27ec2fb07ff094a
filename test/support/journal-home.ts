// A temporary home with a SQLite journal, and ways to hurt it.

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach } from 'vitest';
import type { Journal } from '../../src/journal/journal.ts';
import { type Connection, loadSqliteDriver, type SqliteDriver } from '../../src/journal/sqlite/driver.ts';
import { openSqliteJournal, type SqliteJournalOptions } from '../../src/journal/sqlite/sqlite.ts';

export interface JournalHome {
  readonly dir: string;
  readonly file: string;
  readonly anchorsDir: string;
  /** Opens a handle that is closed when the test ends; throws where opening is refused. */
  readonly open: (options?: Partial<SqliteJournalOptions>) => Promise<Journal>;
  /** Runs SQL behind the journal's back. */
  readonly sql: (text: string) => Promise<void>;
  /** The home as a crash would leave it now: every file copied while the journal is open. */
  readonly crashed: () => JournalHome;
}

const dirs: string[] = [];
const handles: Journal[] = [];

afterEach(async () => {
  for (const handle of handles.splice(0)) await handle.close();
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

export function journalHome(): JournalHome {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'slipway-home-'));
  dirs.push(dir);
  return homeAt(dir);
}

export function homeAt(dir: string): JournalHome {
  const file = path.join(dir, 'slipway.db');
  const anchorsDir = path.join(dir, 'anchors');
  return {
    dir,
    file,
    anchorsDir,
    open: async (options = {}) => {
      const opened = await openSqliteJournal({ file, anchorsDir, ...options });
      if (!opened.ok) throw new Error(opened.problem.message);
      handles.push(opened.journal);
      return opened.journal;
    },
    sql: async (text) => {
      const connection = (await sqlite()).open(file, { readOnly: false });
      connection.exec(text);
      connection.close();
    },
    crashed: () => {
      const copy = journalHome();
      cpSync(dir, copy.dir, { recursive: true });
      return copy;
    },
  };
}

export async function sqlite(): Promise<SqliteDriver> {
  const driver = await loadSqliteDriver();
  if (driver instanceof Error) throw driver;
  return driver;
}

/** The real driver, which also hands out the connections the journal opened, newest last. */
export async function watchedDriver(): Promise<{
  readonly driver: SqliteDriver;
  readonly connections: readonly Connection[];
}> {
  const real = await sqlite();
  const connections: Connection[] = [];
  const open: SqliteDriver['open'] = (file, options) => {
    const connection = real.open(file, options);
    connections.push(connection);
    return connection;
  };
  return { driver: { ...real, open }, connections };
}
