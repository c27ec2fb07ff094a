// Texts of several files of a commit.

import type { Range } from './range.ts';

const bytesMax = 1_048_576;

/** Of those that are there, are texts and not too large. */
export async function textsAt(
  { parts: { workspaces }, repository: { repository } }: Pick<Range, 'parts' | 'repository'>,
  commit: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (paths.length === 0) return new Map();
  const wanted = new Set(paths);
  const entries = (await workspaces.entries(repository, commit)).filter(
    ({ path, bytes }) => wanted.has(path) && bytes <= bytesMax,
  );
  const found = new Map<string, string>();
  const decoder = new TextDecoder();
  await workspaces.eachContent(
    repository,
    entries.map(({ id }) => id),
    (at, content) => {
      const path = entries[at]?.path;
      if (path !== undefined && !content.includes(0)) found.set(path, decoder.decode(content));
    },
  );
  return found;
}
