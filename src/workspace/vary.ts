// A commit that exists for checks alone: the files of one commit, some of them as another commit has them, some with a text of
// ours, some gone. Made in the store, without a work tree.
//
// Invariants
//   VARY-1. The same variation gives the same commit: it is a pure function of its parts, like every commit of ours.
//   VARY-2. Modes come with the files: a link stays a link, what could be executed still can.

import path from 'node:path';
import { gitOk } from './git-ok.ts';
import { commit } from './integrate.ts';
import { storeOf } from './places.ts';
import type { Context } from './places.ts';
import { withScratch } from './scratch.ts';
import { treeEntries } from './tree-entries.ts';
import type { TreeEntry } from './tree-entries.ts';
import type { Variation, Varied } from './workspace.ts';

const plainMode = '100644';
const gone = `0 ${'0'.repeat(40)}`;

export async function vary(context: Context, repository: string, variation: Variation): Promise<Varied> {
  const gitDir = storeOf(context, repository);
  const [there, other] = await Promise.all([
    entriesAt(context, gitDir, variation.commit),
    variation.as === undefined ? undefined : entriesAt(context, gitDir, variation.as.commit),
  ]);
  const lines = new Map<string, string>();
  for (const file of variation.without ?? []) lines.set(bytes(file), gone);
  for (const file of variation.as?.paths ?? []) lines.set(bytes(file), lineOf(other?.get(bytes(file))));
  for (const { path: file, text } of variation.texts ?? []) {
    const mode = there.get(bytes(file))?.mode ?? other?.get(bytes(file))?.mode;
    lines.set(bytes(file), `${mode ?? plainMode} ${await put(context, gitDir, text)}`);
  }
  const tree = await treeWith(context, gitDir, variation.commit, lines);
  const made = await commit(context, repository, {
    tree,
    parents: [variation.commit],
    message: 'A variation for checks',
    at: 0,
  });
  return { commit: made, tree };
}

async function treeWith(
  context: Context,
  gitDir: string,
  from: string,
  lines: ReadonlyMap<string, string>,
): Promise<string> {
  return withScratch(context, async (scratch) => {
    const request = { gitDir, index: path.join(scratch, 'index') } as const;
    await gitOk(context.git, { ...request, args: ['read-tree', from] });
    await gitOk(context.git, {
      ...request,
      args: ['update-index', '--add', '--replace', '-z', '--index-info'],
      // What goes comes first: a folder may take the place of a file.
      stdin: [...lines]
        .toSorted(([, a], [, b]) => Number(b === gone) - Number(a === gone))
        .map(([file, line]) => `${line}\t${file}\0`)
        .join(''),
      encoding: 'latin1',
    });
    return (await gitOk(context.git, { ...request, args: ['write-tree'] })).trim();
  });
}

async function entriesAt(
  context: Context,
  gitDir: string,
  treeish: string,
): Promise<ReadonlyMap<string, TreeEntry>> {
  return new Map((await treeEntries(context, gitDir, treeish)).map((entry) => [entry.path, entry]));
}

/** VARY-2. */
function lineOf(entry: TreeEntry | undefined): string {
  return entry === undefined ? gone : `${entry.mode} ${entry.id}`;
}

async function put(context: Context, gitDir: string, text: string): Promise<string> {
  const id = await gitOk(context.git, { gitDir, args: ['hash-object', '-w', '--stdin'], stdin: text });
  return id.trim();
}

/** Paths are bytes to git. */
function bytes(file: string): string {
  return Buffer.from(file, 'utf8').toString('latin1');
}
