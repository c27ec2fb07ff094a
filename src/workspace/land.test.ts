// Landing: the only writing into the user's repository. What it writes, what it leaves alone, and when
// it refuses.

import { mkdir, readFile, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { fingerprint, makeRepository, startWorkspaces } from '../../test/support/repository.ts';
import type { TestRepository, TestWorkspaces } from '../../test/support/repository.ts';
import type { LandAnswer } from './workspace.ts';

let repository: TestRepository;
let started: TestWorkspaces;
let change: string;

beforeEach(async () => {
  repository = await makeRepository({
    'a.txt': 'a\n',
    'gone.txt': 'gone\n',
    'other.txt': 'other\n',
    '.gitignore': 'ignored\n',
  });
  await begin();
});

afterEach(() => repository.remove());

async function begin(): Promise<void> {
  started = await startWorkspaces(repository);
  const dir = await started.workspaces.clone(started.id, started.base, 'attempt');
  await writeFile(path.join(dir, 'a.txt'), 'changed\n');
  await rm(path.join(dir, 'gone.txt'));
  await mkdir(path.join(dir, 'new'));
  await writeFile(path.join(dir, 'new/run.sh'), '#!/bin/sh\n', { mode: 0o755 });
  await symlink('../a.txt', path.join(dir, 'new/link'));
  const { tree } = await started.workspaces.importTree(started.id, dir, started.base);
  change = await started.workspaces.commit(started.id, {
    tree,
    parents: [started.base],
    message: 'change',
    at: 0,
  });
}

/** Whether it can be landed is asked first, every time: it writes nothing, and is answered as the landing is (LAND-4). */
async function land(
  how: 'branch' | 'fast-forward',
  more: { readonly branch?: string } = {},
): Promise<LandAnswer> {
  const request = { how, branch: more.branch ?? 'fix/ticket_one', target: 'main', commit: change };
  const before = await fingerprint(repository.dir).catch(() => undefined);
  const foreseen = await started.workspaces.canLand(started.id, request);
  expect(await fingerprint(repository.dir).catch(() => undefined)).toEqual(before);
  const answer = await started.workspaces.land(started.id, request);
  const isPutOntoIt = how === 'fast-forward' && !answer.ok && answer.reason === 'ref-moved';
  const { ok, ...why } = answer;
  expect(foreseen).toMatchObject(
    ok || isPutOntoIt ? { ok: true } : { ok, ...why, detail: expect.any(String) },
  );
  return answer;
}

async function plantHooks(): Promise<string> {
  const marker = path.join(repository.root, 'ran');
  for (const hook of [
    'reference-transaction',
    'post-checkout',
    'post-merge',
    'post-index-change',
    'pre-auto-gc',
  ]) {
    await repository.write(`.git/hooks/${hook}`, `#!/bin/sh\ntouch '${marker}'\n`, 0o755);
  }
  for (const key of ['filter.x.clean', 'filter.x.smudge', 'core.fsmonitor']) {
    await repository.git('config', key, `touch '${marker}'; cat`);
  }
  await repository.git('config', 'gc.auto', '1');
  return marker;
}

describe('landing as a branch', () => {
  test('makes the branch, whole, and changes nothing else', async () => {
    await repository.write('a.txt', 'not committed\n');
    await repository.git('stash', '--quiet');
    await repository.write('other.txt', 'work in progress\n');
    const marker = await plantHooks();
    const before = await fingerprint(repository.dir);
    expect(await land('branch')).toEqual({ ok: true });
    const after = await fingerprint(repository.dir);
    const added = Object.keys(after).filter((file) => before[file] !== after[file]);
    expect(added.filter((file) => !file.startsWith('.git/objects/pack/')).toSorted()).toEqual([
      '.git/logs/refs/heads/fix/ticket_one',
      '.git/refs/heads/fix/ticket_one',
    ]);
    expect(Object.keys(before).filter((file) => after[file] === undefined)).toEqual([]);
    await expect(stat(marker)).rejects.toThrow('ENOENT');
    await rm(path.join(repository.dir, '.git/hooks'), { recursive: true });
    expect(await repository.git('rev-parse', 'fix/ticket_one')).toBe(change);
    expect(await started.workspaces.userBranch(started.id, 'fix/ticket_one')).toBe(change);
    expect(await repository.git('fsck', '--full', '--strict', '--no-dangling')).toBe('');
    expect(await repository.git('show', 'fix/ticket_one:a.txt')).toBe('changed');
  });

  test('twice is once', async () => {
    expect(await land('branch')).toEqual({ ok: true });
    const before = await fingerprint(repository.dir);
    expect(await land('branch')).toEqual({ ok: true });
    expect(await fingerprint(repository.dir)).toEqual(before);
  });

  test('finishes where a crash came between objects and branch', async () => {
    expect(await land('branch')).toEqual({ ok: true });
    await repository.git('update-ref', '-d', 'refs/heads/fix/ticket_one');
    expect(await land('branch')).toEqual({ ok: true });
    expect(await repository.git('rev-parse', 'fix/ticket_one')).toBe(change);
  });

  test('never moves a branch that is there', async () => {
    await repository.git('branch', 'fix/ticket_one');
    expect(await land('branch')).toEqual({
      ok: false,
      reason: 'ref-moved',
      detail: expect.stringContaining('git branch -m fix/ticket_one'),
    });
    expect(await repository.git('rev-parse', 'fix/ticket_one')).toBe(started.base);
  });

  test('refuses a name that is none, or that another branch stands in the way of', async () => {
    await repository.git('branch', 'fix');
    for (const branch of ['fix/x', 'two..dots', '-option', 'space here']) {
      expect(await land('branch', { branch })).toMatchObject({ ok: false, reason: 'forge-refused' });
    }
  });

  test('carries the whole history where the user has thrown the base away', async () => {
    await repository.git('checkout', '--quiet', '--orphan', 'fresh');
    await repository.git('commit', '--quiet', '--message=fresh');
    await repository.git('branch', '--quiet', '-D', 'main');
    await repository.git('reflog', 'expire', '--expire=now', '--all');
    await repository.git('gc', '--quiet', '--prune=now');
    expect(await land('branch')).toEqual({ ok: true });
    expect(await repository.git('fsck', '--full', '--strict', '--no-dangling')).toBe('');
    expect(await repository.git('rev-list', '--count', 'fix/ticket_one')).toBe('2');
  });

  test.each(['branch', 'fast-forward'] as const)(
    'as a %s says so where the repository cannot be written',
    async (how) => {
      const packs = path.join(repository.dir, '.git/objects/pack');
      await rm(packs, { recursive: true });
      await writeFile(packs, 'no folder, so not even root can write into it\n');
      expect(await land(how)).toMatchObject({
        ok: false,
        reason: 'forge-refused',
        detail: expect.stringMatching(/cannot write to the repository at .+ \(.+\)\. Make it writable/),
      });
    },
  );

  test('says so where the repository has gone', async () => {
    await rm(repository.dir, { recursive: true });
    expect(await land('branch')).toEqual({
      ok: false,
      reason: 'forge-refused',
      detail: expect.stringContaining('is not there any more'),
    });
  });
});

async function expectLanded(): Promise<void> {
  expect(await repository.git('rev-parse', 'main')).toBe(change);
  expect(await repository.git('status', '--porcelain', '--untracked-files=no')).toBe('');
  expect(await readFile(path.join(repository.dir, 'a.txt'), 'utf8')).toBe('changed\n');
  expect((await readdir(repository.dir)).includes('gone.txt')).toBe(false);
  expect((await stat(path.join(repository.dir, 'new/run.sh'))).mode & 0o111).not.toBe(0);
  await expect(stat(path.join(repository.dir, '.git/index.lock'))).rejects.toThrow('ENOENT');
}

async function expectRefused(words: string, reason = 'forge-refused'): Promise<void> {
  const before = await repository.git('rev-parse', 'HEAD');
  const status = await repository.git('status', '--porcelain');
  expect(await land('fast-forward')).toEqual({ ok: false, reason, detail: expect.stringContaining(words) });
  expect(await repository.git('rev-parse', 'HEAD')).toBe(before);
  expect(await repository.git('status', '--porcelain')).toBe(status);
  await expect(stat(path.join(repository.dir, '.git/index.lock'))).rejects.toThrow('ENOENT');
}

async function withObjects(...args: readonly string[]): Promise<void> {
  await land('branch');
  await repository.git(...args);
}

describe('landing as a fast-forward', () => {
  test('moves branch, index and files, runs nothing, and twice is once', async () => {
    await repository.write('untracked.txt', 'stays\n');
    const marker = await plantHooks();
    expect(await land('fast-forward')).toEqual({ ok: true });
    await expect(stat(marker)).rejects.toThrow('ENOENT');
    await repository.git('config', '--unset', 'core.fsmonitor');
    await rm(path.join(repository.dir, '.git/hooks'), { recursive: true });
    await expectLanded();
    expect(await readFile(path.join(repository.dir, 'untracked.txt'), 'utf8')).toBe('stays\n');
    expect(await land('fast-forward')).toEqual({ ok: true });
    await repository.write('a.txt', 'the owner goes on\n');
    expect(await land('fast-forward')).toEqual({ ok: true });
    expect(await readFile(path.join(repository.dir, 'a.txt'), 'utf8')).toBe('the owner goes on\n');
  });

  test('takes a file that was only touched for what it is', async () => {
    await utimes(path.join(repository.dir, 'a.txt'), 1_000_000_000, 1_000_000_000);
    expect(await land('fast-forward')).toEqual({ ok: true });
    expect(await readFile(path.join(repository.dir, 'a.txt'), 'utf8')).toBe('changed\n');
  });

  test('works in a linked checkout', async () => {
    await repository.git('checkout', '--quiet', '-b', 'elsewhere');
    await repository.git('worktree', 'add', '--quiet', '../side', 'main');
    const side = path.join(repository.root, 'side');
    started = await startWorkspaces(repository, side);
    expect(await land('fast-forward')).toEqual({ ok: true });
    expect(await repository.gitIn(side, 'status', '--porcelain')).toBe('');
    expect(await readFile(path.join(side, 'a.txt'), 'utf8')).toBe('changed\n');
  });

  test('works with a split index, and leaves one that the owner’s git reads', async () => {
    await repository.git('update-index', '--split-index');
    expect(await land('fast-forward')).toEqual({ ok: true });
    await expectLanded();
  });

  test('writes line ends the way the repository asks for', async () => {
    await repository.write('.gitattributes', '*.txt text eol=crlf\n');
    await repository.commit('attributes');
    await repository.git('checkout', '--quiet', '.');
    await begin();
    expect(await land('fast-forward')).toEqual({ ok: true });
    expect(await readFile(path.join(repository.dir, 'a.txt'), 'utf8')).toBe('changed\r\n');
    expect(await repository.git('status', '--porcelain')).toBe('');
  });

  test('is refused on another branch', async () => {
    await repository.git('checkout', '--quiet', '-b', 'elsewhere');
    await expectRefused('git switch main');
  });

  test('is refused where the target has moved', async () => {
    await repository.write('other.txt', 'moved on\n');
    await repository.commit('moved on');
    await expectRefused('has moved to', 'ref-moved');
  });

  test.each<readonly [string, () => Promise<unknown>]>([
    ['a changed file the change touches', () => repository.write('a.txt', 'mine\n')],
    ['a changed file it does not touch', () => repository.write('other.txt', 'mine\n')],
    ['a changed file it deletes', () => repository.write('gone.txt', 'mine\n')],
    ['an untracked file in its way', () => repository.write('new/run.sh', 'mine\n')],
    ['an untracked file where it needs a folder', () => repository.write('new', 'mine\n')],
    [
      'a staged change with the new content on the disk',
      async () => {
        await repository.write('a.txt', 'mine\n');
        await repository.git('add', 'a.txt');
        await repository.write('a.txt', 'changed\n');
      },
    ],
  ])('is refused for %s, and nothing is lost', async (_what, dirty) => {
    await dirty();
    const before = await fingerprint(repository.dir);
    expect(await land('fast-forward')).toMatchObject({ ok: false, reason: 'forge-refused' });
    const after = await fingerprint(repository.dir);
    const touched = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (f) => before[f] !== after[f],
    );
    expect(touched).toEqual([]);
  });

  test.each<readonly [string, string, (file: string) => Promise<unknown>]>([
    ['file', 'ignored', (file) => writeFile(file, 'precious\n')],
    [
      'folder',
      'ignored/deep/file',
      (file) => mkdir(path.dirname(file), { recursive: true }).then(() => writeFile(file, 'precious\n')),
    ],
  ])('is refused for an ignored %s in its way', async (_what, file, make) => {
    await repository.git('checkout', '--quiet', '-b', 'forced');
    await repository.write('ignored', 'from the change\n');
    change = await repository.commit('forced in');
    await started.workspaces.ensure(started.id, change);
    await repository.git('checkout', '--quiet', 'main');
    await make(path.join(repository.dir, file));
    await expectRefused('not committed');
    expect(await readFile(path.join(repository.dir, file), 'utf8')).toBe('precious\n');
  });

  test('turns a folder into a file and a file into a folder', async () => {
    const dir = await started.workspaces.clone(started.id, change, 'next');
    await rm(path.join(dir, 'new'), { recursive: true });
    await writeFile(path.join(dir, 'new'), 'a file\n');
    await rm(path.join(dir, 'a.txt'));
    await mkdir(path.join(dir, 'a.txt'));
    await writeFile(path.join(dir, 'a.txt/inside'), 'x\n');
    expect(await land('fast-forward')).toEqual({ ok: true });
    const { tree } = await started.workspaces.importTree(started.id, dir, change);
    change = await started.workspaces.commit(started.id, { tree, parents: [change], message: 'next', at: 0 });
    expect(await land('fast-forward')).toEqual({ ok: true });
    expect(await repository.git('status', '--porcelain')).toBe('');
    expect(await readFile(path.join(repository.dir, 'a.txt/inside'), 'utf8')).toBe('x\n');
  });

  test('is refused for a file stored through a filter', async () => {
    await repository.write('.gitattributes', 'a.txt filter=lfs\n');
    await repository.commit('attributes');
    await begin();
    await expectRefused('stored through a filter (lfs)');
  });

  test('is refused in the middle of a merge, also where nothing differs yet', async () => {
    await repository.write('.git/MERGE_HEAD', `${started.base}\n`);
    await expectRefused('A merge is in progress');
    expect(await land('branch')).toEqual({ ok: true });
  });

  test('is refused in a sparse checkout', async () => {
    await repository.git('update-index', '--skip-worktree', 'other.txt');
    await expectRefused('sparse');
  });

  test('is refused while another git holds the index, and goes on after a crash of ours', async () => {
    const lock = path.join(repository.dir, '.git/index.lock');
    await writeFile(lock, 'DIRC');
    expect(await land('fast-forward')).toMatchObject({ detail: expect.stringContaining(lock) });
    expect(await readFile(lock, 'utf8')).toBe('DIRC');
    await writeFile(lock, `slipway ${process.pid}\n`);
    expect(await land('fast-forward')).toMatchObject({ ok: false, reason: 'forge-refused' });
    await writeFile(lock, 'slipway 4194305\n');
    expect(await land('fast-forward')).toEqual({ ok: true });
    await expectLanded();
  });

  describe('after a crash', () => {
    test('with files and index moved, and the branch not', async () => {
      await withObjects('read-tree', '-m', '-u', 'main', 'fix/ticket_one');
      expect(await land('fast-forward')).toEqual({ ok: true });
      await expectLanded();
    });

    test('with all files moved, and the index not', async () => {
      await withObjects('checkout', '--quiet', 'fix/ticket_one', '--', 'a.txt', 'new');
      await repository.git('reset', '--quiet');
      await rm(path.join(repository.dir, 'gone.txt'));
      expect(await land('fast-forward')).toEqual({ ok: true });
      await expectLanded();
    });

    test('with some files moved', async () => {
      await repository.write('new/run.sh', '#!/bin/sh\n', 0o755);
      await repository.write('a.txt', 'changed\n');
      expect(await land('fast-forward')).toEqual({ ok: true });
      await expectLanded();
    });
  });
});
