import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeRepository, startWorkspaces } from '../../test/support/repository.ts';
import type { TestRepository, TestWorkspaces } from '../../test/support/repository.ts';
import { pythonProject, pythonSetup } from '../../test/support/python-project.ts';
import { gitRunner } from './git-runner.ts';
import { installsOnly, readBeside } from './layer-key.ts';
import { storeOf } from './places.ts';
import { treeEntries } from './tree-entries.ts';

const packages = 'python3 -m venv .venv && .venv/bin/python -m pip install pytest';
const listed = '.venv/bin/python -m pip install -r requirements.txt';

describe('a setup of Python', () => {
  let repository: TestRepository;
  let started: TestWorkspaces;
  beforeAll(async () => {
    repository = await makeRepository({
      ...pythonProject(),
      'requirements.txt': 'pytest\n-r requirements/more.txt\n',
      'requirements/more.txt': '-e .\n',
      'requirements-odd.txt': './vendored\n',
      'other-list.txt': 'pytest\n',
    });
    started = await startWorkspaces(repository);
  });
  afterAll(() => repository.remove());

  async function asked<T>(
    ask: (
      context: { readonly home: string; readonly git: ReturnType<typeof gitRunner> },
      store: string,
      setup: Parameters<typeof readBeside>[2],
    ) => Promise<T>,
    command: string,
  ): Promise<T> {
    const context = { home: started.home, git: gitRunner() };
    const store = storeOf(context, started.id);
    return ask(context, store, {
      entries: await treeEntries(context, store, started.base),
      commands: [command],
    });
  }

  test.each([
    [packages, true],
    [pythonSetup.command, true],
    [listed, true],
    [listed.replace('requirements', 'requirements-odd'), false],
    [listed.replace('requirements', 'other-list'), false],
    [listed.replace('requirements', 'requirements-none'), false],
    [`${packages} && make`, false],
  ])('%s brings only what manifests say: %s', async (command, only) => {
    expect(await asked(installsOnly, command)).toBe(only);
  });

  test('reads where the packages of a project lie that it installs, be it by a list in a list', async () => {
    const read = ['package src/greeting/__init__.py'];
    expect(await asked(readBeside, pythonSetup.command)).toEqual(read);
    expect(await asked(readBeside, listed)).toEqual(read);
    expect(await asked(readBeside, packages)).toEqual([]);
  });
});
