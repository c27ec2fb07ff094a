// What differs between two trees of the store: as a list of paths, and as text for people and reviewers.

import type { GitResult } from './git.ts';
import { gitFixed } from './git-fixed.ts';
import { gitFailed, gitOk, nulFields, shown } from './git-ok.ts';
import type { Context } from './places.ts';
import { contents, linkMode } from './tree-entries.ts';
import type { Change } from './workspace.ts';

const diffBytesMax = 256 * 1024 * 1024;
const linkCharsMax = 4096;

export interface RawChange {
  /** Bytes, as latin1. */
  readonly path: string;
  readonly kind: Change['kind'];
  readonly mode: string;
  readonly id: string;
}

export async function changesBetween(
  context: Context,
  gitDir: string,
  from: string,
  to: string,
): Promise<readonly Change[]> {
  const raw = await rawChangesBetween(context, gitDir, from, to);
  const links = raw.filter((one) => one.mode === linkMode && one.kind !== 'deleted');
  const targets = await contents(
    context,
    gitDir,
    links.map((link) => link.id),
  );
  const targetOf = new Map(links.map((link, at) => [link, targets[at]]));
  return raw.map((one) => {
    const target = targetOf.get(one);
    const change = { path: shown(one.path), kind: one.kind, mode: one.mode };
    return target === undefined ? change : { ...change, linkTarget: shown(target).slice(0, linkCharsMax) };
  });
}

/** Raw and without renames: a rename is a deletion and an addition, so that no path stays unnamed. */
export async function rawChangesBetween(
  context: Context,
  gitDir: string,
  from: string,
  to: string,
): Promise<readonly RawChange[]> {
  const args = [
    'diff-tree',
    '-r',
    '-z',
    '--raw',
    '--no-renames',
    '--no-abbrev',
    '--end-of-options',
    from,
    to,
  ];
  const output = await gitFixed(context.git, { gitDir, args, encoding: 'latin1' }, [from, to]);
  const fields = nulFields(output);
  const changes: RawChange[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = '', newMode = '', , id = '', letter = ''] = (fields[at] ?? '').slice(1).split(' ');
    const kind = kindOf(letter);
    changes.push({ path: fields[at + 1] ?? '', kind, mode: kind === 'deleted' ? oldMode : newMode, id });
  }
  return changes;
}

function kindOf(letter: string): Change['kind'] {
  if (letter === 'A') return 'added';
  return letter === 'D' ? 'deleted' : 'modified';
}

/** Oldest first. */
export async function commitsBetween(
  context: Context,
  gitDir: string,
  from: string,
  to: string,
): Promise<readonly string[]> {
  const args = ['rev-list', '--reverse', '--topo-order', '--end-of-options', to, `^${from}`];
  return (await gitOk(context.git, { gitDir, args })).split('\n').filter((id) => id !== '');
}

/** Of several that are equally new, the one git names first. */
export async function commonOf(
  context: Context,
  gitDir: string,
  one: string,
  other: string,
): Promise<string | undefined> {
  const request = { gitDir, args: ['merge-base', '--end-of-options', one, other] };
  const { exit, stdout, stderr } = await context.git.run(request);
  if (exit === 1) return undefined; // they have nothing in common
  if (exit !== 0) throw gitFailed(request, exit, stderr);
  return stdout.trim();
}

/** Every option that a configuration could set is given, so that the text depends on the trees alone. */
const diffArgs = [
  'diff-tree',
  '-r',
  '-p',
  '--no-ext-diff',
  '--no-textconv',
  '--no-renames',
  '--no-color',
  '--full-index',
  '--unified=3',
  '--diff-algorithm=histogram',
  '--no-indent-heuristic',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--no-relative',
  '--submodule=short',
  '--end-of-options',
] as const;

export async function diffText(context: Context, gitDir: string, from: string, to: string): Promise<string> {
  const request = { gitDir, args: [...diffArgs, from, to], outputBytesMax: diffBytesMax };
  return gitFixed(context.git, request, [from, to]);
}

/** Read as a push or a landing would read it, and kept nowhere. */
export async function damageIn(
  context: Context,
  gitDir: string,
  from: string,
  to: string,
): Promise<string | undefined> {
  const refs = await context.git.run({ gitDir, args: ['for-each-ref', 'refs/slipway/'] });
  if (refs.exit !== 0 || refs.stderr.trim() !== '') return gitWords(refs);
  const all = ['rev-list', '--objects', '--no-walk', '--quiet', '--end-of-options', from, to];
  const there = await context.git.run({ gitDir, args: all });
  if (there.exit !== 0) return gitWords(there);
  const args = ['pack-objects', '--revs', '--stdout', '--quiet'];
  const read = await context.git.run({ gitDir, args, stdin: `${to}\n^${from}\n`, onOutput: () => undefined });
  return read.exit === 0 ? undefined : gitWords(read);
}

function gitWords({ exit, stderr }: GitResult): string {
  const [first = ''] = stderr.split('\n').filter((line) => line.trim() !== '');
  return first === '' ? `git ended with ${exit}` : first.replace(/^(?:fatal|error|warning): /, '');
}
