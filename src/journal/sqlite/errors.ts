// What an error of SQLite means for the journal.

import { JournalUnavailable } from '../journal.ts';
import { sqliteCode, words } from './driver.ts';

const busy = 5;
const locked = 6;
const readOnly = 8;
const corrupt = 11;
const full = 13;
const constraint = 19;

/** Whether somebody else has it now. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === busy || code === locked;
}

/** The error in the journal's words; an error that is not SQLite's is our bug and stays what it is. */
export function unavailable(error: unknown, file: string): unknown {
  if (error instanceof JournalUnavailable) return error;
  switch (sqliteCode(error)) {
    case undefined:
      return error;
    case full:
      return new JournalUnavailable(
        'disk-full',
        `The disk that holds ${file} is full, so nothing was recorded. Free some room and try again.`,
      );
    case readOnly:
      return readOnlyProblem(file);
    case busy:
    case locked:
      return new JournalUnavailable(
        'busy',
        `Another process keeps ${file} locked. Try again when it is done; \`slipway doctor\` names it.`,
      );
    default:
      return new JournalUnavailable(
        'io',
        `${file} cannot be used (${words(error)}). Look at the disk, then run \`slipway verify\`.`,
      );
  }
}

export function readOnlyProblem(file: string): JournalUnavailable {
  return new JournalUnavailable(
    'read-only',
    `${file} is open for reading only, so nothing was recorded. Send the command to the process that owns the home.`,
  );
}

/** Errors that one damaged stream causes; other streams may be well. */
export function isDamage(error: unknown): boolean {
  const code = sqliteCode(error);
  return code === corrupt || code === constraint;
}
