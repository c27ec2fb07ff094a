// How commits get from the user's repository into the store, whatever shape that repository has.

import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import { fingerprint, makeRepository, startWorkspaces } from '../../test/support/repository.ts';
import type { TestRepository, TestWorkspaces } from '../../test/support/repository.ts';

let repository: TestRepository;

afterEach(() => repository.remove());

function storeOf(started: TestWorkspaces): string {
  return path.join(started.home, 'repos', started.id, 'store.git');
}

/** Nothing is missing in the store, with nothing borrowed from anywhere. */
async function expectWhole(started: TestWorkspaces): Promise<void> {
  const store = storeOf(started);
  await expect(stat(path.join(store, 'objects', 'info', 'alternates'))).rejects.toThrow('ENOENT');
  expect(await repository.gitIn(store, 'fsck', '--full', '--strict', '--no-dangling')).toBe('');
  expect(await started.workspaces.has(started.id, started.base)).toBe(true);
}

describe('the store', () => {
  test('shares the object files of the repository and leaves everything else of it alone', async () => {
    repository = await makeRepository({ 'a.txt': 'a\n' });
    const before = await fingerprint(repository.dir);
    const started = await startWorkspaces(repository);
    const blob = await repository.git('rev-parse', 'HEAD:a.txt');
    const file = path.join('objects', blob.slice(0, 2), blob.slice(2));
    expect((await stat(path.join(storeOf(started), file))).ino).toBe(
      (await stat(path.join(repository.dir, '.git', file))).ino,
    );
    await expectWhole(started);
    expect(await fingerprint(repository.dir)).toEqual(before);
  });

  test('keeps a commit that the user amends away and prunes', async () => {
    repository = await makeRepository({ 'a.txt': 'a\n' });
    const started = await startWorkspaces(repository);
    await repository.write('a.txt', 'amended\n');
    await repository.git('commit', '--quiet', '--all', '--amend', '--message=amended');
    await repository.git('reflog', 'expire', '--expire=now', '--all');
    await repository.git('gc', '--quiet', '--prune=now');
    await expect(repository.git('cat-file', '-e', started.base)).rejects.toThrow();
    expect(await started.workspaces.readFile(started.id, started.base, 'a.txt')).toBe('a\n');
    await expectWhole(started);
  });

  test('takes later commits over, and taking one twice is taking it once', async () => {
    repository = await makeRepository({ 'a.txt': 'a\n' });
    const started = await startWorkspaces(repository);
    await repository.write('b.txt', 'b\n');
    const second = await repository.commit('second');
    expect(await started.workspaces.has(started.id, second)).toBe(false);
    await Promise.all([1, 2, 3].map(() => started.workspaces.ensure(started.id, second)));
    expect(await started.workspaces.listFiles(started.id, second)).toEqual(['a.txt', 'b.txt']);
    await expectWhole(started);
  });

  test('is made anew where a crash left half of one', async () => {
    repository = await makeRepository({ 'a.txt': 'a\n' });
    const started = await startWorkspaces(repository);
    const store = storeOf(started);
    await rm(store, { recursive: true });
    await mkdir(path.join(`${store}.making`, 'objects'), { recursive: true });
    await writeFile(path.join(`${store}.making`, 'HEAD'), 'half');
    await started.workspaces.ensure(started.id, started.base);
    await expectWhole(started);
    await expect(stat(`${store}.making`)).rejects.toThrow('ENOENT');
  });

  test('says where a commit is missing', async () => {
    repository = await makeRepository({ 'a.txt': 'a\n' });
    const started = await startWorkspaces(repository);
    await expect(started.workspaces.ensure(started.id, '1'.repeat(40))).rejects.toThrow(
      `could not be copied from ${repository.dir}`,
    );
  });

  test('has plain files to read, and nothing for links, folders and names that are not there', async () => {
    repository = await makeRepository({ 'a/b.txt': 'text\n', 'a*': 'star' });
    await repository.link('link', 'a/b.txt');
    await repository.commit('link');
    const { workspaces, id, base } = await startWorkspaces(repository);
    expect(await workspaces.readFile(id, base, 'a/b.txt')).toBe('text\n');
    expect(await workspaces.readFile(id, base, 'a*')).toBe('star');
    for (const name of ['link', 'a', 'a/', 'gone', '../a', ':/a', '']) {
      expect(await workspaces.readFile(id, base, name)).toBeUndefined();
    }
  });
});

