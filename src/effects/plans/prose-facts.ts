// Whether what the prose of a plan or a design speaks of as being there is there: looked up like what its tasks list in `assumes`.

import type { Workspaces } from '../../workspace/workspace.ts';
import { covers } from '../../core/fence/paths.ts';
import type { Named } from './prose-names.ts';
import { takenForGranted } from './prose-names.ts';

export interface Prose {
  /** "the description of task a" */
  readonly where: string;
  readonly text: string;
}

export interface ProsePlace {
  readonly repository: string;
  readonly commit: string;
  /** Every file of that commit. */
  readonly files: readonly string[];
  /** What the tasks may touch or make: entries. */
  readonly planned: readonly string[];
  /** What the ticket itself speaks of is the ticket's to know. */
  readonly ticket: string;
}

/** More than these are not looked up: each name is a search through the whole tree. */
const namesMax = 40;

export async function proseProblems(
  workspaces: Pick<Workspaces, 'filesWith'>,
  places: readonly Prose[],
  place: ProsePlace,
): Promise<readonly string[]> {
  const named = takenForGranted(places.map(({ text }) => text))
    .filter(({ name }) => !place.ticket.includes(name))
    .slice(0, namesMax);
  const missing = await Promise.all(
    named.map(async (one) => ((await isThere(workspaces, one, place)) ? [] : [one])),
  );
  return missing.flat().map(({ kind, name }) => {
    const where = places.find(({ text }) => text.includes(name))?.where ?? 'the plan';
    return kind === 'file'
      ? `${where} speaks of the file '${name}', which does not exist and which no task creates; look it up, or list it in creates`
      : `${where} speaks of '${name}' as of something that exists, and no file of the repository has that name; look it up, or say that it is new or built-in`;
  });
}

async function isThere(
  workspaces: Pick<Workspaces, 'filesWith'>,
  { kind, name }: Named,
  place: ProsePlace,
): Promise<boolean> {
  if (kind === 'file') return isFileThere(name, place);
  // "TypeErrors" are many of one name.
  const spellings = name.endsWith('s') ? [name, name.slice(0, -1)] : [name];
  const found = await Promise.all(
    spellings.map((word) => workspaces.filesWith(place.repository, place.commit, word)),
  );
  return found.flat().length > 0;
}

/** A path whose first folder is not there may be anything: an example, what a build writes, another repository's. */
function isFileThere(name: string, { files, planned }: ProsePlace): boolean {
  const top = name.slice(0, name.indexOf('/') + 1);
  if (!files.some((file) => file.startsWith(top)) || covers(planned, name)) return true;
  return files.some((file) => file === name || file.endsWith(`/${name}`));
}
