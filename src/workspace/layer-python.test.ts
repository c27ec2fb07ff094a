import { describe, expect, test } from 'vitest';
import { isPlainProject, listInstall, pythonInstall, readByBuild } from './layer-python.ts';

const pip = '.venv/bin/python -m pip install --disable-pip-version-check --quiet';

describe('a command', () => {
  test.each([
    ['python3 -m venv .venv', false],
    [
      `python3 -m venv .venv && ${pip} --upgrade pip && ${pip} --group tests watchfiles 'pytest-xdist[psutil]'`,
      false,
    ],
    [`${pip} 'pytest>=7.2.0,<8' mypy==1.19.1 'tomli~=2.0; python_version < "3.11"'`, false],
    [
      `{ ${pip} a b || { ${pip} a && for each in b 'c; platform_system == "Linux"'; do ${pip} "$each" || echo "left out: $each, which pip could not get"; done; }; }`,
      false,
    ],
    [`python3 -m venv .venv && ${pip} -e . pytest`, true],
    [`${pip} -e '.[tests,docs]'`, true],
    ['uv sync --frozen --group tests --extra dev && uv pip install pytest', true],
    ['POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction --no-ansi', true],
    ['POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-root', false],
  ])('that only installs: %s; the project among it: %s', (command, own) => {
    expect(pythonInstall(command)).toEqual({ own, lists: [] });
  });

  test('names its lists', () => {
    expect(pythonInstall(`${pip} -r requirements.txt -c requirements/constraints.txt`)).toEqual({
      own: false,
      lists: ['requirements.txt', 'requirements/constraints.txt'],
    });
  });

  test.each([
    `${pip} .`,
    `${pip} ./lib`,
    `${pip} -e ../other`,
    `${pip} -e .; make`,
    `${pip} git+https://example.com/x.git`,
    `${pip} --target lib pytest`,
    `${pip} -e git+https://example.com/x.git`,
    `${pip} $(cat list)`,
    `${pip} pytest > log`,
    `${pip} pytest | tee log`,
    `${pip} pytest & make`,
    '.venv/bin/python -m tox run -e py --notest',
    'python3 setup.py develop',
    'poetry install',
    'make setup',
    'echo "$HOME"',
    'for each in a b; do make "$each"; done',
    'for each in ./a; do true; done',
    '',
  ])('of which nothing is said, because it may do more: %s', (command) => {
    expect(pythonInstall(command)).toBeUndefined();
  });
});

describe('a list of requirements', () => {
  test('names packages, further lists beside it, and the project', () => {
    const text = [
      '# what tests need',
      'pytest >= 7 # the runner',
      'attrs==23.1.0 \\',
      '    --hash=sha256:abc',
      '--index-url https://example.com/simple',
      '-r base.txt',
      '-c ../constraints.txt',
      '-e .',
      '',
    ].join('\n');
    expect(listInstall(text, 'requirements')).toEqual({
      own: true,
      lists: ['requirements/base.txt', 'constraints.txt'],
    });
  });

  test.each([
    './lib',
    '.',
    'lib @ file:///x',
    '-e git+https://example.com/x',
    '-r https://example.com/x',
    '-f links',
  ])('with %s may bring anything', (line) => {
    expect(listInstall(`pytest\n${line}\n`, '')).toBeUndefined();
  });
});

describe('a project', () => {
  test.each([
    '[build-system]\nbuild-backend = "hatchling.build"\n',
    "from setuptools import setup\nsetup(name='x')\n",
    '[tool.uv.sources]\nlib = { path = "../lib", editable = true }\n',
    '[tool.poetry]\ninclude = [\n  { path = "project/py.typed" },\n  { path = "tests", format = "sdist" },\n]\n',
    '[tool.hatch.version]\npath = "src/project/__about__.py"\n',
  ])('that stays where it is when it is installed to be edited: %j', (text) => {
    expect(isPlainProject(text)).toBe(true);
  });

  test.each([
    '[build-system]\nbuild-backend = "mesonpy"\n',
    '[build-system]\nbuild-backend = "setuptools.build_meta"\nbackend-path = ["tools"]\n',
    'setup(ext_modules=[Extension("x", ["x.c"])])\n',
    '[tool.hatch.build.hooks.vcs]\n',
    '[tool.setuptools_scm]\nversion_file = "x/_version.py"\n',
    '[tool.uv.sources]\nlib = { path = "../lib" }\n',
    '[tool.poetry.dependencies.lib]\npath = "lib"\n',
  ])('that is built, generated or copied: %j', (text) => {
    expect(isPlainProject(text)).toBe(false);
  });

  const paths = [
    'setup.py',
    'src/greeting/__init__.py',
    'src/greeting/words.py',
    'src/greeting/_version.py',
    'src/greeting/deep/__init__.py',
    'libs/other/other/__init__.py',
    'tests/test_words.py',
  ];

  test('is read where its packages lie, and where its version may stand', () => {
    expect(readByBuild(paths, [{ folder: '', text: 'version = "1.0"' }])).toEqual({
      names: ['setup.py', 'src/greeting/__init__.py'],
      texts: ['src/greeting/_version.py'],
    });
  });

  test('is read in what opens its packages where the version may stand there, in every project of a tree', () => {
    const manifests = [
      { folder: '', text: 'dynamic = ["version"]' },
      { folder: 'libs/other', text: '' },
    ];
    expect(readByBuild(paths, manifests)).toEqual({
      names: ['setup.py', 'src/greeting/__init__.py', 'libs/other/other/__init__.py'],
      texts: ['src/greeting/__init__.py', 'libs/other/other/__init__.py', 'src/greeting/_version.py'],
    });
  });
});
