// The other contestant of every append: the same events in a plain table, with the driver and settings of the journal,
// and none of what the journal promises beyond that they are there.

import path from 'node:path';
import type { AnyEvent } from '../../src/journal/journal.ts';
import { loadSqliteDriver } from '../../src/journal/sqlite/driver.ts';
import { openForWriting } from '../../src/journal/sqlite/open-database.ts';

const table = `
  create table event (
    position integer primary key,
    stream text not null,
    seq integer not null,
    at integer not null,
    type text not null,
    body text not null,
    unique (stream, seq)
  ) strict`;

export interface BareRow {
  readonly stream: string;
  readonly seq: number;
  readonly at: number;
  readonly event: AnyEvent;
}

export interface BareInserts {
  /** All of them in one transaction, which is on the disk when it returns. */
  readonly insert: (rows: readonly BareRow[]) => void;
  readonly close: () => void;
}

export async function openBare(dir: string): Promise<BareInserts> {
  const driver = await loadSqliteDriver();
  if (driver instanceof Error) throw driver;
  const connection = openForWriting(driver, path.join(dir, 'bare.db'));
  connection.exec(table);
  const begin = connection.prepare('begin immediate');
  const commit = connection.prepare('commit');
  const put = connection.prepare('insert into event (stream, seq, at, type, body) values (?, ?, ?, ?, ?)');
  return {
    insert: (rows) => {
      begin.run();
      for (const { stream, seq, at, event } of rows)
        put.run(stream, seq, at, event.type, JSON.stringify(event));
      commit.run();
    },
    close: () => connection.close(),
  };
}
