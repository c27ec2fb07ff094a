import { expect, test } from 'vitest';
import { aTask } from '../../../test/support/core.ts';
import { collides, grantsFor } from './may-touch.ts';
import type { TaskState } from '../run.ts';

const state = (id: string, files: readonly string[], grants: readonly string[] = []): TaskState => ({
  task: aTask(id, { files }),
  at: 'todo',
  grants,
  evidence: [],
});

test('tasks that may change the same path collide, by their files, a folder or a grant (MAY-TOUCH-1)', () => {
  expect(collides(state('a', ['src/a']), state('b', ['src/b']))).toBe(false);
  expect(collides(state('a', ['src/']), state('b', ['src/b']))).toBe(true);
  expect(collides(state('a', ['src/a'], ['go.sum']), state('b', ['src/b'], ['go.sum']))).toBe(true);
  expect(collides(state('a', ['src/a'], ['docs/']), state('b', ['docs/b']))).toBe(true);
});

test('a rename holds both places: whoever edits the old or the new one collides (MAY-TOUCH-1)', () => {
  const rename = state('a', ['src/old.ts', 'src/new.ts']);
  expect(collides(rename, state('b', ['src/old.ts']))).toBe(true);
  expect(collides(rename, state('b', ['src/new.ts']))).toBe(true);
});

test('a grant goes to the tasks that name it or the manifest it is written from, else to all (MAY-TOUCH-2)', () => {
  const tasks = [
    aTask('names', { files: ['.github/workflows/ci.yml'] }),
    aTask('manifest', { files: ['lib/go.mod'] }),
    aTask('neither'),
  ];
  const grants = ['.github/', 'lib/go.sum', 'CODEOWNERS'];
  const given = tasks.map((task) => grantsFor({ tasks, grants }, task));
  expect(given).toEqual([['.github/', 'CODEOWNERS'], ['lib/go.sum', 'CODEOWNERS'], ['CODEOWNERS']]);
});

test.each([
  ['package-lock.json', 'package.json'],
  ['npm-shrinkwrap.json', 'package.json'],
  ['pnpm-lock.yaml', 'package.json'],
  ['pnpm-lock.yaml', 'pnpm-workspace.yaml'],
  ['yarn.lock', 'package.json'],
  ['bun.lock', 'package.json'],
  ['Cargo.lock', 'Cargo.toml'],
  ['go.sum', 'go.mod'],
  ['poetry.lock', 'pyproject.toml'],
  ['uv.lock', 'pyproject.toml'],
  ['Pipfile.lock', 'Pipfile'],
  ['Gemfile.lock', 'Gemfile'],
  ['composer.lock', 'composer.json'],
])('leave for %s goes to the task that changes %s (MAY-TOUCH-2)', (lock, manifest) => {
  const tasks = [aTask('manifest', { files: [manifest] }), aTask('other')];
  const given = tasks.map((task) => grantsFor({ tasks, grants: [lock] }, task));
  expect(given).toEqual([[lock], []]);
});
