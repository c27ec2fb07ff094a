// Which parts of a repository a change is in, for labels: the packages of one that has several, else the folders at its top.
// Pure, and a rule of names: nothing is read but paths.

import { isProse, isTesting } from '../destruction/no-matter.ts';

/** More labels than this say as much as none. */
const modulesMax = 5;
const charsMax = 40;

/** Folders that only hold others: what is in them has the name. */
const holders: ReadonlySet<string> = new Set([
  'apps',
  'cmd',
  'crates',
  'internal',
  'lib',
  'libs',
  'modules',
  'packages',
  'pkg',
  'plugins',
  'services',
  'source',
  'sources',
  'src',
]);

/** Those with the most changed files, at most so many; in the order of their names. */
export function modulesOf(paths: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const name = moduleOf(path);
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
    .slice(0, modulesMax)
    .map(([name]) => name)
    .toSorted();
}

/** A file at the top belongs to no part; a test, or words about it, to the part it is about, which is changed as well. */
function moduleOf(path: string): string | undefined {
  if (isTesting(path) || isProse(path)) return undefined;
  const name = nameIn(path);
  return name === undefined || !/^[\w@][\w.@ -]*$/.test(name) ? undefined : name.slice(0, charsMax);
}

/** Where sources lie under their package's name, that name; a folder that begins with a dot is about the repository itself. */
function nameIn(path: string): string | undefined {
  const folders = path.split('/').slice(0, -1);
  if (/^src\/main\/(?:java|kotlin|scala|groovy)\/./.test(path)) return folders.at(-1);
  return folders[0]?.startsWith('.') === true ? undefined : folders.find((name) => !holders.has(name));
}
