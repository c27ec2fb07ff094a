// Python: what is installed goes into a virtual environment in the checkout, made by the tool whose lockfile is there;
// where nothing is to be installed, the machine's own Python does. Tests are pytest's where anything says so, else
// Django's or unittest's, else tox's.

import type { Ecosystem, FileTree, FoundCheck } from './ecosystem.ts';
import { isThere, textsOf } from './ecosystem.ts';

type Texts = Readonly<Record<string, string>>;

const read = [
  'pyproject.toml',
  'setup.cfg',
  'setup.py',
  'tox.ini',
  'pytest.ini',
  '.pytest.ini',
  'conftest.py',
  'manage.py',
  'requirements.txt',
  'requirements-dev.txt',
  'requirements-test.txt',
  'dev-requirements.txt',
  'test-requirements.txt',
  'requirements/dev.txt',
  'requirements/test.txt',
  'uv.lock',
  'poetry.lock',
  'ruff.toml',
  '.ruff.toml',
  '.flake8',
  'mypy.ini',
  '.mypy.ini',
];
const requirementFiles = read.filter((name) => name.includes('requirements'));
/** Extras that hold what tests need, by the names people give them. */
const testExtras = ['test', 'tests', 'testing', 'dev'];

export const python: Ecosystem = {
  name: 'python',
  find: async (tree) => {
    const texts = await textsOf(tree, read);
    const tests = tree.files.filter((file) => /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/.test(file));
    const isPython =
      isThere(texts, 'pyproject.toml', 'setup.cfg', 'setup.py', ...requirementFiles) || tests.length > 0;
    if (!isPython) return [];
    const runner = runnerOf(texts, tests);
    const linters = lintersOf(texts);
    const tools = [...(runner === 'pytest' ? ['pytest'] : []), ...linters.map(({ tool }) => tool)];
    const setup = setupCommand(texts, tools);
    const program = setup === undefined ? 'python3' : '.venv/bin/python';
    const test = testCheck(runner, `${sourcePath(tree)}${program}`, discovery(tests, tree.files));
    return [
      ...(setup === undefined ? [] : [{ kind: 'setup', command: setup } as const]),
      ...(test === undefined ? [] : [test]),
      ...linters.map(({ tool, args }) => ({ kind: 'lint', tool, command: `${program} -m ${args}` }) as const),
    ];
  },
};

type Runner = 'pytest' | 'django' | 'unittest' | 'tox';

function runnerOf(texts: Texts, tests: readonly string[]): Runner | undefined {
  const usesPytest =
    isThere(texts, 'pytest.ini', '.pytest.ini', 'conftest.py') ||
    /^\[tool\.pytest\b/m.test(texts['pyproject.toml'] ?? '') ||
    /^\[(?:tool:)?pytest\]/m.test(`${texts['setup.cfg'] ?? ''}\n${texts['tox.ini'] ?? ''}`) ||
    isNamed(texts, 'pytest');
  if (usesPytest) return 'pytest';
  if (isThere(texts, 'manage.py')) return 'django';
  if (tests.length > 0) return 'unittest';
  const usesTox = isThere(texts, 'tox.ini') || /^\[tool\.tox\b/m.test(texts['pyproject.toml'] ?? '');
  return usesTox ? 'tox' : undefined;
}

function testCheck(runner: Runner | undefined, program: string, discover: string): FoundCheck | undefined {
  switch (runner) {
    case 'pytest':
      // What the repository says about how much is printed would take the summary away.
      return { kind: 'test', command: `${program} -m pytest --verbosity=0`, parser: 'pytest' };
    case 'django':
      return { kind: 'test', command: `${program} manage.py test`, parser: 'unittest' };
    case 'unittest':
      return { kind: 'test', command: `${program} -m unittest${discover}`, parser: 'unittest' };
    case 'tox':
      return { kind: 'test', command: `${program} -m tox run` };
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

function lintersOf(texts: Texts): readonly Linter[] {
  const project = texts['pyproject.toml'] ?? '';
  const settings = `${texts['setup.cfg'] ?? ''}\n${texts['tox.ini'] ?? ''}`;
  const mypy = [texts['mypy.ini'], texts['.mypy.ini'], texts['setup.cfg'], project].join('\n');
  return [
    ...(isThere(texts, 'ruff.toml', '.ruff.toml') || /^\[tool\.ruff\b/m.test(project)
      ? [{ tool: 'ruff', args: 'ruff check .' }]
      : []),
    ...(isThere(texts, '.flake8') || /^\[flake8\]/m.test(settings)
      ? [{ tool: 'flake8', args: 'flake8' }]
      : []),
    ...(isThere(texts, 'mypy.ini', '.mypy.ini') || /^\[(?:tool\.)?mypy\]/m.test(mypy)
      ? [{ tool: 'mypy', args: /^(?:files|packages|modules)\s*=/m.test(mypy) ? 'mypy' : 'mypy .' }]
      : []),
  ];
}

/** Tools that the repository names nowhere are installed beside what it does name. */
function setupCommand(texts: Texts, tools: readonly string[]): string | undefined {
  if (isThere(texts, 'uv.lock')) return 'uv sync --frozen';
  if (isThere(texts, 'poetry.lock')) {
    return 'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction --no-ansi';
  }
  const requirements = requirementFiles.filter((name) => (texts[name] ?? '').trim() !== '');
  const project = projectArgument(texts);
  const wanted = [...requirements.map((name) => `-r ${name}`), ...(project === undefined ? [] : [project])];
  if (wanted.length === 0) return undefined;
  const missing = tools.filter((tool) => !isNamed(texts, tool));
  const install = '.venv/bin/python -m pip install --disable-pip-version-check --quiet';
  return `python3 -m venv .venv && ${install} ${[...wanted, ...missing].join(' ')}`;
}

/** The project itself, with the extras for tests; not where it needs nothing to be installed. */
function projectArgument(texts: Texts): string | undefined {
  const project = texts['pyproject.toml'] ?? '';
  const extras = testExtras.filter((name) =>
    new RegExp(`^\\[project\\.optional-dependencies\\][^[]*?^"?${name}"?\\s*=`, 'm').test(project),
  );
  const needs =
    extras.length > 0 ||
    /^dependencies\s*=\s*\[\s*["'#]/m.test(project) ||
    /^install_requires\s*=\s*\S?/m.test(texts['setup.cfg'] ?? '') ||
    /\binstall_requires\s*=/.test(texts['setup.py'] ?? '');
  if (!needs) return undefined;
  return extras.length === 0 ? '-e .' : `-e '.[${extras.join(',')}]'`;
}

/** Whether any list of requirements has this package. */
function isNamed(texts: Texts, name: string): boolean {
  const lists = ['pyproject.toml', 'setup.cfg', 'setup.py', 'uv.lock', 'poetry.lock', ...requirementFiles];
  const entry = new RegExp(`(?:^|["'\\s])${name}(?:$|[\\s"'=<>~!;[,])`, 'm');
  return lists.some((list) => entry.test(texts[list] ?? ''));
}

/** With the package under src/, the checkout's own files go before whatever was installed. */
function sourcePath(tree: FileTree): string {
  return tree.files.some((file) => /^src\/[^/]+\/__init__\.py$/.test(file)) ? 'PYTHONPATH=src ' : '';
}
