// The control: each planted way to destroy something, as two commits of a repository that is made for it.

import { execFile } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { planted } from '../../support/destructive-changes.ts';
import type { Tree } from '../../support/two-trees.ts';
import type { Flagging } from './flagging.ts';

/** Those of them that are not told as they have to be. */
export async function plantedMissed(
  flagging: Flagging,
  dir: string,
): Promise<{ readonly of: number; readonly names: readonly string[] }> {
  await mkdir(dir);
  await git(dir, 'init', '--quiet', '--initial-branch=main');
  const pairs: {
    readonly name: string;
    readonly from: string;
    readonly to: string;
    readonly expected: string;
  }[] = [];
  for (const [name, [before, after], expected] of planted) {
    const from = await committed(dir, before);
    pairs.push({ name, from, to: await committed(dir, after), expected });
  }
  const repository = await flagging.open(dir, await git(dir, 'rev-parse', 'HEAD'));
  const names: string[] = [];
  for (const { name, from, to, expected } of pairs) {
    const told = await flagging.told(repository, from, to);
    if (told.length !== 1 || told[0] !== expected) names.push(`${name}: ${told.join('; ')}`);
  }
  return { of: pairs.length, names };
}

async function committed(dir: string, tree: Tree): Promise<string> {
  for (const name of await readdir(dir))
    if (name !== '.git') await rm(path.join(dir, name), { recursive: true });
  for (const [file, text] of Object.entries(tree)) {
    await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
    await writeFile(path.join(dir, file), text);
  }
  await git(dir, 'add', '--all');
  await git(dir, 'commit', '--quiet', '--allow-empty', '--message=A tree');
  return git(dir, 'rev-parse', 'HEAD');
}

async function git(dir: string, ...args: readonly string[]): Promise<string> {
  const person = { NAME: 'A Person', EMAIL: 'person@example.com' };
  const env = {
    PATH: process.env['PATH'],
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_SYSTEM: '/dev/null',
    ...Object.fromEntries(
      Object.entries(person).flatMap(([key, value]) => [
        [`GIT_AUTHOR_${key}`, value],
        [`GIT_COMMITTER_${key}`, value],
      ]),
    ),
  };
  const { stdout } = await promisify(execFile)('git', ['-C', dir, ...args], { env });
  return stdout.trim();
}
