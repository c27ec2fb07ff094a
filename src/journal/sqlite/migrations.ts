// The tables, as a numbered list of changes. A migration runs once, in one transaction with its number, and is
// never edited after a release: a later change is a later migration.

import type { Connection } from './driver.ts';

/** The types of events that say under which id they were sent (`../sent.ts`). */
export const hasSender =
  "type in ('command.taken', 'ticket.claimed', 'fact.added', 'fact.promoted', 'fact.withdrawn')";

/** The id; none in a body that was damaged, which must not keep the others from being found. */
export const senderId = `
  case when json_valid(body) then
    case type when 'command.taken' then json_extract(body, '$.id') else json_extract(body, '$.sent.id') end
  end`;

export const migrations: readonly string[] = [
  `
  create table event (
    position integer primary key autoincrement,
    stream text not null,
    seq integer not null,
    at integer not null,
    type text not null,
    body text not null,
    previous text not null,
    hash text not null,
    epoch integer not null,
    unique (stream, seq)
  ) strict;
  create table meta (key text primary key, value integer not null) strict, without rowid;
  insert into meta (key, value) values ('epoch', 0), ('view-version', 0);
  create table run_summary (
    run text primary key,
    repository text not null,
    open integer not null,
    updated_at integer not null,
    body text not null
  ) strict, without rowid;
  create table inbox (
    run text not null,
    gate text not null,
    body text not null,
    primary key (run, gate)
  ) strict, without rowid;
  `,
  `
  create table fact (
    repository text not null,
    id text not null,
    state text not null,
    run text not null,
    changed_at integer not null,
    search text not null,
    body text not null,
    primary key (repository, id)
  ) strict, without rowid;
  `,
  `create index event_sender on event (${senderId}) where ${hasSender}`,
];

/**
 * The oldest version whose reading commands understand the tables of the newest. Raised by a migration that changes what they
 * read, and kept in the database, for those that come to it with an older Slipway.
 */
const readableFrom = 3;

export type VersionProblem = {
  readonly code: 'newer-version' | 'older-version';
  readonly found: number;
  readonly supported: number;
  readonly message: string;
};

/** Brings the tables to the newest version; refuses a database that a newer Slipway has changed. */
export function migrate(connection: Connection, file: string): VersionProblem | undefined {
  if (userVersion(connection) > migrations.length) return versionProblem(connection, file);
  for (const [index, sql] of migrations.entries()) {
    if (userVersion(connection) > index) continue;
    connection.exec('begin immediate');
    try {
      // Another process may have run this migration while this one waited for the lock.
      if (userVersion(connection) <= index) connection.exec(`${sql}; pragma user_version = ${index + 1}`);
      connection.exec('commit');
    } catch (error) {
      connection.exec('rollback');
      throw error;
    }
  }
  const problem = versionProblem(connection, file);
  if (problem === undefined && readableSince(connection) !== readableFrom)
    connection.exec(`insert or replace into meta (key, value) values ('${readableKey}', ${readableFrom})`);
  return problem;
}

const readableKey = 'readable-from';

/** Undefined where nobody wrote it down. */
function readableSince(connection: Connection): number | undefined {
  try {
    const row = connection.prepare(`select value from meta where key = '${readableKey}'`).get();
    return row === undefined ? undefined : Number(row['value']);
  } catch {
    return undefined; // tables of another kind
  }
}

/**
 * A read-only opener cannot migrate, so it needs the version it knows, or a newer one whose tables say that they can be read by
 * what knows no more.
 */
export function readingProblem(connection: Connection, file: string): VersionProblem | undefined {
  const problem = versionProblem(connection, file);
  return problem?.code === 'newer-version' && canBeRead(connection) ? undefined : problem;
}

function canBeRead(connection: Connection): boolean {
  const since = readableSince(connection);
  return since !== undefined && since <= migrations.length;
}

function versionProblem(connection: Connection, file: string): VersionProblem | undefined {
  const found = userVersion(connection);
  const supported = migrations.length;
  if (found === supported) return undefined;
  const what = `${file} has table version ${found}, and this Slipway knows version ${supported}`;
  return found > supported
    ? {
        code: 'newer-version',
        found,
        supported,
        message: `${what}, because a newer Slipway has used it. ${canBeRead(connection) ? 'Nothing was changed. `slipway list`, `status`, `show` and other commands that look can read it. To go on, u' : 'U'}se that version again, or point SLIPWAY_HOME at another folder.`,
      }
    : {
        code: 'older-version',
        found,
        supported,
        message: `${what}, and reading alone does not change it. Start a command that writes, such as \`slipway run\`, once.`,
      };
}

/** Nothing was ever made in it. */
export function isBlank(connection: Connection): boolean {
  return userVersion(connection) === 0;
}

function userVersion(connection: Connection): number {
  return Number(connection.prepare('pragma user_version').get()?.['user_version']);
}
