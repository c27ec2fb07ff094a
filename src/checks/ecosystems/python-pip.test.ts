import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noxNeeds, toxNeeds } from './python-needs.ts';
import { packageOf, poetryPackage } from './python-packages.ts';
import { pipCommand } from './python-pip.ts';

const pip = '.venv/bin/python -m pip install --disable-pip-version-check --quiet';

const installed = (project: string, tools: readonly string[] = ['pytest']): string => {
  const command =
    pipCommand({ texts: { 'pyproject.toml': project }, requirements: [], tools, isTox: false }) ?? '';
  return command.replace('python3 -m venv .venv && ', '').replaceAll(pip, 'PIP');
};

describe('the versions a list asks for are those that are installed (PYTHON-PACKAGES-2)', () => {
  test.each([
    ['"1.19.1"', 'a==1.19.1'],
    ['"^7.2"', 'a>=7.2,<8'],
    ['"^0.2.3"', 'a>=0.2.3,<0.3'],
    ['"^0.0.3"', 'a>=0.0.3,<0.0.4'],
    ['"^0.0"', 'a>=0.0,<0.1'],
    ['"^0"', 'a>=0,<1'],
    ['"^1.0b1"', 'a>=1.0b1,<2'],
    ['"~1.2.3"', 'a>=1.2.3,<1.3'],
    ['"~1"', 'a>=1,<2'],
    ['"~=1.2"', 'a~=1.2'],
    ['"1.*"', 'a==1.*'],
    ['">=1, <2"  # not yet', 'a>=1,<2'],
    ['"*"', 'a'],
    ['">=1 || ^3"', 'a'],
    ['"$(touch x)"', 'a'],
    ['{ version = "^7", extras = ["toml", "x"] }', 'a[toml,x]>=7,<8'],
    ['{ version = "2", python = "<3.9" }', 'a==2; python_version < "3.9"'],
    ['{ version = "2", python = "^3.9" }', 'a==2; python_version >= "3.9" and python_version < "4"'],
    ['{ git = "https://example.test/a.git" }', 'a'],
    ['[', 'a'],
  ])("of Poetry's: %s", (value, spec) => {
    expect(poetryPackage('a', value)).toEqual({ name: 'a', spec });
  });

  test.each([
    ['pytest >= 7, != 7.1', 'pytest>=7,!=7.1'],
    ['coverage[toml]~=7.0', 'coverage[toml]~=7.0'],
    ["tomli>=1; python_version < '3.11'", 'tomli>=1; python_version < "3.11"'],
    ['a; b', undefined],
    ['a @ https://example.test/a.zip', undefined],
    ["a'; touch x", undefined],
    ['$(touch x)', undefined],
    ['-e .', undefined],
  ])('of a requirement: %s', (line, spec) => {
    expect(packageOf(line)?.spec).toBe(spec);
  });
});

describe('what no check runs is not installed (PYTHON-NEEDS-2)', () => {
  test('of the group for development of Poetry', () => {
    const project = [
      '[tool.poetry.dependencies]',
      'python = "^3.9"',
      '[tool.poetry.group.dev.dependencies]',
      'pytest = "^7.2"',
      'pre-commit = "*"',
      'mypy = "1.19.1"',
      'Sphinx = "^4"',
      'furo = "*"',
      'sphinx-copybutton = "*"',
      '[tool.poetry.group.documentation.dependencies]',
      'docutils = "*"',
    ].join('\n');
    expect(installed(project, ['pytest', 'mypy', 'ruff'])).toBe(
      "PIP -e . 'pytest>=7.2,<8' mypy==1.19.1 ruff",
    );
  });

  test('of a group or an extra for development, which is then spelt out with what it includes', () => {
    const groups =
      '[dependency-groups]\ntests = [\n  "pytest>=8", # newer\n]\n' +
      'dev = [{ include-group = "tests" }, "pytest-cov", "towncrier"]\n';
    expect(installed(groups.replace('tests =', 'base =').replace('"tests"', '"base"'))).toBe(
      "PIP 'pytest>=8' pytest-cov",
    );
    expect(installed(groups)).toBe('PIP --upgrade pip && PIP --group tests pytest');
    const extra =
      '[project]\nname = "mine"\n[project.optional-dependencies]\ndev = ["pytest", "mkdocs-material"]\n';
    expect(installed(extra)).toBe('PIP -e . pytest');
    expect(installed(extra.replace('"pytest"', '"mine[all]"'))).toBe("PIP -e '.[dev]' pytest");
  });

  test('unless a list for tests has it, because tests may be of such a tool', () => {
    const project = '[tool.poetry.group.test.dependencies]\npytest = "*"\nsphinx = "*"\n';
    expect(installed(project)).toContain('PIP pytest sphinx');
  });

  test('of environments of tox and sessions of nox for documents, changelogs and watching', () => {
    const tox =
      '[testenv]\ndeps =\n    pytest>=7\n    docs: sphinx\n    py3,changelog: towncrier\n    py3: six\n';
    expect(toxNeeds(tox).packages.map(({ spec }) => spec)).toEqual(['pytest>=7', 'six']);
    const nox =
      'def tests(session):\n    session.install("pytest<9")\n\ndef test_docs(session):\n    session.install("sphinx")\n';
    expect(noxNeeds(nox).packages.map(({ spec }) => spec)).toEqual(['pytest<9']);
  });
});

