// Private clones, clean checkouts, and the folder they lie in.

import {
  chmod,
  lstat,
  mkdir,
  readFile,
  readdir,
  readlink,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { makeRepository, startWorkspaces } from '../../test/support/repository.ts';
import type { TestRepository, TestWorkspaces } from '../../test/support/repository.ts';

let repository: TestRepository;
let started: TestWorkspaces;

beforeEach(async () => {
  repository = await makeRepository({
    'src/a.ts': 'a\n',
    'größe mit raum.txt': 'x\n',
    'big.bin': '*pointer*\n',
    '.gitattributes': '*.bin filter=lfs\n*.ts text eol=crlf ident\n',
    'src/id.ts': '// $Id$\n',
  });
  await repository.write('run.sh', '#!/bin/sh\n', 0o755);
  await repository.link('link', 'src/a.ts');
  await repository.commit('modes');
  started = await startWorkspaces(repository);
});

afterEach(() => repository.remove());

async function inodes(dir: string): Promise<ReadonlySet<number>> {
  const files = await readdir(dir, { withFileTypes: true, recursive: true });
  const stats = files
    .filter((file) => file.isFile())
    .map((file) => stat(path.join(file.parentPath, file.name)));
  return new Set((await Promise.all(stats)).map((one) => one.ino));
}

describe('a clone', () => {
  test('is a repository of its own, on a branch, clean and whole, with one commit', async () => {
    const dir = await started.workspaces.clone(started.id, started.base, 'one');
    expect(await repository.gitIn(dir, 'status', '--porcelain', '--branch')).toBe('## slipway');
    expect(await repository.gitIn(dir, 'rev-list', 'HEAD')).toBe(started.base);
    expect(await repository.gitIn(dir, 'fsck', '--full', '--strict')).toBe('');
    expect(await repository.gitIn(dir, 'remote')).toBe('');
  });

  test('shares no inode and no alternate with the store (WORKSPACE-3), and has no hooks', async () => {
    const dir = await started.workspaces.clone(started.id, started.base, 'one');
    const ours = await inodes(path.join(started.home, 'repos'));
    const theirs = await inodes(dir);
    expect(theirs.size).toBeGreaterThan(5);
    expect([...theirs].filter((inode) => ours.has(inode))).toEqual([]);
    await expect(stat(path.join(dir, '.git/objects/info/alternates'))).rejects.toThrow('ENOENT');
    await expect(stat(path.join(dir, '.git/hooks'))).rejects.toThrow('ENOENT');
    for (const file of ['config', 'HEAD', 'shallow']) {
      expect(await readFile(path.join(dir, '.git', file), 'utf8')).not.toContain(repository.root);
    }
  });

  test('has the bytes, modes and links of the commit, whatever attributes ask for', async () => {
    const dir = await started.workspaces.clone(started.id, started.base, 'one');
    expect(await readFile(path.join(dir, 'src/a.ts'), 'utf8')).toBe('a\n');
    expect(await readFile(path.join(dir, 'src/id.ts'), 'utf8')).toBe('// $Id$\n');
    expect(await readFile(path.join(dir, 'big.bin'), 'utf8')).toBe('*pointer*\n');
    expect((await stat(path.join(dir, 'run.sh'))).mode & 0o111).not.toBe(0);
    expect(await readlink(path.join(dir, 'link'))).toBe('src/a.ts');
  });

  test('moves an earlier one of its name aside and keeps it', async () => {
    const dir = await started.workspaces.clone(started.id, started.base, 'one');
    await writeFile(path.join(dir, 'src/a.ts'), 'unfinished\n');
    await started.workspaces.clone(started.id, started.base, 'one');
    await started.workspaces.clone(started.id, started.base, 'one');
    expect(await readFile(path.join(dir, 'src/a.ts'), 'utf8')).toBe('a\n');
    const aside = path.join(started.home, 'workspaces/.aside');
    expect((await readdir(aside)).toSorted()).toEqual(['one.1', 'one.2']);
    expect(await readFile(path.join(aside, 'one.1/src/a.ts'), 'utf8')).toBe('unfinished\n');
  });

  test('does not count as existing until it is whole', async () => {
    await expect(started.workspaces.clone(started.id, '1'.repeat(40), 'broken')).rejects.toThrow('git');
    expect(await started.workspaces.existing('broken')).toBeUndefined();
    const dir = await started.workspaces.clone(started.id, started.base, 'broken');
    expect(await started.workspaces.existing('broken')).toBe(dir);
  });

  test('can be made, imported and committed eight at a time', async () => {
    const names = Array.from({ length: 8 }, (_, n) => `parallel-${n}`);
    const commits = await Promise.all(
      names.map(async (name) => {
        const dir = await started.workspaces.clone(started.id, started.base, name);
        await writeFile(path.join(dir, `${name}.txt`), name);
        const { tree, changes } = await started.workspaces.importTree(started.id, dir, started.base);
        expect(changes).toEqual([{ path: `${name}.txt`, kind: 'added', mode: '100644' }]);
        const commit = { tree, parents: [started.base], message: name, at: 0 };
        const id = await started.workspaces.commit(started.id, commit);
        await started.workspaces.keep(started.id, `test/${name}`, id);
        return id;
      }),
    );
    expect(new Set(commits).size).toBe(8);
    const store = path.join(started.home, 'repos', started.id, 'store.git');
    expect(await repository.gitIn(store, 'fsck', '--full', '--strict')).not.toContain('error');
    expect((await repository.gitIn(store, 'for-each-ref', 'refs/slipway/test/')).split('\n')).toHaveLength(8);
  });
});

describe('a checkout for checks', () => {
  test('has the files, and a git directory beside them', async () => {
    const { dir } = await started.workspaces.checkout(started.id, started.base, 'checks');
    expect((await readdir(dir)).toSorted()).toEqual(
      ['.git', '.gitattributes', 'big.bin', 'größe mit raum.txt', 'link', 'run.sh', 'src'].toSorted(),
    );
    expect((await lstat(path.join(dir, 'link'))).isSymbolicLink()).toBe(true);
    expect((await stat(path.join(dir, 'run.sh'))).mode & 0o111).not.toBe(0);
  });

  test('is clean to git, whatever attributes ask for, and has the bytes of the commit (CLONE-3)', async () => {
    const { dir } = await started.workspaces.checkout(started.id, started.base, 'checks');
    expect(await readFile(path.join(dir, 'src/id.ts'), 'utf8')).toBe('// $Id$\n');
    await utimes(path.join(dir, 'src/id.ts'), 1, 1);
    await utimes(path.join(dir, 'big.bin'), 1, 1);
    expect(await repository.gitIn(dir, 'status', '--porcelain', '--branch')).toBe('## slipway');
    await repository.gitIn(dir, 'diff', '--exit-code');
  });
});

describe('discarding a workspace', () => {
  test('deletes closed folders and odd names, and follows no link out', async () => {
    const dir = await started.workspaces.clone(started.id, started.base, 'one');
    const outside = path.join(repository.root, 'outside');
    await mkdir(path.join(dir, 'closed/deep'), { recursive: true });
    await writeFile(path.join(dir, 'closed/deep/file'), 'x');
    await mkdir(Buffer.from(`${dir}/not-utf8-\u00e9`, 'latin1'));
    await chmod(path.join(dir, 'closed/deep'), 0o500);
    await chmod(path.join(dir, 'closed'), 0o000);
    await mkdir(outside);
    await writeFile(path.join(outside, 'precious'), 'x');
    await chmod(outside, 0o755);
    await symlink(outside, path.join(dir, 'way-out'));
    await started.workspaces.discard('one');
    expect(await started.workspaces.existing('one')).toBeUndefined();
    expect(await readFile(path.join(outside, 'precious'), 'utf8')).toBe('x');
    expect((await stat(outside)).mode & 0o777).toBe(0o755);
    await started.workspaces.discard('one');
  });

  test('of a link in place of a workspace deletes the link only', async () => {
    const outside = path.join(repository.root, 'outside');
    await mkdir(outside);
    await writeFile(path.join(outside, 'precious'), 'x');
    await mkdir(path.join(started.home, 'workspaces'), { recursive: true });
    await symlink(outside, path.join(started.home, 'workspaces', 'linked'));
    expect(await started.workspaces.existing('linked')).toBeUndefined();
    await started.workspaces.discard('linked');
    expect(await readdir(outside)).toEqual(['precious']);
    expect(await readdir(path.join(started.home, 'workspaces'))).not.toContain('linked');
  });

  test('refuses names that lead elsewhere', async () => {
    for (const name of ['../x', 'a/b', '.aside', '', '..']) {
      await expect(started.workspaces.discard(name)).rejects.toThrow('invariant');
    }
  });
});
