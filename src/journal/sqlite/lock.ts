// The owner's lock: an exclusive transaction on a file of its own, which the kernel frees when the process dies,
// however it dies.
//   LOCK-1. The connection lives as long as the lock object does: a handle that nobody holds is closed by the
//       garbage collector, and two processes would be owner.
//   LOCK-2. Nothing else opens the file: the kernel frees all locks of a process on a file with the first handle it closes.
//   LOCK-3. A file system that keeps no locks looks as if somebody else had every file. Before that is believed of this one, a file is
//       tried that nobody else knows.

import { chmodSync, rmSync } from 'node:fs';
import path from 'node:path';
import { JournalUnavailable } from '../journal.ts';
import type { Connection, SqliteDriver } from './driver.ts';
import { loadSqliteDriver } from './driver.ts';
import { isBusy, unavailable } from './errors.ts';

export class OwnerLock {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Lets somebody else be owner. */
  release(): void {
    this.#connection.close();
  }
}

/** The lock, or undefined while another process holds it. */
export async function takeOwnerLock(file: string): Promise<OwnerLock | undefined> {
  const driver = await loadSqliteDriver();
  if (driver instanceof Error) throw driver;
  const connection = driver.open(file, { readOnly: false });
  try {
    connection.exec('pragma busy_timeout = 0');
    connection.exec('pragma journal_mode = memory'); // or a full disk would keep everybody from being owner
    connection.exec('pragma locking_mode = exclusive');
    connection.exec('begin exclusive');
    chmodSync(file, 0o600); // by its name: a process that opens the file and closes it again loses its lock (LOCK-2)
    return new OwnerLock(connection);
  } catch (error) {
    connection.close();
    if (!isBusy(error)) throw unavailable(error, file);
    if (isLockable(driver, file)) return undefined;
    throw new JournalUnavailable('io', noLocksWords(file));
  }
}

/** Folders in which a file could be locked: it is tried once. */
const lockable = new Set<string>();

/** LOCK-3. */
function isLockable(driver: SqliteDriver, file: string): boolean {
  const folder = path.dirname(file);
  if (lockable.has(folder)) return true;
  const tried = `${file}.tried-${process.pid}`;
  const connection = driver.open(tried, { readOnly: false });
  try {
    connection.exec('pragma busy_timeout = 0');
    connection.exec('begin exclusive');
    lockable.add(folder);
  } catch (error) {
    if (isBusy(error)) return false;
  } finally {
    connection.close();
    for (const end of ['', '-journal']) rmSync(`${tried}${end}`, { force: true });
  }
  return true; // whatever else is wrong there, it is not this
}

function noLocksWords(file: string): string {
  const home = path.dirname(file);
  return (
    `Nothing in ${home} can be locked: the file system it lies on keeps no locks, as some network drives, and without them ` +
    'two processes could move the same run. Have the home on a disk of this machine: set SLIPWAY_HOME to a folder there.'
  );
}
