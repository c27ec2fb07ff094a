// One open connection with its statements. Owns neither how the database is opened nor transactions.

import type { Connection, SqlValue, Statement } from './driver.ts';
import { hasSender, senderId } from './migrations.ts';

export interface Session {
  readonly connection: Connection;
  readonly statements: Statements;
}

type Statements = ReturnType<typeof prepareAll>;

export function sessionOn(connection: Connection): Session {
  return { connection, statements: prepareAll(connection) };
}

const columns = 'position, stream, seq, at, type, body, previous, hash';

const insertEvent = (rows: string): string =>
  `insert into event (stream, seq, at, type, body, previous, hash, epoch) values ${rows}`;

/** Word for word as in the index: SQLite uses it for nothing else. */
const sentAs = `select ${columns} from event where ${hasSender} and ${senderId} = ? order by position`;

/** Jumps from one name to the next in the index, instead of walking every event. */
const streamNames = `
  with recursive name (stream) as (
    select min(stream) from event where stream >= ?1
    union all
    select (select min(stream) from event where stream > name.stream) from name
      where substr(name.stream, 1, length(?1)) = ?1
  )
  select stream from name where substr(stream, 1, length(?1)) = ?1`;

const putSummary = (rows: string): string => `
  insert into run_summary (run, repository, open, updated_at, body) values ${rows}
  on conflict (run) do update set repository = excluded.repository, open = excluded.open,
    updated_at = excluded.updated_at, body = excluded.body`;

const summaries = `
  select run, repository, open, updated_at, body from run_summary
  where (?1 is null or repository = ?1) and (?2 is null or open = ?2)
  order by updated_at desc, run`;

/** By their names, which no other run has to be looked at for. */
const summariesOf = `
  select run, repository, open, updated_at, body from run_summary
  where run in (select value from json_each(?1))
    and (?2 is null or repository = ?2) and (?3 is null or open = ?3)
  order by updated_at desc, run`;

const putFact = (rows: string): string => `
  insert into fact (repository, id, state, run, changed_at, search, body) values ${rows}
  on conflict (repository, id) do update set state = excluded.state, run = excluded.run,
    changed_at = excluded.changed_at, search = excluded.search, body = excluded.body`;

/** Every word has to stand in the text. */
const facts = `
  select repository, id, state, run, changed_at, search, body from fact
  where (?1 is null or repository = ?1)
    and (?2 is null or state = 'promoted' or (run = ?2 and state <> 'withdrawn'))
    and not exists (select 1 from json_each(?3) as word where instr(fact.search, word.value) = 0)
  order by changed_at desc, repository, id
  limit ?4`;

/** Rows a statement takes at most: to call SQLite costs about as much as a row does. */
const rowsMax = 32;

/** Writes rows in their order and answers the number of the last one. */
type ManyRows = (rows: readonly (readonly SqlValue[])[]) => number;

/** A statement is prepared when its number of rows first comes up: who only reads prepares none. */
function manyRows(connection: Connection, row: string, sql: (rows: string) => string): ManyRows {
  const prepared = new Map<number, Statement>();
  const statementOf = (count: number): Statement => {
    const known = prepared.get(count);
    if (known !== undefined) return known;
    const statement = connection.prepare(sql(Array.from({ length: count }, () => row).join(', ')));
    prepared.set(count, statement);
    return statement;
  };
  return (rows) => {
    let last: number | bigint = 0;
    for (let done = 0; done < rows.length; done += rowsMax) {
      const some = rows.slice(done, done + rowsMax);
      // By hand, because `flat` takes as long as the statement does.
      const values: SqlValue[] = [];
      for (const each of some) for (const value of each) values.push(value);
      last = statementOf(some.length).run(...values).lastInsertRowid;
    }
    return Number(last);
  };
}

function prepareAll(connection: Connection) {
  return {
    begin: connection.prepare('begin immediate'),
    commit: connection.prepare('commit'),
    dataVersion: connection.prepare('pragma data_version'),
    meta: connection.prepare('select value from meta where key = ?'),
    setMeta: connection.prepare('update meta set value = ? where key = ?'),
    insert: manyRows(connection, '(?, ?, ?, ?, ?, ?, ?, ?)', insertEvent),
    head: connection.prepare('select seq, hash from event where stream = ? order by seq desc limit 1'),
    hashAt: connection.prepare('select hash from event where stream = ? and seq = ?'),
    read: connection.prepare(`select ${columns} from event where stream = ? and seq > ? order by seq`),
    tail: connection.prepare(`select ${columns} from event where position > ? order by position`),
    newest: connection.prepare('select max(position) as position from event'),
    sentAs: connection.prepare(sentAs),
    streams: connection.prepare(streamNames),
    putSummary: manyRows(connection, '(?, ?, ?, ?, ?)', putSummary),
    dropSummary: connection.prepare('delete from run_summary where run = ?'),
    summaries: connection.prepare(summaries),
    summariesOf: connection.prepare(summariesOf),
    putInbox: connection.prepare('insert into inbox (run, gate, body) values (?, ?, ?)'),
    dropInbox: connection.prepare('delete from inbox where run = ?'),
    inbox: connection.prepare('select run, gate, body from inbox'),
    putFacts: manyRows(connection, '(?, ?, ?, ?, ?, ?, ?)', putFact),
    dropFacts: connection.prepare('delete from fact where repository = ?'),
    facts: connection.prepare(facts),
    everyFact: connection.prepare('select * from fact'),
  } as const;
}
