// Python: what is installed goes into a virtual environment in the checkout, because a system's own Python refuses to be
// changed, made by uv or Poetry where their lockfile is there and they are, else by pip. Where nothing is to be installed, the
// machine's own Python does. Tests are pytest's where anything says so, else those of a script, Django's or unittest's, else tox's.

import { ciNames } from '../ci-files.ts';
import type { Ecosystem, FileTree, FoundCheck } from './ecosystem.ts';
import { isThere, textsOf } from './ecosystem.ts';
import type { Texts } from './python-needs.ts';
import {
  isNamed,
  noxNeeds,
  projectsBelow,
  requirementFiles,
  tableOf,
  testExtras,
  testGroups,
  toxNeeds,
} from './python-needs.ts';
import { pipCommand } from './python-pip.ts';

const read = [
  'pyproject.toml',
  'setup.cfg',
  'setup.py',
  'tox.ini',
  'noxfile.py',
  'pytest.ini',
  '.pytest.ini',
  'pytest.toml',
  'conftest.py',
  'tests/conftest.py',
  'manage.py',
  'uv.lock',
  'poetry.lock',
  'ruff.toml',
  '.ruff.toml',
  '.flake8',
  'mypy.ini',
  '.mypy.ini',
];
/** Scripts that run all tests, where there are no tests that a known program would find better. */
const testScripts = [
  'runtests.py',
  'run_tests.py',
  'tests/runtests.py',
  'tests/run_tests.py',
  'test/runtests.py',
];

const testFile = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;

export const python: Ecosystem = {
  name: 'python',
  find: async (tree) => {
    const requirements = requirementFiles(tree);
    const texts = await textsOf(tree, [...read, ...requirements]);
    const isProject = isThere(texts, 'pyproject.toml', 'setup.cfg', 'setup.py', ...requirements);
    const named = tree.files.filter((file) => testFile.test(file));
    const tests = isProject ? named : testsOfRoot(tree, named);
    if (!isProject && tests.length === 0) return [];
    const runner = runnerOf(tree, texts, tests);
    const linters = lintersOf(texts, mypyTargets(tree, (await ciNames(tree)).commands));
    const tools = [...(runner === 'pytest' ? ['pytest'] : []), ...linters.map(({ tool }) => tool)];
    const setup = await setupCommand(tree, { texts, requirements, tools, runner });
    const program = setup === undefined ? 'python3' : '.venv/bin/python';
    const test = testCheck(runner, {
      tree,
      program: `${sourcePath(tree)}${program}`,
      discover: discovery(tests, tree.files),
    });
    return [
      ...(setup === undefined ? [] : [{ kind: 'setup', command: setup } as const]),
      ...(test === undefined ? [] : [test]),
      ...linters.map(({ tool, args }) => ({ kind: 'lint', tool, command: `${program} -m ${args}` }) as const),
    ];
  },
};

/** Without a project at the root: those that discovery finds there, and that belong to no project of a folder below. */
function testsOfRoot(tree: FileTree, tests: readonly string[]): readonly string[] {
  const others = projectsBelow(tree);
  const there = new Set(tree.files);
  return tests.filter((file) => {
    const folders = file.split('/').slice(0, -1);
    const [first = ''] = folders;
    if (others.has(first)) return false;
    const isPackage = (_: string, at: number): boolean =>
      there.has(`${folders.slice(0, at + 1).join('/')}/__init__.py`);
    return first === 'tests' || first === 'test' || folders.every(isPackage);
  });
}

type Runner = 'pytest' | 'script' | 'django' | 'unittest' | 'tox';

