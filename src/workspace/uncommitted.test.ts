// What is not committed in a checkout, as a tree: all of it, nothing else, and not a trace in the checkout.

import { readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { TestRepository } from '../../test/support/repository.ts';
import { fingerprint, makeRepository, startWorkspaces } from '../../test/support/repository.ts';

const made: TestRepository[] = [];
afterEach(async () => {
  for (const repository of made.splice(0)) await repository.remove();
});

async function repositoryWith(files: Readonly<Record<string, string>>): Promise<TestRepository> {
  const repository = await makeRepository(files);
  made.push(repository);
  return repository;
}

describe('what is not committed', () => {
  test('is every change git would add, staged or not, and the configuration of Slipway is none', async () => {
    const repository = await repositoryWith({
      'a.ts': 'a\n',
      'b.ts': 'b\n',
      'gone.ts': 'g\n',
      '.gitignore': '*.log\n',
    });
    await repository.write('a.ts', 'changed\n');
    await repository.write('b.ts', 'b\n', 0o755);
    await repository.write('tool/new one.ts', 'new\n');
    await repository.write('noise.log', 'noise\n');
    await repository.write('slipway.yaml', 'slots: 1\n');
    await repository.link('link.ts', 'a.ts');
    await repository.git('rm', '--quiet', 'gone.ts');
    const { base, id, workspaces } = await startWorkspaces(repository);
    const before = await fingerprint(repository.dir);
    const { tree, changes } = await workspaces.uncommitted(id, base);
    expect(changes.map(({ path, kind, mode }) => `${kind} ${path} ${mode}`).toSorted()).toEqual([
      'added link.ts 120000',
      'added tool/new one.ts 100644',
      'deleted gone.ts 100644',
      'modified a.ts 100644',
      'modified b.ts 100755',
    ]);
    expect(await workspaces.readFile(id, tree, 'a.ts')).toBe('changed\n');
    expect(await fingerprint(repository.dir)).toEqual(before);
  });

  test('does not hold a file that a filter wrote differently into the checkout', async () => {
    const repository = await repositoryWith({ 'a.ts': 'a\n', 'logo.bin': 'pointer\n' });
    await repository.git('config', 'filter.swap.smudge', "sed 's/pointer/content/'");
    await repository.git('config', 'filter.swap.clean', "sed 's/content/pointer/'");
    await repository.write('.gitattributes', '*.bin filter=swap\n');
    await repository.commit('filtered');
    await repository.git('rm', '--quiet', 'logo.bin');
    await repository.git('reset', '--quiet', '--hard');
    // Long ago, so that git knows the file by its times.
    await utimes(path.join(repository.dir, 'logo.bin'), 1_000_000, 1_000_000);
    await repository.git('update-index', '-q', '--refresh');
    expect(await readFile(path.join(repository.dir, 'logo.bin'), 'utf8')).toBe('content\n');
    await repository.write('a.ts', 'changed\n');
    const { base, id, workspaces } = await startWorkspaces(repository);
    const { changes } = await workspaces.uncommitted(id, base);
    expect(changes.map(({ path }) => path)).toEqual(['a.ts']);
  });

  test('is nothing where everything is committed', async () => {
    const { base, id, workspaces } = await startWorkspaces(await repositoryWith({ 'a.ts': 'a\n' }));
    expect((await workspaces.uncommitted(id, base)).changes).toEqual([]);
  });
});
