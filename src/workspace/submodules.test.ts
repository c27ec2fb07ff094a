// Submodules with real git: filled from what the user's clone has, from nowhere else, and never a part of a change.

import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { fingerprint, makeRepository, startWorkspaces } from '../../test/support/repository.ts';
import type { TestRepository, TestWorkspaces } from '../../test/support/repository.ts';
import type { Change } from './workspace.ts';

let project: TestRepository;
let marker: string;

/** A repository with the submodule `spec`, in which there is the submodule `deep/data`; all of them in one folder. */
beforeEach(async () => {
  project = await makeRepository({ 'a.js': 'a\n' });
  marker = path.join(project.root, 'ran');
  await origin('data', { 'rows.txt': 'one\n' });
  await origin('spec', { 'cases.json': '[]\n', '.gitignore': '*.tmp\n', 'run.sh': '#!/bin/sh\n' });
  await chmod(path.join(project.root, 'spec', 'run.sh'), 0o755);
  await symlink('cases.json', path.join(project.root, 'spec', 'link'));
  await inOrigin('spec', 'submodule', '--quiet', 'add', path.join(project.root, 'data'), 'deep/data');
  await inOrigin('spec', 'add', '--all');
  await inOrigin('spec', 'commit', '--quiet', '--message=nested');
  await project.git(
    'submodule',
    '--quiet',
    'add',
    '--name',
    'the/spec',
    path.join(project.root, 'spec'),
    'spec',
  );
  await project.git('commit', '--quiet', '--message=submodule');
  await project.git('submodule', '--quiet', 'update', '--init', '--recursive');
});

afterEach(() => project.remove());

const inOrigin = (name: string, ...args: readonly string[]): Promise<string> =>
  project.gitIn(path.join(project.root, name), ...args);

async function origin(name: string, files: Readonly<Record<string, string>>): Promise<void> {
  const dir = path.join(project.root, name);
  await mkdir(dir);
  await inOrigin(name, 'init', '--quiet', '--initial-branch=main');
  for (const [file, text] of Object.entries(files)) await writeFile(path.join(dir, file), text);
  await inOrigin(name, 'add', '--all');
  await inOrigin(name, 'commit', '--quiet', '--message=first');
}

const pinned = (): Promise<string> => project.git('rev-parse', 'HEAD:spec');

/** The files of a checkout for checks, with those that are below folders; what its git has is left out. */
async function checkedOut(
  { workspaces, id, base }: TestWorkspaces,
  name = 'check',
): Promise<readonly string[]> {
  const { dir } = await workspaces.checkout(id, base, name);
  const entries = await readdir(dir, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('.git/'))
    .toSorted();
}

const whole = [
  '.gitmodules',
  'a.js',
  'spec/.gitignore',
  'spec/.gitmodules',
  'spec/cases.json',
  'spec/deep/data/rows.txt',
  'spec/link',
  'spec/run.sh',
];
const empty = ['.gitmodules', 'a.js'];

describe('a checkout for checks', () => {
  test('has the submodules that the clone of the user has, nested ones too, and the clone is as it was', async () => {
    const started = await startWorkspaces(project);
    const before = await fingerprint(project.dir);
    expect(await checkedOut(started)).toEqual(whole);
    expect(await started.workspaces.unfilled(started.id, started.base)).toEqual([]);
    expect(await fingerprint(project.dir)).toEqual(before);
    const dir = path.join(started.home, 'workspaces/check');
    expect(await readFile(path.join(dir, 'spec/deep/data/rows.txt'), 'utf8')).toBe('one\n');
    expect(await project.gitIn(dir, 'status', '--porcelain')).toBe('');
  });

  test('needs neither the folder of a submodule nor its remote', async () => {
    await project.git('submodule', '--quiet', 'deinit', '--all', '--force');
    await rename(path.join(project.root, 'spec'), path.join(project.root, 'gone'));
    const started = await startWorkspaces(project);
    expect(await checkedOut(started)).toEqual(whole);
  });

  test('has the commit that its own tree pins, not the one that is checked out', async () => {
    const before = await project.git('rev-parse', 'HEAD');
    await writeFile(path.join(project.root, 'spec', 'cases.json'), '[1]\n');
    await inOrigin('spec', 'commit', '--quiet', '--all', '--message=second');
    await project.gitIn(path.join(project.dir, 'spec'), 'pull', '--quiet');
    const after = await project.commit('newer');
    const { workspaces, id } = await startWorkspaces(project);
    for (const [commit, text] of [
      [before, '[]\n'],
      [after, '[1]\n'],
    ] as const) {
      const { dir } = await workspaces.checkout(id, commit, commit);
      expect(await readFile(path.join(dir, 'spec/cases.json'), 'utf8')).toBe(text);
    }
  });

  test('has one whose repository lies in its own folder, and one in a linked checkout', async () => {
    const own = path.join(project.dir, 'spec');
    await rm(path.join(own, '.git'));
    await rename(path.join(project.dir, '.git/modules/the/spec'), path.join(own, '.git'));
    const config = path.join(own, '.git/config');
    await project.gitIn(project.root, 'config', '--file', config, '--unset', 'core.worktree');
    const started = await startWorkspaces(project);
    expect(await checkedOut(started)).toEqual(whole);
    const linked = path.join(project.root, 'linked');
    await project.git('worktree', 'add', '--quiet', '-b', 'other', linked);
    await project.gitIn(linked, 'submodule', '--quiet', 'update', '--init', '--recursive');
    await rm(path.join(own, '.git'), { recursive: true });
    expect(await checkedOut(await startWorkspaces(project, linked), 'linked')).toEqual(whole);
  });

  test('leaves empty and names what is not on this disk, and what is nested in it is not asked for', async () => {
    const commit = await pinned();
    await project.git('submodule', '--quiet', 'deinit', '--all', '--force');
    await rm(path.join(project.dir, '.git/modules'), { recursive: true });
    const started = await startWorkspaces(project);
    expect(await checkedOut(started)).toEqual(empty);
    expect(await started.workspaces.unfilled(started.id, started.base)).toEqual([{ path: 'spec', commit }]);
  });

  test('leaves one empty of which files are missing: half of it would be worse than nothing', async () => {
    const blob = await inOrigin('spec', 'rev-parse', 'HEAD:cases.json');
    const objects = path.join(project.dir, '.git/modules/the/spec/objects');
    await rm(path.join(objects, blob.slice(0, 2), blob.slice(2)));
    const started = await startWorkspaces(project);
    expect(await checkedOut(started)).toEqual(empty);
    expect(await started.workspaces.unfilled(started.id, started.base)).toMatchObject([{ path: 'spec' }]);
  });
});

