// How the database is opened: its settings, and how long a writer waits for another. Owns neither statements nor transactions.

import { pathToFileURL } from 'node:url';
import { lookAt } from '../absent.ts';
import type { Connection, SqliteDriver } from './driver.ts';

/** How long a writer waits for another process to end its transaction. */
const busyMs = 5000;
/** What the WAL may keep on disk after it was copied into the database. */
const walBytesMax = 64 * 1024 * 1024;

export function openForWriting(driver: SqliteDriver, file: string): Connection {
  // Set at every open: a database does not remember `synchronous`, and the default is weaker.
  const durable = 'pragma synchronous = full; pragma fullfsync = on; pragma checkpoint_fullfsync = on';
  const wal = `pragma journal_mode = wal; pragma journal_size_limit = ${walBytesMax}`;
  return settled(driver.open(file, { readOnly: false }), `${wal}; ${durable}`);
}

/**
 * `lay` is what `stillness` said. Even to read, SQLite makes WAL files, unless it is told that the file does not
 * change; it then looks at nothing else, so the reader must make sure that the file stays as it lay.
 */
export function openForReading(driver: SqliteDriver, file: string, lay: string | undefined): Connection {
  const address = lay === undefined ? file : `${pathToFileURL(file).href}?immutable=1`;
  return settled(driver.open(address, { readOnly: true }), '');
}

/** Changes when the file does; undefined while there is content in a WAL, which the file does not show. */
export function stillness(file: string): string | undefined {
  const wal = lookAt(`${file}-wal`);
  if (wal !== undefined && wal.size > 0) return undefined;
  const stat = lookAt(file);
  return stat === undefined ? undefined : `${stat.ino} ${stat.size} ${stat.mtimeNs}`;
}

function settled(connection: Connection, settings: string): Connection {
  try {
    connection.exec(`pragma busy_timeout = ${busyMs}; pragma cell_size_check = on; ${settings}`);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
