import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeRepository, startWorkspaces } from '../../test/support/repository.ts';
import type { TestRepository, TestWorkspaces } from '../../test/support/repository.ts';

let repository: TestRepository;
let started: TestWorkspaces;
beforeEach(async () => {
  repository = await makeRepository({ a: 'a' });
  started = await startWorkspaces(repository);
});
afterEach(() => repository.remove());

const remotes = () => started.workspaces.remotes(started.id);

test('a repository that came from nowhere has no remotes', async () => {
  expect(await remotes()).toEqual([]);
});

test('remotes are told by name, each with its first address', async () => {
  await repository.git('remote', 'add', 'origin', 'git@github.com:acme/widgets.git');
  await repository.git('remote', 'add', 'my.fork', 'https://github.com/mia/widgets');
  await repository.git('remote', 'set-url', '--add', 'origin', 'https://mirror.test/widgets');
  expect(await remotes()).toEqual([
    { name: 'origin', url: 'git@github.com:acme/widgets.git' },
    { name: 'my.fork', url: 'https://github.com/mia/widgets' },
  ]);
});
