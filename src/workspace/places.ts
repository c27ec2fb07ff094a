// Where things lie in the home, what a repository is called there, and which folder of the user's it
// came from. `location.json` is the only place an absolute path is kept, so that a home can be moved.

import { createHash } from 'node:crypto';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { z } from 'zod';

import type { Git } from './git.ts';

/** What every part of this folder works with. */
export interface Context {
  readonly home: string;
  readonly git: Git;
}

const Location = z.object({ path: z.string(), gitDir: z.string() });

/** `path`: root of the user's files. `gitDir`: the git directory all its linked folders share. */
export type Location = Readonly<z.infer<typeof Location>>;

const slugCharsMax = 40;

export function storeOf(context: Context, repository: string): string {
  return path.join(repositoryFolder(context, repository), 'store.git');
}

/** What checks see of the commits before theirs: apart from the store, because they may read all of it. */
export function historyFolder(context: Context, repository: string): string {
  return path.join(repositoryFolder(context, repository), 'history');
}

export function workspacesFolder(context: Context): string {
  return path.join(context.home, 'workspaces');
}

/** What belongs to the views of one workspace: what was shown in it, and what was written through them. */
export function viewsFolder(context: Context, name: string): string {
  return path.join(workspacesFolder(context), '.views', name);
}

export async function locationOf(context: Context, repository: string): Promise<Location> {
  const location = await readLocation(path.join(repositoryFolder(context, repository), 'location.json'));
  if (location !== undefined) return location;
  throw new Error(
    `The home does not know where repository ${repository} lies, because its location.json is missing or damaged. Run slipway once inside the repository.`,
  );
}

/** The id of a repository: the one it has, or a new one. Records where it lies now. */
export async function identify(context: Context, location: Location): Promise<string> {
  return context.git.exclusive(location.gitDir, async () => {
    const repository = (await known(context, location.gitDir)) ?? newId(location);
    const file = path.join(repositoryFolder(context, repository), 'location.json');
    const before = await readLocation(file);
    if (before?.path === location.path && before.gitDir === location.gitDir) return repository;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(`${file}.new`, `${JSON.stringify(location)}\n`);
    await rename(`${file}.new`, file);
    return repository;
  });
}

async function known(context: Context, gitDir: string): Promise<string | undefined> {
  const repositories = await readdir(path.join(context.home, 'repos')).catch(() => []);
  for (const repository of repositories) {
    const location = await readLocation(path.join(context.home, 'repos', repository, 'location.json'));
    if (location?.gitDir === gitDir) return repository;
  }
  return undefined;
}

async function readLocation(file: string): Promise<Location | undefined> {
  try {
    return Location.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

function newId(location: Location): string {
  const slug = path
    .basename(location.path)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, slugCharsMax)
    .replaceAll(/^-+|-+$/g, '');
  const digest = createHash('sha256').update(location.gitDir).digest('hex').slice(0, 8);
  return `${slug === '' ? 'repository' : slug}-${digest}`;
}

function repositoryFolder(context: Context, repository: string): string {
  if (!/^[a-z0-9][a-z0-9-]*$/.test(repository)) {
    throw new Error(`invariant: ${JSON.stringify(repository)} is not the id of a repository`);
  }
  return path.join(context.home, 'repos', repository);
}
