// From an error to a sentence and to how the command ends.

import { messageOf } from '../../plain/errors.ts';
import type { Exit } from './exit-codes.ts';
import { UserError } from './user-error.ts';

export function exitFor(error: unknown): Exit {
  if (error instanceof UserError) return error.exit;
  if (!(error instanceof Error)) return 'bug';
  // Known by name, so that nothing has to be loaded only to be compared with.
  if (error.name === 'ConfigProblem') return 'configuration';
  if (error.name === 'JournalUnavailable' || error.name === 'UnknownEvent') return 'missing';
  if (error.name === 'SocketFolderUnsafe') return 'missing';
  if (error.name === 'JournalDamaged') return 'refused';
  return 'bug';
}

export function explainError(error: unknown, env: Readonly<Record<string, string | undefined>>): string {
  if (exitFor(error) !== 'bug') return `${messageOf(error)}\n`;
  const stack = error instanceof Error && error.stack !== undefined ? error.stack : String(error);
  const shown = env['SLIPWAY_DEBUG'] === undefined ? messageOf(error) : stack;
  return `This is a bug in Slipway: ${shown}\nNothing in the journal is lost. SLIPWAY_DEBUG=1 shows where it happened.\n`;
}
