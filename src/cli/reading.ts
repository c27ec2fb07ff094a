// What every command that only looks does first and last: open the journal for reading, close it.

import type { Exit } from '../app/exit-codes.ts';
import type { Here } from '../app/here.ts';
import type { Places } from '../app/places.ts';
import { placesOf } from '../app/places.ts';
import { openReader } from '../app/reader.ts';
import { UserError } from '../app/user-error.ts';
import type { Journal } from '../journal/journal.ts';
import type { CommandContext } from './command.ts';

export interface Home {
  readonly places: Places;
  /** Undefined in a home where nothing has run yet. */
  readonly journal: Journal | undefined;
}

export async function reading<T extends Exit | object>(
  context: CommandContext,
  use: (home: Home) => Promise<T>,
): Promise<T> {
  const places = placesOf(context.surroundings);
  const reader = await openReader(places);
  try {
    return await use({ places, journal: reader.journal });
  } finally {
    await reader.close();
  }
}

/** Where the person stands: without a word they mean the newest run of the repository there. */
export function hereOf({ surroundings, dir }: CommandContext): Here {
  return { home: placesOf(surroundings).home, dir };
}

/** For a command that has already found a run, and so a journal. */
export function journalOf(home: Home): Journal {
  if (home.journal !== undefined) return home.journal;
  throw new UserError('There is no run yet. Start one with `slipway run "what you want"`.', 'refused');
}

export function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
