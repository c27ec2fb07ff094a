// Where a run is looked at: in the home, or, where it was imported, in the small home it lies in.

import path from 'node:path';
import type { Journal } from '../../journal/journal.ts';
import { isRecord } from '../../plain/json.ts';
import type { Clock } from '../../telemetry/clock.ts';
import { UserError } from '../ending/user-error.ts';
import type { Places, Surroundings } from './home-places.ts';
import { importedFolder, importedRuns, placesIn } from './imported.ts';
import { openReader } from './reader.ts';

/** What a verb looks with. */
interface Looking {
  readonly surroundings: Surroundings;
  readonly places: Places;
  readonly clock: Clock;
  readonly journal: Journal | undefined;
}

/** Where the run that is meant is an imported one, it is looked at in its own small home. */
export async function inItsHome<C extends Looking, T>(
  context: C,
  input: unknown,
  look: (context: C | Looking, imported?: string) => Promise<T>,
): Promise<T> {
  const run = await meant(context, input);
  if (run === undefined) return look(context);
  const { surroundings, clock } = context;
  const places = placesIn(path.join(importedFolder(context.places.home), run), surroundings);
  const { journal, close } = await openReader(places);
  try {
    return await look({ surroundings, clock, places, journal }, run);
  } finally {
    await close();
  }
}

/** By its id, or by the beginning of it where no run of the home is called so. */
async function meant({ places, journal }: Looking, input: unknown): Promise<string | undefined> {
  const word = isRecord(input) ? input['run'] : undefined;
  if (typeof word !== 'string' || word === '') return undefined;
  const found = importedRuns(places.home).filter((run) => run.startsWith(word));
  if (found.length === 0 || found.includes(word)) return found.find((run) => run === word);
  const own = (await journal?.summaries()) ?? [];
  if (own.some(({ run, ticket }) => run.startsWith(word) || ticket === word)) return undefined;
  const [only, ...others] = found;
  if (others.length === 0) return only;
  throw new UserError(`'${word}' could be ${found.join(' or ')}. Give more of the id.`, 'usage');
}
