// Runs that came from another home. Each lies in a folder that is a small home with this one run in it: it can be looked at, verified
// and replayed like any other, and no process ever moves it, because what it would act on is elsewhere.

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../ending/user-error.ts';
import type { Places, Surroundings } from './home-places.ts';
import { placesOf } from './home-places.ts';

/** A file that no other home has. */
const mark = 'imported-run';

export function importedFolder(home: string): string {
  return path.join(home, 'imported');
}

/** As `telemetry/id.ts` spells one. */
export function isRunId(text: string): boolean {
  return /^r-[0-9a-z]{1,32}$/.test(text);
}

export function importedRuns(home: string): readonly string[] {
  try {
    return readdirSync(importedFolder(home)).filter(isRunId).toSorted();
  } catch {
    return []; // nothing was ever imported
  }
}

/** Where things lie in the small home at a folder. */
export function placesIn(folder: string, surroundings: Surroundings): Places {
  return placesOf({ ...surroundings, env: { ...surroundings.env, SLIPWAY_HOME: folder } });
}

export function markImported({ home }: Places): void {
  const text = 'A run that was imported: it is looked at, and not moved.\n';
  writeFileSync(path.join(home, mark), text, { mode: 0o600 });
}

/** Before anybody becomes the owner of a home. */
export function refuseImported({ home }: Places): void {
  if (!isImported({ home })) return;
  throw new UserError(
    `${home} holds a run that was imported. It can be looked at, and nothing in it is moved: its repository, its agents and its pull request are elsewhere.`,
    'refused',
  );
}

/** For who would look at what did not come along. */
export function isImported({ home }: Pick<Places, 'home'>): boolean {
  return existsSync(path.join(home, mark));
}

export function notMovedWords(run: string): string {
  return `Run ${run} was imported from another home: it can be looked at, verified and replayed here, and is moved only where it came from.`;
}
