// Import against an agent that does what it can: every attack measured on plain checkouts (facts 6.2),
// each with the proof that nothing ran, and that the change it meant to hide is in the list.

import { execFile } from 'node:child_process';
import { chmod, mkdir, rename, rm, stat, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { makeRepository, startWorkspaces } from '../../test/support/repository.ts';
import type { TestRepository, TestWorkspaces } from '../../test/support/repository.ts';
import type { Change } from './workspace.ts';

let repository: TestRepository;
let started: TestWorkspaces;
let dir: string;
let marker: string;

beforeEach(async () => {
  repository = await makeRepository({
    'src/a.ts': 'a\n',
    'src/b.ts': 'b\n',
    'text.crlf': 'one\r\ntwo\r\n',
    '.github/workflows/ci.yml': 'on: push\n',
    '.gitignore': 'node_modules/\n*.log\n!keep.log\n/build\n',
    'src/.gitignore': 'generated\n',
    'forced.log': 'tracked though ignored\n',
  });
  started = await startWorkspaces(repository);
  dir = await started.workspaces.clone(started.id, started.base, 'attempt');
  marker = path.join(repository.root, 'ran');
});

afterEach(() => repository.remove());

async function put(file: string, content: string, mode?: number): Promise<void> {
  await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
  await writeFile(path.join(dir, file), content);
  if (mode !== undefined) await chmod(path.join(dir, file), mode);
}

function agentGit(...args: readonly string[]): Promise<string> {
  return repository.gitIn(dir, ...args);
}

async function changes(): Promise<readonly Change[]> {
  return (await started.workspaces.importTree(started.id, dir, started.base)).changes;
}

async function changedPaths(): Promise<readonly string[]> {
  return (await changes()).map((change) => change.path);
}

test('a file that is larger than any source is refused before it is read (IMPORT-TREE-6)', async () => {
  await put('src/holes', '');
  await truncate(path.join(dir, 'src/holes'), 200 * 1024 ** 3);
  await expect(changes()).rejects.toThrow('src/holes has 200 GB');
});

/** Also everything else we run on what was imported. */
async function expectNothingRan(): Promise<void> {
  const { tree } = await started.workspaces.importTree(started.id, dir, started.base);
  const request = { tree, parents: [started.base], message: 'imported', at: 0 };
  const id = await started.workspaces.commit(started.id, request);
  await started.workspaces.diff(started.id, started.base, id);
  await started.workspaces.checkout(started.id, id, 'checks');
  await started.workspaces.clone(started.id, id, 'next');
  await expect(stat(marker)).rejects.toThrow('ENOENT');
}

describe('import runs nothing of what an agent plants', () => {
  test.each([
    ['core.fsmonitor'],
    ['core.sshCommand'],
    ['core.pager'],
    ['diff.external'],
    ['diff.planted.textconv'],
    ['diff.planted.command'],
    ['filter.planted.clean'],
    ['filter.planted.smudge'],
    ['filter.planted.process'],
    ['merge.planted.driver'],
  ])('as %s, with attributes that ask for it', async (key) => {
    await agentGit('config', key, `touch '${marker}'; cat`);
    await rm(path.join(dir, '.git/info/attributes'));
    await put('.gitattributes', '* filter=planted diff=planted merge=planted\n');
    await put('src/a.ts', 'changed\n');
    expect(await changedPaths()).toEqual(['.gitattributes', 'src/a.ts']);
    await expectNothingRan();
  });

  test.each([['core.fsmonitor'], ['filter.planted.clean']])(
    'as %s, though a git that reads the agent’s configuration would run it',
    async (key) => {
      await agentGit('config', key, `touch '${marker}'; cat`);
      await rm(path.join(dir, '.git/info/attributes'));
      await put('.gitattributes', '* filter=planted\n');
      await put('src/a.ts', 'changed\n');
      await changes();
      await expect(stat(marker)).rejects.toThrow('ENOENT');
      await agentGit('add', '--all');
      expect((await stat(marker)).isFile()).toBe(true);
    },
  );

  test('as hooks, in the git directory or by core.hooksPath', async () => {
    for (const hook of ['pre-commit', 'post-checkout', 'reference-transaction', 'post-index-change']) {
      await put(`.git/hooks/${hook}`, `#!/bin/sh\ntouch '${marker}'\n`, 0o755);
      await put(`hooks/${hook}`, `#!/bin/sh\ntouch '${marker}'\n`, 0o755);
    }
    await agentGit('config', 'core.hooksPath', path.join(dir, 'hooks'));
    expect(await changedPaths()).toHaveLength(4);
    await expectNothingRan();
  });

  test('as a `.git` file that points to a git directory of its own', async () => {
    const planted = path.join(repository.root, 'planted.git');
    await rename(path.join(dir, '.git'), planted);
    await writeFile(path.join(dir, '.git'), `gitdir: ${planted}\n`);
    await repository.gitIn(planted, 'config', 'core.fsmonitor', `touch '${marker}'`);
    await put('src/a.ts', 'changed\n');
    expect(await changedPaths()).toEqual(['src/a.ts']);
    await expectNothingRan();
  });

  test('as a link in place of `.git`, or with no `.git` at all', async () => {
    await rm(path.join(dir, '.git'), { recursive: true });
    await symlink('/nowhere', path.join(dir, '.git'));
    await put('src/a.ts', 'changed\n');
    expect(await changedPaths()).toEqual(['src/a.ts']);
    await rm(path.join(dir, '.git'));
    expect(await changedPaths()).toEqual(['src/a.ts']);
  });

  test('as a nested repository, whose files are in the list like any others', async () => {
    await mkdir(path.join(dir, 'nested'));
    await repository.gitIn(path.join(dir, 'nested'), 'init', '--quiet');
    await repository.gitIn(path.join(dir, 'nested'), 'config', 'core.fsmonitor', `touch '${marker}'`);
    await put('nested/file', 'x');
    await repository.gitIn(dir, 'init', '--quiet', 'src');
    await put('src/a.ts', 'changed\n');
    expect(await changedPaths()).toEqual(['nested/file', 'src/a.ts']);
    await expectNothingRan();
  });
});

describe('import shows every change', () => {
  test('behind skip-worktree, assume-unchanged, info/exclude and core.fileMode', async () => {
    await agentGit('update-index', '--skip-worktree', '.github/workflows/ci.yml');
    await agentGit('update-index', '--assume-unchanged', 'src/a.ts');
    await agentGit('config', 'core.fileMode', 'false');
    await put('.git/info/exclude', 'hidden\n');
    await put('.github/workflows/ci.yml', 'on: pull_request_target\n');
    await put('src/a.ts', 'changed\n');
    await put('src/b.ts', 'b\n', 0o755);
    await put('hidden', 'x');
    expect(await changes()).toEqual([
      { path: '.github/workflows/ci.yml', kind: 'modified', mode: '100644' },
      { path: 'hidden', kind: 'added', mode: '100644' },
      { path: 'src/a.ts', kind: 'modified', mode: '100644' },
      { path: 'src/b.ts', kind: 'modified', mode: '100755' },
    ]);
  });

  test('of the same size and the same times', async () => {
    const file = path.join(dir, 'src/a.ts');
    const before = await stat(file);
    await writeFile(file, 'z\n');
    await utimes(file, before.atime, before.mtime);
    expect(await changedPaths()).toEqual(['src/a.ts']);
  });

  test('that attributes would convert away', async () => {
    await put('.gitattributes', '* text=auto eol=crlf\n*.ts ident\n*.enc working-tree-encoding=UTF-16\n');
    await put('src/a.ts', 'a\r\n');
    await put('src/b.ts', '$Id: hidden $\n');
    await put('text.crlf', 'one\ntwo\n');
    await put('x.enc', 'plain');
    const imported = await started.workspaces.importTree(started.id, dir, started.base);
    const paths = imported.changes.map((change) => change.path);
    expect(paths).toEqual(['.gitattributes', 'src/a.ts', 'src/b.ts', 'text.crlf', 'x.enc']);
    const { tree } = imported;
    expect(await started.workspaces.readFile(started.id, tree, 'src/a.ts')).toBe('a\r\n');
    expect(await started.workspaces.readFile(started.id, tree, 'src/b.ts')).toBe('$Id: hidden $\n');
  });

  test('of kinds: added, modified, deleted, executable, link, file to folder and back', async () => {
    await put('src/a.ts', 'a\n', 0o755);
    await rm(path.join(dir, 'src/b.ts'));
    await symlink('../../etc/passwd', path.join(dir, 'src/b.ts'));
    await rm(path.join(dir, 'text.crlf'));
    await put('text.crlf/inside', 'x');
    await rm(path.join(dir, '.github'), { recursive: true });
    await put('.github', 'a file now');
    expect(await changes()).toEqual([
      { path: '.github', kind: 'added', mode: '100644' },
      { path: '.github/workflows/ci.yml', kind: 'deleted', mode: '100644' },
      { path: 'src/a.ts', kind: 'modified', mode: '100755' },
      { path: 'src/b.ts', kind: 'modified', mode: '120000', linkTarget: '../../etc/passwd' },
      { path: 'text.crlf', kind: 'deleted', mode: '100644' },
      { path: 'text.crlf/inside', kind: 'added', mode: '100644' },
    ]);
  });

  test('and does not follow a folder that became a link', async () => {
    const outside = path.join(repository.root, 'outside');
    await mkdir(outside);
    await writeFile(path.join(outside, 'a.ts'), 'secret');
    await rm(path.join(dir, 'src'), { recursive: true });
    await symlink(outside, path.join(dir, 'src'));
    expect(await changes()).toEqual([
      { path: 'src', kind: 'added', mode: '120000', linkTarget: outside },
      { path: 'src/.gitignore', kind: 'deleted', mode: '100644' },
      { path: 'src/a.ts', kind: 'deleted', mode: '100644' },
      { path: 'src/b.ts', kind: 'deleted', mode: '100644' },
    ]);
  });

  test('with names that are not UTF-8, have line ends, or look like options and patterns', async () => {
    for (const name of ['-n', ':(exclude)x', '*', 'line\nend', '"quoted"', 'ü ü']) await put(name, 'x');
    await writeFile(Buffer.from(`${dir}/caf\u00e9`, 'latin1'), 'x');
    expect((await changedPaths()).toSorted()).toEqual(
      ['-n', ':(exclude)x', '*', 'line\nend', '"quoted"', 'ü ü', 'caf\ufffd'].toSorted(),
    );
  });

  test('in names that stand for `.git` elsewhere, which no tree may carry', async () => {
    await put('.GIT/config', 'x');
    await put('src/git~1', 'x');
    await put('.g\u200cit/config', 'x');
    const imported = await started.workspaces.importTree(started.id, dir, started.base);
    expect(imported.changes.map((change) => change.path).toSorted()).toEqual(
      ['.GIT', 'src/git~1', '.g\u200cit'].toSorted(),
    );
    expect(imported.tree).toBe(await started.workspaces.treeOf(started.id, started.base));
  });

  test('of files and folders that the agent closed', async () => {
    await put('src/a.ts', 'changed\n', 0o000);
    await put('closed/file', 'x');
    await chmod(path.join(dir, 'closed'), 0o000);
    expect(await changedPaths()).toEqual(['closed/file', 'src/a.ts']);
  });
});

describe('ignored files', () => {
  test('are those the base commit ignores, and only those nobody tracks', async () => {
    await put('node_modules/x/index.js', 'x');
    await put('src/node_modules/y.js', 'x');
    await put('debug.log', 'x');
    await put('keep.log', 'x');
    await put('forced.log', 'changed\n');
    await put('build/out', 'x');
    await put('src/build/in', 'x');
    await put('src/generated/z.ts', 'x');
    await put('generated', 'x');
    expect(await changedPaths()).toEqual(['forced.log', 'generated', 'keep.log', 'src/build/in']);
  });

  test.each([['.pytest_cache'], ['src/.mypy_cache'], ['.ruff_cache/0.4']])(
    'are what a tool left in a folder with rules of its own: %s',
    async (folder) => {
      await put('src/a.ts', 'changed\n');
      await put(`${folder}/.gitignore`, '# Created automatically.\n*\n');
      await put(`${folder}/CACHEDIR.TAG`, 'x');
      await put(`${folder}/v/cache/lastfailed`, '{}');
      expect(await changedPaths()).toEqual(['src/a.ts']);
    },
  );

  test('are what the change itself ignores, and never what the base commit has', async () => {
    await put('.gitignore', '*\n');
    await put('src/.gitignore', '*\n');
    await put('src/a.ts', 'changed\n');
    await put('out/left.txt', 'x');
    expect(await changedPaths()).toEqual(['.gitignore', 'src/.gitignore', 'src/a.ts']);
  });

  test('are not hidden by a link in the place of rules, nor by what is too long to be rules', async () => {
    await put('rules', '*\n');
    await mkdir(path.join(dir, 'new'));
    await symlink('../rules', path.join(dir, 'new/.gitignore'));
    await put('new/seen.ts', 'x');
    await put('long/.gitignore', `*\n${'#'.repeat(1024 * 1024)}`);
    await put('long/seen.ts', 'x');
    await mkdir(path.join(dir, 'odd/.gitignore'), { recursive: true });
    await put('odd/seen.ts', 'x');
    expect(await changedPaths()).toEqual([
      'long/.gitignore',
      'long/seen.ts',
      'new/.gitignore',
      'new/seen.ts',
      'odd/seen.ts',
      'rules',
    ]);
  });

  test('and a pipe in the place of rules holds nothing up', async () => {
    await mkdir(path.join(dir, 'new'));
    await promisify(execFile)('mkfifo', [path.join(dir, 'new/.gitignore')]);
    await put('new/seen.ts', 'x');
    expect(await changedPaths()).toEqual(['new/seen.ts']);
  });

  test('stay ignored where the agent removes the rules', async () => {
    await rm(path.join(dir, '.gitignore'));
    await put('node_modules/x/index.js', 'x');
    await put('debug.log', 'x');
    expect(await changedPaths()).toEqual(['.gitignore']);
  });

  test('in a nested repository stay ignored', async () => {
    await repository.gitIn(dir, 'init', '--quiet', 'app');
    await put('app/node_modules/x.js', 'x');
    await put('app/main.ts', 'x');
    expect(await changedPaths()).toEqual(['app/main.ts']);
  });
});

describe('submodules', () => {
  beforeEach(async () => {
    await repository.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},lib/sub`);
    await repository.git('commit', '--quiet', '--message=submodule');
    started = await startWorkspaces(repository);
    dir = await started.workspaces.clone(started.id, started.base, 'with-submodule');
  });

  test('stay what they were while nobody touches them', async () => {
    expect(await changes()).toEqual([]);
  });

  test('show a change inside, whether or not a repository is there', async () => {
    const expected = [{ path: 'lib/sub', kind: 'modified', mode: '160000' }];
    await put('lib/sub/file', 'x');
    expect(await changes()).toEqual(expected);
    await repository.gitIn(dir, 'init', '--quiet', 'lib/sub');
    expect(await changes()).toEqual(expected);
  });

  test('show that they were deleted or replaced', async () => {
    await rm(path.join(dir, 'lib'), { recursive: true });
    expect(await changes()).toEqual([{ path: 'lib/sub', kind: 'deleted', mode: '160000' }]);
    await put('lib/sub', 'a file');
    expect(await changes()).toEqual([{ path: 'lib/sub', kind: 'modified', mode: '100644' }]);
  });
});

test('an untouched clone is the tree of its commit, and importing it twice gives the same', async () => {
  const tree = await started.workspaces.treeOf(started.id, started.base);
  for (let n = 0; n < 2; n += 1) {
    expect(await started.workspaces.importTree(started.id, dir, started.base)).toEqual({ tree, changes: [] });
  }
});

test('a repository without any ignore rules imports everything but what the change ignores', async () => {
  const plain = await makeRepository({ a: 'a' });
  const other = await startWorkspaces(plain);
  const clone = await other.workspaces.clone(other.id, other.base, 'plain');
  await writeFile(path.join(clone, '.gitignore'), 'c\n');
  await writeFile(path.join(clone, 'b'), 'b');
  await writeFile(path.join(clone, 'c'), 'c');
  const { changes: found } = await other.workspaces.importTree(other.id, clone, other.base);
  expect(found.map((change) => change.path)).toEqual(['.gitignore', 'b']);
  await plain.remove();
});
