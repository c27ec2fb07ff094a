// Where the repositories lie that this home has worked in. Over HTTP nobody names another folder: what is configured in a folder is
// read, and run, and only somebody at the machine says which folders that may be.

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isRecord, parseJson } from '../../plain/json.ts';

export async function knownFolders(home: string): Promise<ReadonlySet<string>> {
  const repositories = path.join(home, 'repos');
  const names = await readdir(repositories).catch(() => []);
  const folders = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(repositories, name, 'location.json'), 'utf8').catch(() => '');
      const location = parseJson(text);
      return isRecord(location) && typeof location['path'] === 'string' ? [location['path']] : [];
    }),
  );
  return new Set(folders.flat().toSorted());
}
