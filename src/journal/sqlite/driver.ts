// The seam to SQLite: the six calls the journal makes, and where they come from. Node's own module is taken where
// it exists with a safe SQLite, else a package with the same API that comes prebuilt.
//
// Invariants
//   DRIVER-1. No database is opened by a SQLite older than 3.51.3: older ones can lose commits when a WAL restarts.

import { createRequire } from 'node:module';

export type SqlValue = string | number | bigint | Uint8Array | null;

export type Row = Readonly<Record<string, SqlValue>>;

export interface Statement {
  readonly run: (...values: SqlValue[]) => { readonly lastInsertRowid: number | bigint };
  readonly get: (...values: SqlValue[]) => Row | undefined;
  readonly all: (...values: SqlValue[]) => Row[];
  readonly iterate: (...values: SqlValue[]) => IterableIterator<Row>;
}

export interface Connection {
  readonly exec: (sql: string) => void;
  readonly prepare: (sql: string) => Statement;
  readonly close: () => void;
}

export interface SqliteDriver {
  readonly name: string;
  readonly version: string;
  /** Throws what SQLite throws; `sqliteCode` reads it. A `file:` address is understood as one. */
  readonly open: (file: string, options: { readonly readOnly: boolean }) => Connection;
}

type Constructor = new (file: string, options: { readonly readOnly: boolean }) => Connection;

const versionMin = [3, 51, 3] as const;

/** The first driver that keeps DRIVER-1; an Error in words where there is none. */
export async function loadSqliteDriver(): Promise<SqliteDriver | Error> {
  const builtin = driverFrom(
    'node:sqlite',
    withoutExperiment(() => process.getBuiltinModule('node:sqlite')),
  );
  if (!(builtin instanceof Error)) return builtin;
  const packaged = packagedDriver();
  if (!(packaged instanceof Error)) return packaged;
  return new Error(
    `No usable SQLite: ${builtin.message}; ${packaged.message}. ` +
      `Install Slipway again with its dependencies, or use a newer Node.`,
  );
}

/**
 * Node 22 calls its module an experiment when it is loaded, on the screen of whoever asked for a list of runs. What it would
 * warn of is ours to know: the version is looked at below, and the tests run on every Node we name.
 */
function withoutExperiment<T>(load: () => T): T {
  const emitWarning = process.emitWarning.bind(process);
  process.emitWarning = () => undefined;
  try {
    return load();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Required, not imported: a package of several files loads in half the time that way. */
function packagedDriver(): SqliteDriver | Error {
  try {
    const require = createRequire(import.meta.url);
    return driverFrom('@photostructure/sqlite', require('@photostructure/sqlite'));
  } catch (cause) {
    return new Error(`@photostructure/sqlite does not load: ${words(cause)}`);
  }
}

function driverFrom(name: string, module: unknown): SqliteDriver | Error {
  if (!isSqliteModule(module)) return new Error(`${name} is not part of this Node`);
  const { DatabaseSync } = module;
  const version = versionOf(new DatabaseSync(':memory:', { readOnly: false }));
  if (!isSafe(version)) {
    return new Error(`${name} brings SQLite ${version}, older than ${versionMin.join('.')}`); // DRIVER-1
  }
  return { name, version, open: (file, options) => new DatabaseSync(file, options) };
}

/** Checked by hand: a schema library would take longer to load than a command that only reads takes to answer. */
function isSqliteModule(module: unknown): module is { readonly DatabaseSync: Constructor } {
  return (
    typeof module === 'object' &&
    module !== null &&
    'DatabaseSync' in module &&
    typeof module.DatabaseSync === 'function'
  );
}

function versionOf(connection: Connection): string {
  const version = connection.prepare('select sqlite_version() as version').get()?.['version'];
  connection.close();
  return typeof version === 'string' ? version : 'unknown';
}

export function isSafe(version: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, min] of versionMin.entries()) {
    const part = parts[index] ?? Number.NaN;
    if (part !== min) return part > min;
  }
  return true;
}

const codesOfWords: Readonly<Record<string, number>> = {
  'database disk image is malformed': 11,
  'file is not a database': 26,
  'disk I/O error': 10,
};

/** SQLite's primary result code; undefined for an error that is not SQLite's. */
export function sqliteCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  // The packaged driver gives no code where the walk through rows meets it.
  if (!('errcode' in error)) return error instanceof Error ? codesOfWords[error.message] : undefined;
  return typeof error.errcode === 'number' ? error.errcode % 256 : undefined;
}

export function words(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown reason';
}