function runnerOf(tree: FileTree, texts: Texts, tests: readonly string[]): Runner | undefined {
  const usesPytest =
    isThere(texts, 'pytest.ini', '.pytest.ini', 'pytest.toml', 'conftest.py', 'tests/conftest.py') ||
    /^\[tool\.pytest\b/m.test(texts['pyproject.toml'] ?? '') ||
    /^\[(?:tool:)?pytest\]/m.test(`${texts['setup.cfg'] ?? ''}\n${texts['tox.ini'] ?? ''}`) ||
    isNamed(texts, 'pytest') ||
    [...toxNeeds(texts['tox.ini'] ?? '').packages, ...noxNeeds(texts['noxfile.py'] ?? '').packages].some(
      ({ name }) => name === 'pytest',
    );
  if (usesPytest) return 'pytest';
  if (testScripts.some((script) => tree.files.includes(script))) return 'script';
  if (isThere(texts, 'manage.py')) return 'django';
  if (tests.length > 0) return 'unittest';
  const usesTox = isThere(texts, 'tox.ini') || /^\[tool\.tox\b/m.test(texts['pyproject.toml'] ?? '');
  return usesTox ? 'tox' : undefined;
}

function testCheck(
  runner: Runner | undefined,
  {
    tree,
    program,
    discover,
  }: { readonly tree: FileTree; readonly program: string; readonly discover: string },
): FoundCheck | undefined {
  switch (runner) {
    case 'pytest':
      // What the repository says about how much is printed would take the summary away.
      return { kind: 'test', command: `${program} -m pytest --verbosity=0`, parser: 'pytest' };
    case 'script': {
      const script = testScripts.find((file) => tree.files.includes(file)) ?? '';
      return { kind: 'test', command: `${program} ${script}`, parser: 'unittest' };
    }
    case 'django':
      return { kind: 'test', command: `${program} manage.py test`, parser: 'unittest' };
    case 'unittest':
      return { kind: 'test', command: `${program} -m unittest${discover}`, parser: 'unittest' };
    case 'tox':
      // What it installs, setup installed: a test has no network.
      return { kind: 'test', command: `${program} -m tox run -e py --skip-pkg-install` };
    case undefined:
      return undefined;
  }
}

/** Discovery goes into packages only, so that a plain folder of tests is named. */
function discovery(tests: readonly string[], files: readonly string[]): string {
  const folder = ['tests', 'test'].find((name) => tests.some((file) => file.startsWith(`${name}/`)));
  const isPackage = files.includes(`${folder ?? ''}/__init__.py`);
  return [
    ' discover',
    ...(folder === undefined ? [] : [` --start-directory ${folder}`]),
    ...(isPackage ? [' --top-level-directory .'] : []),
    ...(tests.some((file) => /(?:^|\/)test_[^/]*$/.test(file)) ? [] : [" --pattern '*_test.py'"]),
  ].join('');
}

interface Linter {
  readonly tool: string;
  readonly args: string;
}

function lintersOf(texts: Texts, mypyOf: string | undefined): readonly Linter[] {
  const project = texts['pyproject.toml'] ?? '';
  const settings = `${texts['setup.cfg'] ?? ''}\n${texts['tox.ini'] ?? ''}`;
  const mypy = [
    ...['mypy.ini', '.mypy.ini', 'setup.cfg'].map((file) => tableOf(texts[file] ?? '', 'mypy')),
    tableOf(project, 'tool.mypy'),
  ].join('\n');
  return [
    ...(isThere(texts, 'ruff.toml', '.ruff.toml') || /^\[tool\.ruff\b/m.test(project)
      ? [{ tool: 'ruff', args: 'ruff check .' }]
      : []),
    ...(isThere(texts, '.flake8') || /^\[flake8\]/m.test(settings)
      ? [{ tool: 'flake8', args: 'flake8' }]
      : []),
    // Where its configuration does not say of what, its people tell it each time: their CI files name it, or nobody here knows.
    ...(/^(?:files|packages|modules)\s*=/m.test(mypy)
      ? [{ tool: 'mypy', args: 'mypy' }]
      : mypyOf === undefined
        ? []
        : [{ tool: 'mypy', args: `mypy ${mypyOf}` }]),
  ];
}

/** What CI has mypy look at, where each word is a plain option or a file or folder that is there: names, and no command of theirs. */
function mypyTargets({ files }: FileTree, commands: readonly string[]): string | undefined {
  const isPlace = (word: string): boolean =>
    /^[\w.][\w./-]*$/.test(word) &&
    files.some((file) => file === word || file.startsWith(`${withoutSlash(word)}/`));
  return commands
    .flatMap(
      (command) => /^(?:python3? -m |uv run |poetry run )?mypy\s+(.+)$/.exec(command.trim())?.[1] ?? [],
    )
    .map((said) => said.split(/\s+/))
    .find((words) => words.some(isPlace) && words.every((word) => /^--[a-z-]+$/.test(word) || isPlace(word)))
    ?.join(' ');
}

function withoutSlash(folder: string): string {
  return folder.endsWith('/') ? folder.slice(0, -1) : folder;
}

interface Needed {
  readonly texts: Texts;
  readonly requirements: readonly string[];
  readonly tools: readonly string[];
  readonly runner: Runner | undefined;
}

/** With the tool whose lockfile is there, where it is there too. */
async function setupCommand(tree: FileTree, needed: Needed): Promise<string | undefined> {
  const { texts, tools } = needed;
  const has = (program: string): Promise<boolean> => tree.has?.(program) ?? Promise.resolve(true);
  const missing = tools.filter((tool) => !isNamed(texts, tool));
  const more = missing.length === 0 ? '' : ` ${missing.join(' ')}`;
  if (isThere(texts, 'uv.lock') && (await has('uv'))) {
    const project = texts['pyproject.toml'] ?? '';
    const groups = testGroups(project).filter((name) => name !== 'dev');
    const extras = testExtras(project);
    const which = [...groups.map((name) => ` --group ${name}`), ...extras.map((name) => ` --extra ${name}`)];
    return `uv sync --frozen${which.join('')}${more === '' ? '' : ` && uv pip install${more}`}`;
  }
  if (isThere(texts, 'poetry.lock') && (await has('poetry'))) {
    const install = 'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction --no-ansi';
    return more === '' ? install : `${install} && .venv/bin/python -m pip install --quiet${more}`;
  }
  return pipCommand({ ...needed, isTox: needed.runner === 'tox' });
}

/** With the package under src/, the checkout's own files go before whatever was installed. */
function sourcePath(tree: FileTree): string {
  return tree.files.some((file) => /^src\/[^/]+\/__init__\.py$/.test(file)) ? 'PYTHONPATH=src ' : '';
}
