// Which repository a person stands in, as far as a home knows it. Read from the small files a home keeps and from nothing
// else, because commands that only look start fast.

import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';

export interface Here {
  readonly home: string;
  /** The folder the command was called in. */
  readonly dir: string;
}

/** The one of these whose checkout the folder lies in, the innermost; undefined where it lies in none. */
export function repositoryHere({ home, dir }: Here, repositories: readonly string[]): string | undefined {
  const at = realDir(dir);
  const found = repositories.flatMap((repository) => {
    const checkout = checkoutOf(path.join(home, 'repos', repository, 'location.json'));
    const isInside = checkout !== undefined && (at === checkout || at.startsWith(`${checkout}${path.sep}`));
    return isInside ? [{ repository, length: checkout.length }] : [];
  });
  return found.toSorted((a, b) => b.length - a.length)[0]?.repository;
}

function realDir(dir: string): string {
  try {
    return realpathSync(dir);
  } catch {
    return dir;
  }
}

function checkoutOf(file: string): string | undefined {
  try {
    const location: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const known = typeof location === 'object' && location !== null && 'path' in location;
    return known && typeof location.path === 'string' ? location.path : undefined;
  } catch {
    return undefined; // a home that forgot where it lies has runs all the same
  }
}