describe('a hostile repository', () => {
  test('gets nothing from what its .gitmodules says: no address, no name and no option in it is read', async () => {
    await origin('secret', { 'key.txt': 'secret\n' });
    const commit = await inOrigin('secret', 'rev-parse', 'HEAD');
    const lines = (name: string, at: string, url: string): string =>
      `[submodule "${name}"]\n\tpath = ${at}\n\turl = ${url}\n\tupdate = !touch ${marker}\n`;
    await project.write(
      '.gitmodules',
      [
        lines('../../../secret/.git', 'one', `ext::sh -c touch% ${marker}`),
        lines(path.join(project.root, 'secret/.git'), 'two', path.join(project.root, 'secret')),
        lines('-u./payload', 'three', '-u./payload'),
        lines('four', '../../secret', path.join(project.root, 'secret')),
      ].join(''),
    );
    await project.git('add', '.gitmodules');
    for (const at of ['one', 'two', 'three']) {
      await project.git('update-index', '--add', '--cacheinfo', `160000,${commit},${at}`);
    }
    await project.git('commit', '--quiet', '--message=hostile');
    const started = await startWorkspaces(project);
    const files = await checkedOut(started);
    expect(files.filter((file) => /^(?:one|two|three)/.test(file))).toEqual([]);
    const unfilled = await started.workspaces.unfilled(started.id, started.base);
    expect(unfilled.map((one) => one.path)).toEqual(['one', 'three', 'two']);
    expect(existsSync(marker)).toBe(false);
  });

  test('reaches no repository through a link on the way to a submodule', async () => {
    await origin('secret', { 'key.txt': 'secret\n' });
    const commit = await inOrigin('secret', 'rev-parse', 'HEAD');
    await project.git('update-index', '--add', '--cacheinfo', `160000,${commit},way/secret`);
    await project.git('commit', '--quiet', '--message=hostile');
    await rm(path.join(project.dir, 'way'), { recursive: true, force: true });
    await symlink('..', path.join(project.dir, 'way'));
    const started = await startWorkspaces(project);
    expect(await checkedOut(started)).toEqual(whole);
    expect(await started.workspaces.unfilled(started.id, started.base)).toEqual([
      { path: 'way/secret', commit },
    ]);
  });

  test('runs nothing that the clone of a submodule is configured with', async () => {
    const store = path.join(project.dir, '.git/modules/the/spec');
    await writeFile(path.join(store, 'info/attributes'), '* filter=evil\n');
    for (const [key, value] of [
      ['filter.evil.smudge', `touch ${marker}; cat`],
      ['core.fsmonitor', `touch ${marker}`],
      ['core.hooksPath', path.join(project.root, 'hooks')],
    ] as const) {
      await project.gitIn(project.root, 'config', '--file', path.join(store, 'config'), key, value);
    }
    await mkdir(path.join(project.root, 'hooks'));
    const hook = path.join(project.root, 'hooks/post-checkout');
    await writeFile(hook, `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
    expect(await checkedOut(await startWorkspaces(project))).toEqual(whole);
    expect(existsSync(marker)).toBe(false);
  });

  test('that pins itself without end is filled up to a limit, and the rest is named', async () => {
    let commit = await inOrigin('data', 'rev-parse', 'HEAD');
    await origin('bomb', { 'x.txt': 'x\n' });
    for (const level of [1, 2, 3]) {
      for (let n = 0; n < 10; n += 1) {
        await inOrigin('bomb', 'update-index', '--add', '--cacheinfo', `160000,${commit},m${n}`);
      }
      await inOrigin('bomb', 'commit', '--quiet', `--message=level ${level}`);
      commit = await inOrigin('bomb', 'rev-parse', 'HEAD');
    }
    await project.git('submodule', '--quiet', 'add', path.join(project.root, 'bomb'), 'bomb');
    await project.git('commit', '--quiet', '--message=bomb');
    const { workspaces, id, base } = await startWorkspaces(project);
    const unfilled = await workspaces.unfilled(id, base);
    expect(unfilled.length).toBeGreaterThan(500);
    expect(unfilled.every((one) => one.path.startsWith('bomb/'))).toBe(true);
  });
});

describe('the workspace of an agent', () => {
  let started: TestWorkspaces;
  let dir: string;

  beforeEach(async () => {
    started = await startWorkspaces(project);
    dir = await started.workspaces.clone(started.id, started.base, 'attempt');
  });

  const imported = (): ReturnType<TestWorkspaces['workspaces']['importTree']> =>
    started.workspaces.importTree(started.id, dir, started.base);
  const touched: readonly Change[] = [{ path: 'spec', kind: 'modified', mode: '160000' }];

  test('has its submodules filled, and they are no change of the agent', async () => {
    expect(existsSync(path.join(dir, 'spec/deep/data/rows.txt'))).toBe(true);
    expect(await project.gitIn(dir, 'status', '--porcelain')).toBe('');
    const tree = await started.workspaces.treeOf(started.id, started.base);
    const before = await fingerprint(project.dir);
    expect(await imported()).toEqual({ tree, changes: [] });
    expect(await fingerprint(project.dir)).toEqual(before);
  });

  test('may have traces in them that git would not add there, or be emptied', async () => {
    await writeFile(path.join(dir, 'spec/left.tmp'), 'x');
    await mkdir(path.join(dir, 'spec/.cache'));
    await writeFile(path.join(dir, 'spec/.cache/.gitignore'), '*\n');
    expect((await imported()).changes).toEqual([]);
    await rm(path.join(dir, 'spec'), { recursive: true });
    await mkdir(path.join(dir, 'spec'));
    expect((await imported()).changes).toEqual([]);
  });

  test.each([
    ['writes over a file', (at: string) => writeFile(path.join(at, 'cases.json'), '{}\n')],
    ['adds a file', (at: string) => writeFile(path.join(at, 'new.json'), '{}\n')],
    ['deletes a file', (at: string) => rm(path.join(at, 'cases.json'))],
    ['lets a file be run', (at: string) => chmod(path.join(at, 'cases.json'), 0o755)],
    ['writes in a nested one', (at: string) => writeFile(path.join(at, 'deep/data/rows.txt'), 'two\n')],
    ['deletes a nested one', (at: string) => rm(path.join(at, 'deep'), { recursive: true })],
    [
      'turns a link elsewhere',
      async (at: string) => {
        await rm(path.join(at, 'link'));
        await symlink('/etc/passwd', path.join(at, 'link'));
      },
    ],
    [
      'puts a link where a file was',
      async (at: string) => {
        await rm(path.join(at, 'cases.json'));
        await symlink('run.sh', path.join(at, 'cases.json'));
      },
    ],
  ])('names the submodule as changed where the agent %s, and takes nothing of it', async (_what, edit) => {
    await edit(path.join(dir, 'spec'));
    const { tree, changes } = await imported();
    expect(changes).toEqual(touched);
    expect(tree).not.toBe(await started.workspaces.treeOf(started.id, started.base));
  });

  test('cannot be compared once the clone has no such submodule any more, and counts as changed', async () => {
    await project.git('submodule', '--quiet', 'deinit', '--all', '--force');
    await rm(path.join(project.dir, '.git/modules'), { recursive: true });
    expect((await imported()).changes).toEqual(touched);
  });
});

describe('whoever starts a run', () => {
  test('is told that submodules are filled', async () => {
    const { warnings } = await (await startWorkspaces(project)).look();
    expect(warnings).toEqual([expect.stringContaining('they are filled from your clone')]);
  });

  test('is told which stay empty and what fills them, and after that they are', async () => {
    await project.git('submodule', '--quiet', 'deinit', '--all', '--force');
    await rm(path.join(project.dir, '.git/modules'), { recursive: true });
    const started = await startWorkspaces(project);
    const { warnings } = await started.look();
    expect(warnings).toEqual([
      expect.stringMatching(/stay empty \(spec\).*To have them: git submodule update --init --recursive\./),
    ]);
    await project.git('submodule', '--quiet', 'update', '--init', '--recursive');
    expect(await checkedOut(started)).toEqual(whole);
  });
});
