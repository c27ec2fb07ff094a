// Commits that only checks look at: one side of one commit, the other side of another.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRepository, startWorkspaces } from '../../test/support/repository.ts';
import type { TestRepository, TestWorkspaces } from '../../test/support/repository.ts';

let repository: TestRepository;
let started: TestWorkspaces;

beforeEach(async () => {
  repository = await makeRepository({
    'src/a.js': 'old\n',
    'test/a.test.js': 'old test\n',
    'gone.txt': 'x\n',
  });
  started = await startWorkspaces(repository);
});
afterEach(() => repository.remove());

async function next(): Promise<string> {
  await repository.write('src/a.js', 'new\n');
  await repository.write('test/a.test.js', 'new test\n');
  await repository.write('test/b.test.js', 'another test\n');
  await repository.git('add', '-A');
  await repository.git('commit', '--quiet', '-m', 'next');
  const commit = (await repository.git('rev-parse', 'HEAD')).trim();
  await started.workspaces.ensure(started.id, commit);
  return commit;
}

const read = (commit: string, path: string) => started.workspaces.readFile(started.id, commit, path);

test('has files as another commit has them, and not those it has not', async () => {
  const head = await next();
  const as = { commit: started.base, paths: ['test/a.test.js', 'test/b.test.js'] };
  const { commit, tree } = await started.workspaces.vary(started.id, { commit: head, as });
  expect(await read(commit, 'src/a.js')).toBe('new\n');
  expect(await read(commit, 'test/a.test.js')).toBe('old test\n');
  expect(await read(commit, 'test/b.test.js')).toBeUndefined();
  expect(await started.workspaces.treeOf(started.id, commit)).toBe(tree);
});

test('has texts of ours, new ones too, and lacks what is taken away', async () => {
  const { commit } = await started.workspaces.vary(started.id, {
    commit: started.base,
    texts: [
      { path: 'src/a.js', text: 'ours\n' },
      { path: 'gone.txt/inside.js', text: 'a folder in place of a file\n' },
    ],
    without: ['gone.txt', 'test/a.test.js'],
  });
  expect(await read(commit, 'src/a.js')).toBe('ours\n');
  expect(await read(commit, 'gone.txt/inside.js')).toBe('a folder in place of a file\n');
  expect(await read(commit, 'test/a.test.js')).toBeUndefined();
});

test('is the same commit whenever it is made, and leaves the one it is made of as it was (VARY-1)', async () => {
  const variation = { commit: started.base, without: ['gone.txt'] };
  const [one, two] = [
    await started.workspaces.vary(started.id, variation),
    await started.workspaces.vary(started.id, variation),
  ];
  expect(one).toEqual(two);
  expect(await read(started.base, 'gone.txt')).toBe('x\n');
});

test('files that a check rewrote are named and put back, whatever git was told in the checkout (REWRITTEN-1)', async () => {
  const { writeFile, utimes, readFile } = await import('node:fs/promises');
  const { dir } = await started.workspaces.checkout(started.id, started.base, 'look');
  const file = `${dir}/src/a.js`;
  const same = await import('node:fs/promises').then(({ stat }) => stat(file));
  await writeFile(file, 'new\n'); // as long as it was
  await utimes(file, same.atime, same.mtime);
  await writeFile(`${dir}/untracked.txt`, 'x');
  await repository.git('-C', dir, 'update-index', '--assume-unchanged', 'src/a.js');
  const at = { dir, commit: started.base };
  expect(await started.workspaces.rewritten(started.id, { ...at, putBack: false })).toEqual(['src/a.js']);
  expect(await started.workspaces.rewritten(started.id, { ...at, putBack: true })).toEqual(['src/a.js']);
  expect(await readFile(file, 'utf8')).toBe('old\n');
  expect(await started.workspaces.rewritten(started.id, { ...at, putBack: true })).toEqual([]);
});
