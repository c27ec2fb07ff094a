// How the local forge says no, and where a repository's things lie in the home. Details are sentences for
// people: they name files relative to the home, because an absolute path says more than a report needs.

import path from 'node:path';

import type { GitResult } from '../../workspace/git.ts';
import type { ForgeAnswer } from '../forge.ts';

type Reason = Extract<ForgeAnswer<unknown>, { readonly ok: false }>['reason'];

export interface LocalRefused {
  readonly ok: false;
  readonly reason: Reason;
  readonly detail: string;
}

/** Where one repository's things are. */
export interface RepositoryPlaces {
  readonly home: string;
  readonly repository: string;
  readonly root: string;
  /** Slipway's own copy: commits come from here, and merge commits go back here. */
  readonly store: string;
  /** The bare repository that receives branches. */
  readonly forge: string;
  readonly pulls: string;
}

/** The id becomes a folder name, so only what can never leave the folder is let through. */
const repositoryId = /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/;
const commitId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const stderrCharsMax = 400;

export function placesOf(home: string, repository: string): ForgeAnswer<RepositoryPlaces> {
  if (!repositoryId.test(repository)) {
    return refused(
      `"${repository}" is not the id of a repository in the home; ids are letters, digits, dots and dashes.`,
    );
  }
  const root = path.join(home, 'repos', repository);
  return answered({
    home,
    repository,
    root,
    store: path.join(root, 'store.git'),
    forge: path.join(root, 'forge.git'),
    pulls: path.join(root, 'pulls'),
  });
}

export function answered<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export const done: { readonly ok: true; readonly value: void } = { ok: true, value: undefined };

export function refused(detail: string): LocalRefused {
  return { ok: false, reason: 'forge-refused', detail };
}

export function moved(detail: string): LocalRefused {
  return { ok: false, reason: 'ref-moved', detail };
}

export function unavailable(detail: string): LocalRefused {
  return { ok: false, reason: 'forge-unavailable', detail };
}

/** Nobody is away: something of this home is not as it should be. */
export function broken(reason: 'git' | 'io', detail: string): LocalRefused {
  return { ok: false, reason, detail };
}

/** A git command that should have worked and did not. */
export function gitFailed(places: RepositoryPlaces, what: string, result: GitResult): LocalRefused {
  const said = result.stderr.trim().replaceAll(places.home, '<home>').slice(0, stderrCharsMax);
  return broken(
    'git',
    `git could not ${what} in repos/${places.repository} (exit ${result.exit}): ${said === '' ? 'it said nothing' : said}. Check disk room and permissions of the home, then try again.`,
  );
}

/** A whole commit id; names and short ids would be looked up, and could mean something else tomorrow. */
export function isCommitId(text: string): boolean {
  return commitId.test(text);
}
