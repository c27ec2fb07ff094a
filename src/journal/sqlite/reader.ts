// A handle that only reads, beside a writer or without one. It creates no file: where nobody writes, the database
// is read as it lies, and read again if it moved meanwhile.

import { JournalUnavailable } from '../journal.ts';
import type { SqliteDriver } from './driver.ts';
import { unavailable } from './errors.ts';
import { openForReading, stillness } from './open-database.ts';
import { type Session, sessionOn } from './statements.ts';

/** How often a reader tries the file as it lies before it joins the WAL. */
const stillReadsMax = 3;

export class SqliteReader {
  readonly #driver: SqliteDriver;
  readonly #file: string;
  #session: Session;
  /** How the file lay when it was opened as it lies; undefined while the WAL is read too. */
  #lay: string | undefined;
  #closed = false;

  constructor(driver: SqliteDriver, file: string) {
    this.#driver = driver;
    this.#file = file;
    this.#lay = stillness(file);
    this.#session = this.#open();
  }

  use<T>(task: (session: Session) => T): T {
    if (this.#closed) throw new JournalUnavailable('closed', `The journal ${this.#file} is closed.`);
    for (let tries = 1; this.#lay !== undefined; tries += 1) {
      const result = attempt(() => task(this.#session));
      if (stillness(this.#file) === this.#lay) return this.#answer(result);
      this.#session.connection.close();
      this.#lay = tries < stillReadsMax ? stillness(this.#file) : undefined;
      this.#session = this.#open();
    }
    return this.#answer(attempt(() => task(this.#session)));
  }

  close(): void {
    if (!this.#closed) this.#session.connection.close();
    this.#closed = true;
  }

  #answer<T>(result: Attempted<T>): T {
    if (result.ok) return result.value;
    throw unavailable(result.error, this.#file);
  }

  #open(): Session {
    return sessionOn(openForReading(this.#driver, this.#file, this.#lay));
  }
}

type Attempted<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: unknown };

function attempt<T>(task: () => T): Attempted<T> {
  try {
    return { ok: true, value: task() };
  } catch (error) {
    return { ok: false, error };
  }
}
