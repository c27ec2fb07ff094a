import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeRepository, startWorkspaces } from '../../test/support/repository.ts';
import type { TestRepository, TestWorkspaces } from '../../test/support/repository.ts';

let repository: TestRepository;
let started: TestWorkspaces;
beforeEach(async () => {
  repository = await makeRepository({ a: 'a' });
  started = await startWorkspaces(repository);
});
afterEach(() => repository.remove());

const person = () => started.workspaces.person(started.id, { HOME: repository.root });
const globally = (text: string) => writeFile(path.join(repository.root, '.gitconfig'), text);

describe('who the user is for their git', () => {
  test('is nobody where it does not say both', async () => {
    expect(await person()).toBeUndefined();
    await globally('[user]\n\tname = Mia\n');
    expect(await person()).toBeUndefined();
  });

  test('is in their own configuration, and in that of the repository before it', async () => {
    await globally('[user]\n\tname = Mia\n\temail = mia@example.test\n');
    expect(await person()).toEqual({ name: 'Mia', email: 'mia@example.test' });
    await repository.git('config', 'user.email', 'mia@work.test');
    expect(await person()).toEqual({ name: 'Mia', email: 'mia@work.test' });
  });

  test('is a name that fits into a commit', async () => {
    await globally('[user]\n\tname = "Mia <x>\\tY"\n\temail = <mia@example.test>\n');
    expect(await person()).toEqual({ name: 'Mia xY', email: 'mia@example.test' });
  });

  test('is the author of a commit, and Slipway its committer', async () => {
    const tree = await started.workspaces.treeOf(started.id, started.base);
    const request = { tree, parents: [started.base], message: 'x', at: 0 };
    const author = { name: 'Mia', email: 'mia@example.test' };
    const ids = [
      await started.workspaces.commit(started.id, { ...request, author }),
      await started.workspaces.commit(started.id, request),
    ];
    const names = await Promise.all(
      ids.map(async (id) => {
        const dir = await started.workspaces.clone(started.id, id, id);
        return repository.gitIn(dir, 'log', '-1', '--format=%an <%ae>, %cn');
      }),
    );
    expect(names.map((name) => name.trim())).toEqual([
      'Mia <mia@example.test>, Slipway',
      'Slipway <slipway@localhost>, Slipway',
    ]);
  });
});
