import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { standingIn } from './which-repository.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'slipway-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function file(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, name)), { recursive: true });
  await writeFile(path.join(root, name), text);
}

async function known(repository: string, gitDir: string): Promise<void> {
  const location = { path: path.join(root, path.dirname(gitDir)), gitDir: path.join(root, gitDir) };
  await file(`home/repos/${repository}/location.json`, JSON.stringify(location));
}

const runs = [
  { run: 'r-1', repository: 'shop-1' },
  { run: 'r-2', repository: 'vendored-2' },
  { run: 'r-3', repository: 'torn-3' },
  { run: 'r-4', repository: 'odd-4' },
  { run: 'r-5', repository: 'gone-5' },
];

const at = (dir: string) => standingIn({ home: path.join(root, 'home'), dir: path.join(root, dir) }, runs);

beforeEach(async () => {
  await known('shop-1', 'shop/.git');
  await known('vendored-2', 'shop/src/vendored/.git');
  await file('home/repos/torn-3/location.json', '{');
  await file('home/repos/odd-4/location.json', '[]');
  await mkdir(path.join(root, 'shop/.git'), { recursive: true });
  await mkdir(path.join(root, 'shop/src/vendored/.git'), { recursive: true });
  await mkdir(path.join(root, 'shop/src/vendored/lib'), { recursive: true });
});

describe('a person stands in', () => {
  test('the innermost repository around the folder, also behind a link (STAND-1)', async () => {
    await symlink(path.join(root, 'shop'), path.join(root, 'link'));
    expect(at('shop')).toEqual({ in: 'repository', root: path.join(root, 'shop'), repository: 'shop-1' });
    expect(at('link/src')).toMatchObject({ repository: 'shop-1' });
    expect(at('shop/src/vendored/lib')).toMatchObject({ repository: 'vendored-2' });
  });

  test('a repository the home has no run of, though it lies inside one that has some (STAND-1)', async () => {
    await file('shop/src/other/.git/HEAD', '');
    expect(at('shop/src/other')).toEqual({ in: 'repository', root: path.join(root, 'shop/src/other') });
    await file('shop/module/.git', 'gitdir: ../.git/modules/module\n');
    expect(at('shop/module')).toEqual({ in: 'repository', root: path.join(root, 'shop/module') });
  });

  test('a repository whose linked checkout it is (STAND-1)', async () => {
    await file('shop/.git/worktrees/tree/commondir', '../..\n');
    await file('tree/.git', `gitdir: ${path.join(root, 'shop/.git/worktrees/tree')}\n`);
    expect(at('tree')).toEqual({ in: 'repository', root: path.join(root, 'tree'), repository: 'shop-1' });
  });

  test('a workspace, which belongs to a run', async () => {
    await file('home/workspaces/r-2-3-hand-over-one-1/.git/HEAD', '');
    await file('home/workspaces/r-20-open-abc/.git/HEAD', '');
    expect(at('home/workspaces/r-2-3-hand-over-one-1')).toEqual({ in: 'workspace', run: 'r-2' });
    expect(at('home/workspaces/r-20-open-abc')).toMatchObject({ in: 'repository' });
  });

  test('nothing, where there is no repository, or no folder', () => {
    expect(at('shopping')).toEqual({ in: 'nothing' });
    expect(at('.')).toEqual({ in: 'nothing' });
    expect(standingIn({ home: path.join(root, 'home'), dir: undefined }, runs)).toEqual({ in: 'nothing' });
  });
});
