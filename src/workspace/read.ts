// Reads single files and lists of files of a commit in the store.

import { gitFixed } from './git-fixed.ts';
import { gitFailed, nulFields, shown } from './git-ok.ts';
import { storeOf } from './places.ts';
import type { Context } from './places.ts';
import { contents, treeEntries } from './tree-entries.ts';

const listBytesMax = 67_108_864;

/** Plain files only: a link or a submodule of that name has no content of its own. */
export async function readFile(
  context: Context,
  repository: string,
  commit: string,
  path: string,
): Promise<string | undefined> {
  if (!isTreePath(path)) return undefined;
  const gitDir = storeOf(context, repository);
  const args = ['ls-tree', '-z', '--full-tree', '--end-of-options', commit, path];
  const listed = await gitFixed(context.git, { gitDir, args }, [commit]);
  const entry = listed.split('\0').find((line) => line.endsWith(`\t${path}`));
  const id = entry?.startsWith('100') === true ? entry.split(/[ \t]/)[2] : undefined;
  if (id === undefined) return undefined;
  const [text] = await contents(context, gitDir, [id]);
  return text === undefined ? undefined : shown(text);
}

/** Paths may come from an agent's words; what is no path inside a tree names no file. */
function isTreePath(path: string): boolean {
  const parts = path.split('/');
  return !path.includes('\0') && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

export async function listFiles(
  context: Context,
  repository: string,
  commit: string,
): Promise<readonly string[]> {
  const entries = await treeEntries(context, storeOf(context, repository), commit);
  return entries.map((entry) => shown(entry.path));
}

export async function filesWith(
  context: Context,
  repository: string,
  commit: string,
  word: string,
): Promise<readonly string[]> {
  if (word === '' || /[\0\r\n]/.test(word)) return [];
  const request = {
    gitDir: storeOf(context, repository),
    // Binary files have no words (-I). A word may begin with a hyphen, so it comes after -e.
    args: ['grep', '-l', '-z', '-I', '-w', '-F', '-e', word, commit, '--'],
    encoding: 'latin1',
    outputBytesMax: listBytesMax,
  } as const;
  const { exit, stdout, stderr } = await context.git.run(request);
  if (exit === 1) return []; // nothing holds it
  if (exit !== 0) throw gitFailed(request, exit, stderr);
  return nulFields(stdout).map((name) => shown(name.slice(commit.length + 1)));
}