describe('a list that cannot be read in full is left to pip', () => {
  test.each([
    ['it never ends', 'dev = ["pytest", "furo"'],
    ['it includes itself', 'dev = [{ include-group = "dev" }, "furo"]'],
    ['it names an address', 'dev = ["a @ https://example.test/a.zip", "furo"]'],
  ])('where %s', (_, line) => {
    expect(installed(`[dependency-groups]\n${line}\n`)).toBe('PIP --upgrade pip && PIP --group dev pytest');
  });
});

const dev = (more: string): string =>
  `[tool.poetry.dependencies]\n[tool.poetry.group.dev.dependencies]\npytest = "^7"\npytest-cov = "*"\nsix = "1"\n${more}`;

describe('a package that cannot be had (PYTHON-PIP-1)', () => {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(path.join(os.tmpdir(), 'slipway-pip-'));
    // Stands for Python and for pip: it has everything but what is called nowhere, and reads no groups.
    const stub = [
      '#!/bin/sh',
      'if [ "$2" = venv ]; then mkdir -p .venv/bin && cp "$0" .venv/bin/python && exit; fi',
      'shift 5',
      'case "$*" in *nowhere*|*--group*) echo "No matching distribution" >&2; exit 1;; esac',
      'for one in "$@"; do echo "$one" >> had; done',
    ].join('\n');
    await writeFile(path.join(root, 'python3'), stub, { mode: 0o755 });
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  const run = async (project: string): Promise<{ readonly out: string; readonly had: string }> => {
    const command = pipCommand({
      texts: { 'pyproject.toml': project },
      requirements: [],
      tools: ['pytest'],
      isTox: false,
    });
    await rm(path.join(root, 'had'), { force: true });
    const env = { ...process.env, PATH: `${root}:${process.env['PATH'] ?? ''}` };
    const { stdout } = await promisify(execFile)('sh', ['-c', command ?? ''], { cwd: root, env });
    return { out: stdout, had: await readFile(path.join(root, 'had'), 'utf8') };
  };

  test('is left out and named, and everything else is there', async () => {
    expect(await run(dev('nowhere = "^2"\nyaml = "*"\n'))).toEqual({
      out: 'left out: nowhere>=2,<3, which pip could not get\n',
      had: '-e\n.\npytest>=7,<8\npytest-cov\nsix==1\nyaml\n',
    });
  });

  test('changes nothing where all can be had', async () => {
    expect(await run(dev(''))).toEqual({ out: '', had: '-e\n.\npytest>=7,<8\npytest-cov\nsix==1\n' });
  });

  test('stops the setup where the checks need it', async () => {
    await expect(run(dev('pytest-nowhere = "*"\n'))).rejects.toThrow('No matching distribution');
  });

  test('of a group is left out of that group', async () => {
    const { out, had } = await run('[dependency-groups]\ntests = ["pytest", "nowhere", "six"]\n');
    expect(out).toBe('left out: nowhere, which pip could not get\n');
    expect(had).toContain('pytest\nsix\n');
  });
});
