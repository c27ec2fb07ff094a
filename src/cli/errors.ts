// From an error to a sentence and an exit code. 0 done, 1 our bug, 2 usage, 3 configuration, 4 missing, 5 the run
// ended badly, 6 refused, 7 waiting for a person, 8 waiting for a budget, 130 and 143 by signal.

import { UserError } from '../app/user-error.ts';
import type { Io } from './command.ts';

export function exitCodeOf(error: unknown): number {
  if (error instanceof UserError) return error.exit;
  if (!(error instanceof Error)) return 1;
  // Known by name, so that nothing has to be loaded only to be compared with.
  if (error.name === 'ConfigProblem') return 3;
  if (error.name === 'JournalUnavailable' || error.name === 'UnknownEvent') return 4;
  if (error.name === 'JournalDamaged') return 6;
  return 1;
}

export function explainError(error: unknown, io: Pick<Io, 'env'>): string {
  if (exitCodeOf(error) !== 1) return `${messageOf(error)}\n`;
  const stack = error instanceof Error && error.stack !== undefined ? error.stack : String(error);
  const shown = io.env['SLIPWAY_DEBUG'] === undefined ? messageOf(error) : stack;
  return `This is a bug in Slipway: ${shown}\nNothing in the journal is lost. SLIPWAY_DEBUG=1 shows where it happened.\n`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
