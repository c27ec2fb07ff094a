// Makes commits, keeps them, and merges one change onto another, all without files.
//
// Invariants
//   INTEGRATE-1. A commit is a pure function of its request: same tree, parents, message and time, same id.
//   INTEGRATE-2. A merge takes exactly the base it is given; which commits the sides descend from is no matter.

import { gitFailed, gitOk, shown } from './git-ok.ts';
import { storeOf } from './places.ts';
import type { Context } from './places.ts';
import { contents, treeEntries } from './tree-entries.ts';
import type { CommitRequest, Merged } from './workspace.ts';

const slipway = { name: 'Slipway', email: 'slipway@localhost' } as const;
const detailCharsMax = 64 * 1024;
const detailFileCharsMax = 16 * 1024;

export async function commit(context: Context, repository: string, request: CommitRequest): Promise<string> {
  return commitIn(context, storeOf(context, repository), request);
}

/** INTEGRATE-1. */
async function commitIn(context: Context, gitDir: string, request: CommitRequest): Promise<string> {
  const id = await gitOk(context.git, {
    gitDir,
    args: [
      'commit-tree',
      '--no-gpg-sign',
      ...request.parents.flatMap((parent) => ['-p', parent]),
      '-F',
      '-',
      request.tree,
    ],
    stdin: request.message.endsWith('\n') ? request.message : `${request.message}\n`,
    identity: { ...slipway, at: request.at, author: request.author },
  });
  return id.trim();
}

export async function keep(context: Context, repository: string, name: string, id: string): Promise<void> {
  const gitDir = storeOf(context, repository);
  await context.git.exclusive(gitDir, () =>
    gitOk(context.git, { gitDir, args: ['update-ref', '--end-of-options', `refs/slipway/${name}`, id] }),
  );
}

interface Sides {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/**
 * INTEGRATE-2. git 2.39 merges commits and finds the base itself. Where that is another one, the three trees are put into commits of
 * their own, with the base as the only parent of both sides.
 */
export async function merge(context: Context, repository: string, sides: Sides): Promise<Merged> {
  const gitDir = storeOf(context, repository);
  const { base, ours, theirs } = (await isTheirBase(context, gitDir, sides))
    ? sides
    : await bareSides(context, gitDir, sides);
  if (ours === theirs) return { ok: true, tree: await treeOf(context, gitDir, ours) };
  const request = {
    gitDir,
    args: [
      '-c',
      'merge.conflictStyle=diff3',
      '-c',
      'merge.directoryRenames=false',
      'merge-tree',
      '--write-tree',
      '-z',
      '--name-only',
      '--messages',
      ours,
      theirs,
    ],
    encoding: 'latin1',
  } as const;
  const result = await context.git.run(request);
  if (result.exit > 1) throw gitFailed(request, result.exit, result.stderr);
  const [tree = '', ...rest] = result.stdout.split('\0');
  if (result.exit === 0) return { ok: true, tree };
  const paths = rest.slice(0, rest.indexOf(''));
  const named = (text: string): string =>
    text.replaceAll(ours, 'ours').replaceAll(theirs, 'theirs').replaceAll(base, 'base');
  const files = await conflictTexts(context, gitDir, tree, paths);
  const said = messages(rest.slice(rest.indexOf('') + 1));
  return {
    ok: false,
    tree,
    conflicts: paths.map(shown),
    detail: named([...said, ...files].map(shown).join('\n')).slice(0, detailCharsMax),
  };
}

/** Where git would take the same base by itself, the sides are merged as they are. */
async function isTheirBase(context: Context, gitDir: string, sides: Sides): Promise<boolean> {
  const args = ['merge-base', '--all', '--end-of-options', sides.ours, sides.theirs];
  const { exit, stdout } = await context.git.run({ gitDir, args });
  return exit === 0 && stdout.trim() === sides.base;
}

async function bareSides(context: Context, gitDir: string, sides: Sides): Promise<Sides> {
  const base = await bare(context, gitDir, sides.base, []);
  const [ours, theirs] = await Promise.all([
    bare(context, gitDir, sides.ours, [base]),
    bare(context, gitDir, sides.theirs, [base]),
  ]);
  return { base, ours, theirs };
}

async function bare(
  context: Context,
  gitDir: string,
  treeish: string,
  parents: readonly string[],
): Promise<string> {
  const tree = await treeOf(context, gitDir, treeish);
  return commitIn(context, gitDir, { tree, parents, message: 'side of a merge', at: 0 });
}

export async function treeOf(context: Context, gitDir: string, treeish: string): Promise<string> {
  const args = ['rev-parse', '--verify', '--end-of-options', `${treeish}^{tree}`];
  return (await gitOk(context.git, { gitDir, args })).trim();
}

/** What git has to say comes as: number of paths, the paths, a kind, a sentence. */
function messages(fields: readonly string[]): readonly string[] {
  const sentences: string[] = [];
  for (let at = 0; at < fields.length;) {
    const paths = Number(fields[at]);
    const kind = fields[at + paths + 1];
    const sentence = fields[at + paths + 2];
    if (kind === undefined || sentence === undefined) break;
    if (kind.startsWith('CONFLICT')) sentences.push(sentence.trim());
    at += paths + 3;
  }
  return sentences;
}

/** The conflicting files as git merged them: both sides and the base between markers. */
async function conflictTexts(
  context: Context,
  gitDir: string,
  tree: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const wanted = new Set(paths);
  const entries = (await treeEntries(context, gitDir, tree)).filter(
    (entry) => wanted.has(entry.path) && entry.mode.startsWith('100'),
  );
  const texts = await contents(
    context,
    gitDir,
    entries.map((entry) => entry.id),
  );
  return entries.flatMap((entry, at) => {
    const text = texts[at] ?? '';
    if (text.includes('\0')) return [];
    return [`--- ${entry.path}`, text.slice(0, detailFileCharsMax)];
  });
}
