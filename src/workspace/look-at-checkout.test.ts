// What `look` says about a folder, and that looking leaves no trace in it.

import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterEach, describe, expect, test } from 'vitest';

import { fingerprint, makeRepository, startWorkspaces } from '../../test/support/repository.ts';
import type { TestRepository } from '../../test/support/repository.ts';
import { gitRunner } from './git-runner.ts';
import { versionProblem } from './look-at-checkout.ts';
import type { Checkout } from './workspace.ts';
import { createWorkspaces } from './workspaces.ts';

const made: TestRepository[] = [];

async function repositoryWith(...args: Parameters<typeof makeRepository>): Promise<TestRepository> {
  const repository = await makeRepository(...args);
  made.push(repository);
  return repository;
}

afterEach(async () => {
  for (const repository of made.splice(0)) await repository.remove();
});

async function problemOf(repository: TestRepository, dir = repository.dir): Promise<unknown> {
  return createWorkspaces({ home: path.join(repository.root, 'home'), git: gitRunner() }).look(dir);
}

describe('looking at a folder', () => {
  test('answers branch and commit, from a folder below the root as well', async () => {
    const repository = await repositoryWith({ 'src/a.ts': 'a\n' }, { branch: 'work/main' });
    const { base, look } = await startWorkspaces(repository, path.join(repository.dir, 'src'));
    expect(await look()).toMatchObject({
      root: repository.dir,
      branch: 'work/main',
      commit: base,
      dirty: 'clean',
      warnings: [],
    });
    expect(base).toBe(await repository.git('rev-parse', 'HEAD'));
  });

  test('gives a repository with spaces and other letters in its name an id in ASCII, and the same one again', async () => {
    const repository = await repositoryWith({ 'a b/ü.txt': 'x\n' }, { name: 'Café Grün 北' });
    const { id, look } = await startWorkspaces(repository);
    expect(id).toMatch(/^cafe-grun-[0-9a-f]{8}$/);
    expect((await look()).repository).toBe(id);
  });

  test('leaves the checkout and its git directory untouched, also where the index is out of date', async () => {
    const repository = await repositoryWith({ 'a.txt': 'a\n', 'b.txt': 'b\n' });
    await utimes(path.join(repository.dir, 'a.txt'), 1, 1);
    await repository.write('b.txt', 'changed\n');
    const before = await fingerprint(repository.dir);
    const { look } = await startWorkspaces(repository);
    expect((await look()).dirty).toBe('docs');
    expect(await fingerprint(repository.dir)).toEqual(before);
  });

  test('runs no filter, hook or monitor that the repository configures', async () => {
    const repository = await repositoryWith({ 'a.bin': 'a\n', '.gitattributes': '*.bin filter=planted\n' });
    const marker = path.join(repository.root, 'ran');
    const plant = `touch '${marker}'; cat`;
    for (const key of [
      'filter.planted.clean',
      'filter.planted.smudge',
      'filter.planted.process',
      'core.fsmonitor',
      'diff.external',
    ])
      await repository.git('config', key, plant);
    await repository.write('.git/hooks/reference-transaction', `#!/bin/sh\n${plant}\n`, 0o755);
    await repository.write('.git/hooks/post-index-change', `#!/bin/sh\n${plant}\n`, 0o755);
    await repository.write('a.bin', 'other\n');
    const { look, workspaces, id } = await startWorkspaces(repository);
    expect((await look()).dirty).toBe('dirty');
    expect(await workspaces.dirtiness(id)).toBe('dirty');
    await expect(stat(marker)).rejects.toThrow('ENOENT');
  });

  test.each<readonly [string, Checkout['dirty'], (r: TestRepository) => Promise<unknown>]>([
    ['nothing new', 'clean', async () => undefined],
    ['a changed document', 'docs', (r) => r.write('README.md', 'new\n')],
    ['a new file in docs', 'docs', (r) => r.write('docs/picture.svg', 'new\n')],
    ['an untracked source file', 'dirty', (r) => r.write('new.ts', 'new\n')],
    ['an ignored file', 'clean', (r) => r.write('out.log', 'new\n')],
    ['a file only its owner ignores', 'clean', (r) => r.write('private-notes', 'x')],
    ['a staged change', 'dirty', (r) => r.write('a.ts', 'new\n').then(() => r.git('add', 'a.ts'))],
    ['a deleted file', 'dirty', (r) => rm(path.join(r.dir, 'a.ts'))],
    ['a new mode', 'dirty', (r) => r.write('a.ts', 'a\n', 0o755)],
  ])('calls a checkout with %s %s', async (_what, word, change) => {
    const repository = await repositoryWith({ 'a.ts': 'a\n', 'README.md': 'r\n', '.gitignore': '*.log\n' });
    await repository.write('.git/info/exclude', 'private-notes\n');
    await change(repository);
    const { look, workspaces, id } = await startWorkspaces(repository);
    const seen = await look();
    expect(seen.dirty).toBe(word);
    expect(seen.warnings.length).toBe(word === 'clean' ? 0 : 1);
    expect(await workspaces.dirtiness(id)).toBe(word);
  });

  test('asks nobody to commit what a run reads from the checkout itself', async () => {
    const repository = await repositoryWith({ 'a.ts': 'a\n' });
    await repository.write('slipway.yaml', 'slots: 1\n');
    await repository.write('.slipway/prompts/planner.md', 'Plan.\n');
    const { look } = await startWorkspaces(repository);
    // Nor is anybody asked whether to go on without it.
    expect(await look()).toMatchObject({ warnings: [], dirty: 'clean' });
    await repository.write('b.ts', 'b\n');
    expect((await look()).warnings).toEqual([expect.stringContaining('not committed (b.ts).')]);
  });

  test('believes a repository that says its disk keeps no modes', async () => {
    const repository = await repositoryWith({ 'a.ts': 'a\n' });
    await repository.git('config', 'core.fileMode', 'false');
    await repository.write('a.ts', 'a\n', 0o755);
    expect((await (await startWorkspaces(repository)).look()).dirty).toBe('clean');
  });

  test('reads a split index', async () => {
    const repository = await repositoryWith({ 'a.ts': 'a\n', 'b.ts': 'b\n' });
    await repository.git('update-index', '--split-index');
    expect((await (await startWorkspaces(repository)).look()).dirty).toBe('clean');
  });
});

