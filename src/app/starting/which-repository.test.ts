import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { repositoryHere } from './which-repository.ts';

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'slipway-')));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function known(name: string, text: string): Promise<string> {
  const folder = path.join(root, 'home/repos', name);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'location.json'), text);
  return name;
}

test('a folder lies in the innermost checkout around it, also behind a link, and else in none', async () => {
  await mkdir(path.join(root, 'shop/src/vendored/lib'), { recursive: true });
  await symlink(path.join(root, 'shop'), path.join(root, 'link'));
  const at = (dir: string): string => JSON.stringify({ path: path.join(root, dir), gitDir: '' });
  const all = [
    await known('shop-1', at('shop')),
    await known('vendored-2', at('shop/src/vendored')),
    await known('torn-3', '{'),
    await known('odd-4', '[]'),
    'gone-5',
  ];
  const here = (dir: string): string | undefined =>
    repositoryHere({ home: path.join(root, 'home'), dir: path.join(root, dir) }, all);
  expect(here('shop')).toBe('shop-1');
  expect(here('link/src')).toBe('shop-1');
  expect(here('shop/src/vendored/lib')).toBe('vendored-2');
  expect(here('shopping')).toBeUndefined();
  expect(here('.')).toBeUndefined();
});