describe('a repository of another shape', () => {
  test('works as a shallow clone', async () => {
    repository = await makeRepository({ 'a.txt': 'a\n' });
    await repository.write('a.txt', 'b\n');
    await repository.commit('second');
    await repository.gitIn(
      repository.root,
      'clone',
      '--quiet',
      '--depth=1',
      `file://${repository.dir}`,
      'shallow',
    );
    const started = await startWorkspaces(repository, path.join(repository.root, 'shallow'));
    await expectWhole(started);
    await repository.gitIn(
      path.join(repository.root, 'shallow'),
      'commit',
      '--quiet',
      '--allow-empty',
      '--message=third',
    );
    const third = await repository.gitIn(path.join(repository.root, 'shallow'), 'rev-parse', 'HEAD');
    await started.workspaces.ensure(started.id, third);
    await expectWhole(started);
  });

  test('works as a linked checkout, with the same id as the checkout it is linked to', async () => {
    repository = await makeRepository({ 'a.txt': 'a\n' });
    const { id } = await startWorkspaces(repository);
    await repository.git('worktree', 'add', '--quiet', '-b', 'side', '../side');
    const side = path.join(repository.root, 'side');
    await writeFile(path.join(side, 'a.txt'), 'side\n');
    await repository.gitIn(side, 'commit', '--quiet', '--all', '--message=side');
    const started = await startWorkspaces(repository, side);
    expect(started.id).toBe(id);
    expect(await started.look()).toMatchObject({ branch: 'side', dirty: 'clean' });
    expect(await started.workspaces.readFile(id, started.base, 'a.txt')).toBe('side\n');
    await expectWhole(started);
  });

  test('works where it borrows its objects from elsewhere', async () => {
    repository = await makeRepository({ 'a.txt': 'a\n' });
    await repository.gitIn(repository.root, 'clone', '--quiet', '--shared', repository.dir, 'borrower');
    await expectWhole(await startWorkspaces(repository, path.join(repository.root, 'borrower')));
  });

  test('works as a partial clone, with its history cut', async () => {
    repository = await makeRepository({ 'a.txt': 'a\n' });
    await repository.write('a.txt', 'b\n');
    await repository.commit('second');
    await repository.git('config', 'uploadpack.allowFilter', 'true');
    await repository.gitIn(
      repository.root,
      'clone',
      '--quiet',
      '--filter=blob:none',
      `file://${repository.dir}`,
      'partial',
    );
    const started = await startWorkspaces(repository, path.join(repository.root, 'partial'));
    expect((await started.look()).warnings).toEqual([expect.stringContaining('partial clone')]);
    expect(await started.workspaces.readFile(started.id, started.base, 'a.txt')).toBe('b\n');
    await expectWhole(started);
  });

  test('works with long object ids', async () => {
    repository = await makeRepository();
    const dir = path.join(repository.root, 'long');
    await repository.gitIn(repository.root, 'init', '--quiet', '--object-format=sha256', 'long');
    await writeFile(path.join(dir, 'a.txt'), 'a\n');
    await repository.gitIn(dir, 'add', '--all');
    await repository.gitIn(dir, 'commit', '--quiet', '--message=first');
    const started = await startWorkspaces(repository, dir);
    expect(started.base).toHaveLength(64);
    const clone = await started.workspaces.clone(started.id, started.base, 'long');
    await writeFile(path.join(clone, 'a.txt'), 'b\n');
    const { changes } = await started.workspaces.importTree(started.id, clone, started.base);
    expect(changes).toEqual([{ path: 'a.txt', kind: 'modified', mode: '100644' }]);
    await expectWhole(started);
  });
});
