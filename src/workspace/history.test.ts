// What the git of a checkout for checks can be asked, and what it cannot be used for.

import { appendFile, cp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { fingerprint, makeRepository, startWorkspaces } from '../../test/support/repository.ts';
import type { TestRepository, TestWorkspaces } from '../../test/support/repository.ts';

let repository: TestRepository;
let started: TestWorkspaces;
let first = '';

beforeEach(async () => {
  repository = await makeRepository({ 'src/a.ts': 'a\n' });
  first = await repository.git('rev-parse', 'HEAD');
  await repository.git('tag', '--annotate', '--message=one', 'v1.0.0');
  await repository.write('src/b.ts', 'b\n');
  await repository.commit('second');
  await repository.git('tag', 'light');
  started = await startWorkspaces(repository);
});
afterEach(() => repository.remove());

/** A commit of ours on top of the base, as a task makes one. */
async function candidate(parent = started.base, content = 'c\n'): Promise<string> {
  const { workspaces, id } = started;
  const dir = await workspaces.clone(id, parent, 'work');
  await writeFile(path.join(dir, 'src/c.ts'), content);
  const { tree } = await workspaces.importTree(id, dir, parent);
  return workspaces.commit(id, { tree, parents: [parent], message: 'ours', at: 0 });
}

async function checkoutOf(commit: string, name = 'checks'): Promise<string> {
  return (await started.workspaces.checkout(started.id, commit, name)).dir;
}

/** A new base, as a run that starts now has it. */
async function baseNow(): Promise<string> {
  const { commit } = await started.look();
  await started.workspaces.ensure(started.id, commit);
  return commit;
}

const folderOf = (name: string): string => path.join(started.home, 'repos', started.id, name);
const git = (dir: string, ...args: readonly string[]): Promise<string> => repository.gitIn(dir, ...args);

/** Every object that git can read there, by itself or borrowed. */
async function objectsIn(dir: string): Promise<readonly string[]> {
  return (await git(dir, 'cat-file', '--batch-all-objects', '--batch-check=%(objectname)')).split('\n');
}

/** Everything that a check must not change. */
const outside = (): Promise<unknown> =>
  Promise.all([repository.dir, folderOf('store.git'), folderOf('history')].map(fingerprint));

describe('to its git, a checkout for checks', () => {
  test('of the base is what the user has: clean, described by its tags, with every commit before it', async () => {
    const dir = await checkoutOf(started.base);
    expect(await git(dir, 'rev-parse', 'HEAD')).toBe(started.base);
    expect(await git(dir, 'log', '--format=%H')).toBe(await repository.git('log', '--format=%H'));
    expect(await git(dir, 'describe', '--tags')).toBe('light');
    expect(await git(dir, 'describe')).toBe(await repository.git('describe'));
    expect(await git(dir, 'diff', '--stat', 'v1.0.0', 'HEAD')).toContain('src/b.ts');
    expect(await git(dir, 'rev-parse', 'main')).toBe(started.base);
    expect(await git(dir, 'fsck', '--full', '--strict')).toBe('');
    expect(await git(dir, 'status', '--porcelain')).toBe('');
  });

  test('of a change goes on from there', async () => {
    const commit = await candidate();
    const dir = await checkoutOf(commit);
    expect(await git(dir, 'describe', '--tags', '--abbrev=7')).toBe(`light-1-g${commit.slice(0, 7)}`);
    expect(await git(dir, 'diff', '--name-only', 'main', 'HEAD')).toBe('src/c.ts');
    expect(await git(dir, 'ls-files', '--error-unmatch', 'src')).toBe('src/a.ts\nsrc/b.ts\nsrc/c.ts');
    expect(await git(dir, 'fsck', '--full', '--strict')).toBe('');
    expect(await git(dir, 'status', '--porcelain', '--branch')).toBe('## slipway');
  });

  test('has what was tagged since, annotated or not, when the next run begins, and not before', async () => {
    const dir = await checkoutOf(started.base);
    await repository.git('tag', '--annotate', '--message=two', 'v2.0.0');
    expect(await git(await checkoutOf(started.base, 'same-run'), 'tag', '--list')).toBe('light\nv1.0.0');
    const next = await checkoutOf(await baseNow(), 'next-run');
    expect(await git(next, 'describe')).toBe('v2.0.0');
    expect(await git(next, 'cat-file', 'tag', 'v2.0.0')).toContain('two');
    expect(await git(dir, 'tag', '--list')).toBe('light\nv1.0.0');
  });

  test('goes on from a base that moved, with a pack of what is new', async () => {
    await checkoutOf(started.base);
    await repository.write('src/d.ts', 'd\n');
    await repository.commit('third');
    const base = await baseNow();
    const dir = await checkoutOf(await candidate(base));
    expect(await git(dir, 'rev-list', '--count', 'HEAD')).toBe('4');
    expect(await git(dir, 'rev-parse', 'main')).toBe(base);
    expect(await git(dir, 'fsck', '--full', '--strict')).toBe('');
  });

  test('shows no branch or tag that leads beyond the base, nor one of our own', async () => {
    await repository.git('switch', '--quiet', '--create', 'elsewhere');
    await repository.write('src/secret.ts', 's\n');
    await repository.commit('not for checks');
    await repository.git('tag', 'beyond');
    await repository.git('switch', '--quiet', 'main');
    await repository.git('branch', 'slipway/t-1');
    await repository.git('branch', 'old', first);
    await baseNow();
    const dir = await checkoutOf(started.base);
    expect(await git(dir, 'for-each-ref', '--format=%(refname)')).toBe(
      ['heads/main', 'heads/old', 'heads/slipway', 'tags/light', 'tags/v1.0.0']
        .map((name) => `refs/${name}`)
        .join('\n'),
    );
  });

  test('has one commit where the history has a hole, and is clean all the same', async () => {
    const [tree = ''] = (await repository.git('rev-parse', `${first}^{tree}`)).split('\n');
    await rm(folderOf('store.git/objects') + `/${tree.slice(0, 2)}/${tree.slice(2)}`, { force: true });
    await rm(path.join(repository.dir, '.git/objects', tree.slice(0, 2), tree.slice(2)), { force: true });
    const dir = await checkoutOf(started.base);
    expect(await git(dir, 'rev-list', 'HEAD')).toBe(started.base);
    expect(await git(dir, 'status', '--porcelain', '--branch')).toBe('## slipway');
  });

  test('is cut where the clone of the user is cut', async () => {
    const shallow = path.join(repository.root, 'shallow');
    await repository.git('clone', '--quiet', '--depth=1', `file://${repository.dir}`, shallow);
    const cut = await startWorkspaces(repository, shallow);
    const { dir } = await cut.workspaces.checkout(cut.id, cut.base, 'cut');
    expect(await git(dir, 'rev-list', '--count', 'HEAD')).toBe('1');
    expect(await git(dir, 'fsck', '--full', '--strict')).toBe('');
  });
});

describe('a checkout for checks gives its checks', () => {
  test('nothing of the store but what the base reaches (HISTORY-1)', async () => {
    await repository.write('stashed.txt', 'a secret\n');
    await repository.git('add', '--all');
    await repository.git('stash');
    const stashed = await repository.git('rev-parse', 'stash@{0}');
    const other = await candidate(started.base, 'of another run\n');
    await rm(started.home, { recursive: true });
    started = await startWorkspaces(repository);
    const mine = await candidate(started.base, 'mine\n');
    await candidate(started.base, 'of another run\n');
    const objects = await objectsIn(await checkoutOf(mine));
    expect(objects).toContain(mine);
    expect(objects).not.toContain(stashed);
    expect(objects).not.toContain(other);
    expect(await objectsIn(folderOf('store.git'))).toEqual(expect.arrayContaining([stashed, other]));
  });

  test('no inode of the store or of the user (HISTORY-2), no remote, no hook and no word of where it comes from', async () => {
    const dir = await checkoutOf(await candidate());
    const theirs = [
      ...(await inodes(folderOf('store.git'))),
      ...(await inodes(path.join(repository.dir, '.git'))),
    ];
    const given = [...(await inodes(dir)), ...(await inodes(folderOf('history')))];
    expect(given.filter((inode) => theirs.includes(inode))).toEqual([]);
    expect(await git(dir, 'remote')).toBe('');
    expect(await readdir(path.join(dir, '.git'))).not.toContain('hooks');
    expect(await readFile(path.join(dir, '.git/config'), 'utf8')).not.toContain(repository.root);
    expect(await git(dir, 'config', 'user.name')).toBe('Slipway');
  });

  test('nothing to change outside with: what they commit, push, collect and configure stays in it', async () => {
    const dir = await checkoutOf(started.base);
    const before = await outside();
    await git(dir, 'commit', '--quiet', '--allow-empty', '--message=theirs');
    await git(dir, 'update-ref', 'refs/heads/main', 'HEAD');
    await git(dir, 'tag', '--delete', 'light', 'v1.0.0');
    await git(dir, 'gc', '--quiet', '--prune=now');
    await expect(git(dir, 'push')).rejects.toThrow('No configured push destination');
    await expect(git(dir, 'fetch', 'origin')).rejects.toThrow('origin');
    expect(await outside()).toEqual(before);
  });

  test('nothing that we run or believe later (CLONE-5)', async () => {
    const marker = path.join(repository.root, 'planted');
    const { dir } = await started.workspaces.checkout(started.id, started.base, 'checks');
    await git(dir, 'update-index', '--skip-worktree', 'src/a.ts');
    for (const key of ['core.fsmonitor', 'core.hooksPath', 'filter.x.clean', 'diff.external'])
      await git(dir, 'config', key, `touch '${marker}'; cat`);
    await writeFile(path.join(dir, '.gitattributes'), '* filter=x\n');
    await rm(path.join(dir, '.git/info/attributes'));
    await appendFile(path.join(dir, '.git/objects/info/alternates'), `${repository.dir}/.git/objects\n`);
    await writeFile(path.join(dir, 'src/a.ts'), 'changed\n');
    const { changes } = await started.workspaces.importTree(started.id, dir, started.base);
    expect(changes.map((change) => change.path)).toEqual(['.gitattributes', 'src/a.ts']);
    await started.workspaces.discard('checks');
    const next = await checkoutOf(await candidate());
    expect(await git(next, 'status', '--porcelain')).toBe('');
    await expect(stat(marker)).rejects.toThrow('ENOENT');
  });

  test('a copy of it is as clean, to the plainest of questions too', async () => {
    const dir = await checkoutOf(started.base);
    const copy = path.join(repository.root, 'copy');
    await cp(dir, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
    await git(copy, 'diff-files', '--exit-code');
  });
});

async function inodes(dir: string): Promise<readonly number[]> {
  const files = await readdir(dir, { withFileTypes: true, recursive: true });
  const stats = files
    .filter((file) => file.isFile())
    .map((file) => stat(path.join(file.parentPath, file.name)));
  return (await Promise.all(stats)).map((one) => one.ino);
}