describe('a folder no run can start from', () => {
  test.each([
    ['there is no commit yet', async (r: TestRepository) => r.dir, 'has no commits yet'],
    ['it does not exist', async (r: TestRepository) => path.join(r.root, 'gone'), 'There is no folder'],
    ['it is no repository', async (r: TestRepository) => r.root, 'is not in a git repository'],
    ['it is a git directory', async (r: TestRepository) => path.join(r.dir, '.git'), 'bare repository'],
  ])('is named in a sentence, as something that is missing, because %s', async (_why, where, words) => {
    const repository = await repositoryWith();
    expect(await problemOf(repository, await where(repository))).toEqual({
      problem: expect.stringContaining(words),
      kind: 'missing',
    });
  });

  test('in the middle of a rebase is told that, and how it ends', async () => {
    const repository = await repositoryWith({ 'a.ts': 'a\n' });
    await repository.git('checkout', '--quiet', '--detach');
    await repository.write('.git/rebase-merge/done', '');
    expect(await problemOf(repository)).toMatchObject({
      problem: expect.stringContaining('git rebase --abort'),
    });
  });

  test('in the middle of a merge can be started from, with a warning', async () => {
    const repository = await repositoryWith({ 'a.ts': 'a\n' });
    await repository.write('.git/MERGE_HEAD', '');
    const { warnings } = await (await startWorkspaces(repository)).look();
    expect(warnings).toEqual([expect.stringMatching(/^A merge is in progress .+git merge --continue/)]);
  });

  test('is refused because HEAD is detached, and the sentence says how to get a branch', async () => {
    const repository = await repositoryWith({ 'a.ts': 'a\n' });
    await repository.git('checkout', '--quiet', '--detach');
    expect(await problemOf(repository)).toEqual({
      problem: expect.stringContaining('git switch -c'),
      kind: 'refused',
    });
  });

  test('is refused because its commit cannot be read', async () => {
    const repository = await repositoryWith({ 'a.ts': 'a\n' });
    await rm(path.join(repository.dir, '.git/objects'), { recursive: true });
    await mkdir(path.join(repository.dir, '.git/objects'));
    expect(await problemOf(repository)).toEqual({
      problem: expect.stringContaining('git fsck'),
      kind: 'refused',
    });
  });

  test('says what is missing where git is, or is too old', async () => {
    const repository = await repositoryWith({ 'a.ts': 'a\n' });
    const without = createWorkspaces({ home: repository.root, git: gitRunner({ path: repository.root }) });
    expect(await without.look(repository.dir)).toEqual({
      problem: expect.stringContaining('not found'),
      kind: 'missing',
    });
    expect(versionProblem('2.37.9')).toContain('too old');
    expect(versionProblem('2.38.0')).toBeUndefined();
    expect(versionProblem('3.0.0')).toBeUndefined();
  });
});

describe('warnings', () => {
  test('name a shallow clone, submodules and filtered files', async () => {
    const origin = await repositoryWith({
      'a.ts': 'a\n',
      'assets/.gitattributes': '*.bin filter=lfs -text\n',
    });
    await origin.write('a.ts', 'b\n');
    await origin.commit('second');
    await origin.gitIn(origin.dir, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},sub`);
    await origin.git('commit', '--quiet', '--message=submodule');
    await origin.gitIn(origin.root, 'clone', '--quiet', '--depth=1', `file://${origin.dir}`, 'shallow');
    const { look } = await startWorkspaces(origin, path.join(origin.root, 'shallow'));
    const { warnings } = await look();
    expect(warnings).toEqual([
      expect.stringContaining('shallow'),
      expect.stringContaining('submodules'),
      expect.stringContaining('filter'),
    ]);
  });

  test('name a lock that a git left, and no path of the machine', async () => {
    const repository = await repositoryWith({ 'a.ts': 'a\n' });
    const { look, workspaces, id } = await startWorkspaces(repository);
    await repository.write('.git/index.lock', '');
    const wanted = [expect.stringMatching(/^Another git is at work .* index\.lock is in its git directory/)];
    expect((await look()).warnings).toEqual(wanted);
    expect(await workspaces.notes(id)).toEqual(wanted);
  });
});

test('the location of a repository is recorded once, and nowhere else is a path kept', async () => {
  const repository = await repositoryWith({ 'a.ts': 'a\n' });
  const { home, id } = await startWorkspaces(repository);
  const file = path.join(home, 'repos', id, 'location.json');
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    path: repository.dir,
    gitDir: path.join(repository.dir, '.git'),
  });
  const store = path.join(home, 'repos', id, 'store.git');
  expect(await readFile(path.join(store, 'config'), 'utf8')).not.toContain(repository.root);
});

test('a location that is damaged is said so, with what to do', async () => {
  const repository = await repositoryWith({ 'a.ts': 'a\n' });
  const { home, id, workspaces } = await startWorkspaces(repository);
  await writeFile(path.join(home, 'repos', id, 'location.json'), '{"path":');
  await expect(workspaces.dirtiness(id)).rejects.toThrow('Run slipway once inside the repository');
});
