// Where a person stands, as far as a home knows it: in a repository, or in a workspace of a run. Read from a few small
// files and from nothing else, because commands that only look start fast.
//
// Invariants
//   STAND-1. A repository is known by its git directory, so that a linked checkout of it counts as it, and a repository
//        inside another one, as a submodule is, does not count as the outer one.

import { lstatSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { textIn } from '../text-in.ts';

export interface Here {
  readonly home: string;
  /** The folder the command was called in; undefined for who stands nowhere. */
  readonly dir: string | undefined;
}

/** A run and where it was started, as a summary has it. */
interface Known {
  readonly run: string;
  readonly repository: string;
}

export type StandingIn =
  | { readonly in: 'workspace'; readonly run: string }
  | { readonly in: 'repository'; readonly root: string; readonly repository?: string }
  | { readonly in: 'nothing' };

export function standingIn({ home, dir }: Here, known: readonly Known[]): StandingIn {
  if (dir === undefined) return { in: 'nothing' };
  const at = real(dir);
  const run = runAround(path.join(real(home), 'workspaces'), at, known);
  if (run !== undefined) return { in: 'workspace', run };
  const root = rootAround(at);
  if (root === undefined) return { in: 'nothing' };
  const repository = repositoryOf(home, gitDirOf(root), known);
  return { in: 'repository', root, ...(repository === undefined ? {} : { repository }) };
}

const parentsMax = 256;

/** The innermost folder around this one that git would take for a checkout. */
function rootAround(at: string): string | undefined {
  let folder = at;
  for (let up = 0; up < parentsMax; up += 1) {
    if (kindOf(path.join(folder, '.git')) !== undefined) return folder;
    const parent = path.dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
  return undefined;
}

/** The name of a workspace begins with its run. */
function runAround(workspaces: string, at: string, known: readonly Known[]): string | undefined {
  const name = path.relative(workspaces, at).split(path.sep)[0] ?? '';
  return known.find(({ run }) => name.startsWith(`${run}-`))?.run;
}

/** STAND-1. */
function repositoryOf(home: string, gitDir: string, known: readonly Known[]): string | undefined {
  const repositories = new Set(known.map(({ repository }) => repository));
  return [...repositories].find((repository) => recordedGitDir(home, repository) === gitDir);
}

/** The git directory all linked checkouts of a repository share. */
function gitDirOf(root: string): string {
  const entry = path.join(root, '.git');
  const pointed = kindOf(entry) === 'file' ? /^gitdir: (.+?)\s*$/s.exec(textIn(entry))?.[1] : undefined;
  const gitDir = real(pointed === undefined ? entry : path.resolve(root, pointed));
  const common = textIn(path.join(gitDir, 'commondir')).trim();
  return common === '' ? gitDir : real(path.resolve(gitDir, common));
}

function recordedGitDir(home: string, repository: string): string | undefined {
  try {
    const location: unknown = JSON.parse(textIn(path.join(home, 'repos', repository, 'location.json')));
    const isWhole = typeof location === 'object' && location !== null && 'gitDir' in location;
    return isWhole && typeof location.gitDir === 'string' ? location.gitDir : undefined;
  } catch {
    return undefined; // a home that forgot where it lies has runs all the same
  }
}

function real(dir: string): string {
  try {
    return realpathSync(dir);
  } catch {
    return dir;
  }
}

function kindOf(file: string): 'file' | 'other' | undefined {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  return stats.isFile() ? 'file' : 'other';
}
