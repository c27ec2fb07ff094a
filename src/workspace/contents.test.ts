import { afterEach, expect, test } from 'vitest';
import type { TestRepository } from '../../test/support/repository.ts';
import { makeRepository } from '../../test/support/repository.ts';
import { eachContent, fileEntries } from './contents.ts';
import { gitRunner } from './git-runner.ts';

let repository: TestRepository | undefined;
afterEach(async () => {
  await repository?.remove();
  repository = undefined;
});

test('the contents of a commit come whole and in order, whatever their sizes and names', async () => {
  repository = await makeRepository({ 'a.txt': 'a\n', 'empty.txt': '', 'ü/x y.txt': 'blob 5\nblob 6\n' });
  const large = Buffer.alloc(300_000, 'line\n');
  await repository.write('large.txt', large);
  await repository.link('link', 'a.txt');
  const commit = await repository.commit('second');
  const gitDir = `${repository.dir}/.git`;
  const context = { home: repository.root, git: gitRunner() };
  const entries = await fileEntries(context, gitDir, commit);
  expect(entries.map(({ path, bytes }) => [path, bytes])).toEqual([
    ['a.txt', 2],
    ['empty.txt', 0],
    ['large.txt', 300_000],
    ['ü/x y.txt', 14],
  ]);
  const found: string[] = [];
  const ids = [...entries.map((entry) => entry.id), '0'.repeat(40)];
  await eachContent(context, gitDir, ids, (at, content) => {
    found[at] = Buffer.from(content).toString('utf8');
  });
  expect(found).toEqual(['a\n', '', large.toString('utf8'), 'blob 5\nblob 6\n', '']);
  await eachContent(context, gitDir, [], () => {
    throw new Error('there is nothing to read');
  });
});
