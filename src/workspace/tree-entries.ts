// The entries of a commit or tree, with paths as bytes (latin1).

import { gitFixed } from './git-fixed.ts';
import { gitOk, nulFields } from './git-ok.ts';
import type { Context } from './places.ts';

export interface TreeEntry {
  readonly mode: string;
  readonly id: string;
  readonly path: string;
}

export const linkMode = '120000';
export const repositoryMode = '160000';

export async function treeEntries(
  context: Context,
  gitDir: string,
  treeish: string,
): Promise<readonly TreeEntry[]> {
  const args = ['ls-tree', '-r', '-z', '--full-tree', treeish];
  const output = await gitFixed(context.git, { gitDir, args, encoding: 'latin1' }, [treeish]);
  return nulFields(output).map(parseEntry);
}

function parseEntry(line: string): TreeEntry {
  const match = /^(\d{6}) [a-z]+ ([0-9a-f]+)\t(.*)$/s.exec(line);
  const [, mode, id, path] = match ?? [];
  if (mode === undefined || id === undefined || path === undefined) {
    throw new Error(`invariant: git listed an entry that cannot be read: ${JSON.stringify(line)}`);
  }
  return { mode, id, path };
}

/** The contents of several objects, in the order of the ids, as bytes. */
export async function contents(
  context: Context,
  gitDir: string,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  const output = await gitOk(context.git, {
    gitDir,
    args: ['cat-file', '--batch'],
    stdin: ids.map((id) => `${id}\n`).join(''),
    encoding: 'latin1',
  });
  const found: string[] = [];
  let at = 0;
  for (const id of ids) {
    const lineEnd = output.indexOf('\n', at);
    const size = Number(output.slice(at, lineEnd).split(' ')[2]);
    if (!Number.isSafeInteger(size)) throw new Error(`Object ${id} is missing in ${gitDir}.`);
    found.push(output.slice(lineEnd + 1, lineEnd + 1 + size));
    at = lineEnd + 1 + size + 1;
  }
  return found;
}
