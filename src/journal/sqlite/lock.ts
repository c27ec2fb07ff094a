// The owner's lock: an exclusive transaction on a file of its own, which the kernel frees when the process dies,
// however it dies.
//   LOCK-1. The connection lives as long as the lock object does: a handle that nobody holds is closed by the
//       garbage collector, and two processes would be owner.
//   LOCK-2. Nothing else opens the file: the kernel frees all locks of a process on a file with the first handle it closes.

import { chmodSync } from 'node:fs';
import type { Connection } from './driver.ts';
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
    if (isBusy(error)) return undefined;
    throw unavailable(error, file);
  }
}
