// Runs of more than one repository, as far as their shape goes: whatever is about a repository names it.

import { describe, expect, test } from 'vitest';
import { aStart } from '../../test/support/core.ts';
import { startOf } from './evolve/start.ts';
import type { RunStarted } from './events.ts';
import { repositoryOf, startedIn } from './run.ts';

const both: RunStarted = {
  ...aStart(),
  repositories: [
    { alias: 'main', repository: 'repo', base: { branch: 'trunk', commit: 'c0' } },
    { alias: 'web', repository: 'pages', base: { branch: 'live', commit: 'w0' } },
  ],
};

describe('the repository of something', () => {
  const run = startOf(both, 1);

  test('is the one it names', () => {
    expect(repositoryOf(run, { repository: 'main' }).repository).toBe('repo');
    expect(repositoryOf(run, { repository: 'web' }).repository).toBe('pages');
  });

  test('is where the run was started, where it names none', () => {
    expect(repositoryOf(run, {})).toBe(startedIn(run));
    expect(startedIn(run).alias).toBe('main');
  });

  test('is one of the run', () => {
    expect(() => repositoryOf(run, { repository: 'other' })).toThrow(
      'the repository other is one of the run',
    );
  });
});
