import { describe, expect, test } from 'vitest';
import { detect } from './detect.ts';
import { programsNamed, programsNeeded } from './programs.ts';

type Files = Readonly<Record<string, unknown>>;

const treeOf = (files: Files) => ({
  read: (file: string): Promise<string | undefined> => {
    const content = Object.hasOwn(files, file) ? files[file] : undefined;
    return Promise.resolve(
      content === undefined || typeof content === 'string' ? content : JSON.stringify(content),
    );
  },
  paths: Object.keys(files),
});

const detected = async (files: Files) => {
  const { read, paths } = treeOf(files);
  return (await detect(read, paths)).checks;
};

const found = async (files: Files): Promise<readonly string[]> =>
  (await detected(files)).map(
    (check) => `${check.kind} ${String(check.timeoutMs / 1000)}s: ${check.command}`,
  );

const parsers = async (files: Files): Promise<readonly string[]> =>
  (await detected(files)).map(({ parser }) => parser ?? '-');

const byName = async (files: Files): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries((await detected(files)).map(({ name, command }) => [name, command]));

/** Whichever version is there: another one could not be fetched without a network (NODE-MANAGERS-2). */
const anyPnpm = 'npm_config_manage_package_manager_versions=false pnpm';
const scripts = { build: 'tsc', test: 'node --test', lint: 'eslint .' };
const devDependencies = { typescript: '6' };

const configured = { 'tsconfig.json': '{"compilerOptions":{}}', 'eslint.config.mjs': 'export default []' };
const withTools = (more: Files = {}): Files => ({
  'package.json': {
    scripts: { test: 'node --test' },
    devDependencies: { typescript: '6', eslint: '9' },
    ...more,
  },
  'package-lock.json': '{}',
});

describe('tools without a script', () => {
  test('are run where the package has their configuration and depends on them (NODE-TOOLS-2)', async () => {
    expect(await byName({ ...withTools(), ...configured })).toEqual({
      setup: expect.any(String),
      test: 'npm test --silent',
      lint: 'node_modules/.bin/tsc --noEmit',
      'lint-eslint': 'node_modules/.bin/eslint .',
    });
    const berry = await byName({ ...withTools({ packageManager: 'yarn@4.1.0' }), ...configured });
    expect(berry['lint']).toBe('yarn run tsc --noEmit');
  });

  test.each([
    ['it does not depend on them', { ...withTools({ devDependencies: { c8: '1' } }), ...configured }],
    [
      'a script names them, whatever it is called (NODE-TOOLS-1)',
      {
        ...withTools({ scripts: { test: 'node --test', prepublish: 'tsc -p . && eslint src' } }),
        ...configured,
      },
    ],
    ['it has no configuration of theirs', withTools()],
    [
      'its configuration only names others',
      { ...withTools(), 'tsconfig.json': '{"files": [], "references": []}' },
    ],
  ])('are not where %s', async (_name, files) => {
    expect(Object.keys(await byName(files))).toEqual(['setup', 'test']);
  });

  test.each([
    ['mypy src', 'mypy src'],
    ['python -m mypy --strict src/a tests/', 'mypy --strict src/a tests/'],
    ['mypy src; curl evil', undefined],
    ['mypy elsewhere', undefined],
    ['mypy --config-file=x src', undefined],
    ['mypy $(pwd)', undefined],
  ])('are told what to look at by CI: %s', async (command, args) => {
    const checks = await byName({
      'pyproject.toml':
        '[project]\nname = "a"\ndependencies = ["six"]\n[tool.mypy]\nstrict = true\n[tool.pytest.ini_options]\n',
      'src/a/__init__.py': '',
      'tests/test_a.py': '',
      '.github/workflows/ci.yml': `jobs:\n  t:\n    steps:\n      - run: ${command}\n`,
    });
    expect(Object.values(checks).find((each) => each.includes('-m mypy'))).toBe(
      args === undefined ? undefined : `.venv/bin/python -m ${args}`,
    );
  });
});

describe('the checks of a repository', () => {
  test('are its scripts, after its setup', async () => {
    expect(await found({ 'package.json': { scripts, devDependencies }, 'package-lock.json': '{}' })).toEqual([
      'setup 600s: npm ci --no-audit --no-fund',
      'build 600s: npm run --silent build',
      'test 600s: npm test --silent',
      'lint 300s: npm run --silent lint',
    ]);
  });

  test('need no setup without dependencies', async () => {
    const manifest = { scripts: { test: 'node --test' }, dependencies: {} };
    expect(await found({ 'package.json': manifest, 'package-lock.json': '{}' })).toEqual([
      'test 600s: npm test --silent',
    ]);
  });

  test.each([
    ['npm', {}, 'npm install --no-package-lock --no-audit --no-fund'],
    ['pnpm', { packageManager: 'pnpm@9.0.0' }, `${anyPnpm} install --no-lockfile`],
    [
      'pnpm, by its engine',
      { devEngines: { packageManager: { name: 'pnpm' } } },
      'pnpm install --no-lockfile',
    ],
    ['yarn', { packageManager: 'yarn@1.22.0' }, 'yarn install --no-lockfile'],
    ['yarn, newer', { packageManager: 'yarn@4.1.0' }, 'yarn install --no-immutable && rm -f yarn.lock'],
    ['bun', { packageManager: 'bun@1.2.0' }, 'bun install --no-save'],
  ])(
    'are installed for without a lockfile, and none is written: %s (NODE-MANAGERS-1)',
    async (_name, more, setup) => {
      const manifest = { scripts: { test: 'x' }, devDependencies, ...more };
      expect((await byName({ 'package.json': manifest, '.npmrc': 'package-lock=false' }))['setup']).toBe(
        setup,
      );
    },
  );

  test('are none that write, but for those that are a build (NODE-SCRIPTS-3)', async () => {
    const writing = {
      build: 'prettier --write dist',
      test: 'npm run format && node --test',
      lint: 'eslint . --fix',
      'lint:check': 'eslint .',
      format: 'prettier --write .',
    };
    const checks = await detected({ 'package.json': { scripts: writing }, 'package-lock.json': '{}' });
    expect(checks.map(({ kind, command, script }) => [kind, script?.text ?? command])).toEqual([
      ['build', 'npm run --silent build'],
      ['test', 'node --test'],
      ['lint', 'npm run --silent lint:check'],
    ]);
  });

  test('use the Yarn that the repository brings', async () => {
    const files = {
      'package.json': { scripts: { test: 'x' }, devDependencies },
      'yarn.lock': '__metadata:',
      '.yarnrc.yml': 'nodeLinker: node-modules\nyarnPath: .yarn/releases/yarn-4.1.0.cjs\n',
    };
    const own = '.yarn/releases/yarn-4.1.0.cjs';
    expect(await byName({ ...files, [own]: '' })).toEqual({
      setup: `node ${own} install --immutable`,
      test: `node ${own} run test`,
    });
    expect((await byName(files))['test']).toBe('yarn run test');
  });

  test.each([
    ['pnpm', { 'pnpm-lock.yaml': '' }, ['pnpm install --frozen-lockfile', 'pnpm --silent run test']],
    ['yarn', { 'yarn.lock': '# yarn v1' }, ['yarn install --frozen-lockfile', 'yarn --silent run test']],
    ['yarn, newer', { 'yarn.lock': '__metadata:' }, ['yarn install --immutable', 'yarn run test']],
    ['bun', { 'bun.lock': '{}' }, ['bun install --frozen-lockfile', 'bun run --silent test']],
  ])('use %s where its lockfile is', async (_name, lock, [setup, run]) => {
    const manifest = { scripts: { test: 'x' }, devDependencies };
    expect(await found({ 'package.json': manifest, ...lock })).toEqual([
      `setup 600s: ${setup ?? ''}`,
      `test 600s: ${run ?? ''}`,
    ]);
  });

  test('use the package manager that the repository names, where several left a lockfile', async () => {
    const manifest = { scripts: { test: 'x' }, devDependencies, packageManager: 'pnpm@10.0.0' };
    expect(
      await found({ 'package.json': manifest, 'package-lock.json': '{}', 'pnpm-lock.yaml': '' }),
    ).toEqual([
      `setup 600s: ${anyPnpm} install --frozen-lockfile`,
      `test 600s: ${anyPnpm} --silent run test`,
    ]);
  });

  test('leave out the test script that npm init writes', async () => {
    const placeholder = 'echo "Error: no test specified" && exit 1';
    expect(await found({ 'package.json': { scripts: { test: placeholder } } })).toEqual([]);
  });

  test('are those of the workspaces where the root has no script for it', async () => {
    const files = {
      'package.json': { workspaces: ['packages/*'] },
      'package-lock.json': '{}',
      'packages/a/package.json': { scripts: { test: 'x' }, dependencies: { b: '1' } },
      'packages/b/package.json': { scripts: { build: 'tsc' } },
    };
    expect(await byName(files)).toEqual({
      setup: 'npm ci --no-audit --no-fund',
      build: 'npm run --silent --workspaces --if-present build',
      test: 'npm run --silent --workspaces --if-present test',
    });
  });

  test.each([
    [
      'pnpm',
      { packageManager: 'pnpm@9.0.0' },
      { 'pnpm-workspace.yaml': "packages:\n  - 'packages/*' # ours\n  - '!packages/b'\nother:\n  - c\n" },
    ],
    ['yarn', { workspaces: { packages: ['packages/**', '!packages/b'] } }, { 'yarn.lock': '' }],
  ])('take a package into account only where its folder is named: %s', async (_name, more, files) => {
    const named = async (folder: string) =>
      Object.keys(
        await byName({
          'package.json': more,
          ...files,
          [`${folder}/package.json`]: { scripts: { test: 'x' } },
        }),
      );
    expect(await named('packages/a')).toEqual(['test']);
    expect(await named('packages/b')).toEqual([]);
    expect(await named('other/c')).toEqual([]);
  });

  test.each([
    ['there is no package.json', {}],
    ['package.json is broken', { 'package.json': '{"scripts": ' }],
    ['package.json is no object', { 'package.json': '"text"' }],
    ['scripts are no table', { 'package.json': { scripts: ['test'] } }],
    ['scripts are no text', { 'package.json': { scripts: { test: 1, build: '' } } }],
    ['a script has a name nobody agreed on', { 'package.json': { scripts: { 'test; rm -rf /': 'x' } } }],
    ['a Cargo.toml is empty', { 'Cargo.toml': '' }],
    ['a Makefile has other targets', { Makefile: 'test := 1\n.PHONY: test\ninstall:\n\ttrue\n' }],
  ])('are none where %s', async (_name, files) => {
    expect(await found(files)).toEqual([]);
  });
});

const pip = '.venv/bin/python -m pip install --disable-pip-version-check --quiet';
const venv = (what: string): string => `python3 -m venv .venv && ${pip} ${what}`;
const maven = '--batch-mode --no-transfer-progress';
const gradle = '--no-daemon --console=plain';
const noMavenTest =
  '-Dtest=slipway.NoSuchTest -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false test';

describe('the checks of an ecosystem', () => {
  const cases: readonly (readonly [string, Files, Readonly<Record<string, string>>])[] = [
    [
      'Python with requirements and pytest',
      { 'requirements.txt': 'flask\n', 'pytest.ini': '', 'tests/test_a.py': '' },
      { setup: venv('-r requirements.txt pytest'), test: '.venv/bin/python -m pytest --verbosity=0' },
    ],
    [
      'Python with a project, extras and linters',
      {
        'pyproject.toml':
          '[project]\ndependencies = ["flask"]\n[project.optional-dependencies]\ntest = ["pytest>=8"]\n[tool.ruff]\n[tool.mypy]\nfiles = ["src"]\n',
        'src/app/__init__.py': '',
      },
      {
        setup: venv("-e '.[test]' ruff mypy"),
        test: 'PYTHONPATH=src .venv/bin/python -m pytest --verbosity=0',
        lint: '.venv/bin/python -m ruff check .',
        'lint-mypy': '.venv/bin/python -m mypy',
      },
    ],
    [
      'Python with mypy that is told of what each time',
      {
        'pyproject.toml':
          '[project]\ndependencies = []\n[tool.ruff]\n[tool.mypy]\nstrict = true\n[tool.hatch.build.targets.wheel]\npackages = ["src/a"]\n',
        'tests/test_a.py': '',
      },
      {
        test: 'python3 -m unittest discover --start-directory tests',
        lint: 'python3 -m ruff check .',
      },
    ],
    [
      'Python with uv',
      { 'pyproject.toml': '[tool.pytest.ini_options]\n', 'uv.lock': '' },
      {
        setup: 'uv sync --frozen && uv pip install pytest',
        test: '.venv/bin/python -m pytest --verbosity=0',
      },
    ],
    [
      'Python with Poetry',
      { 'pyproject.toml': '[tool.poetry]\n', 'poetry.lock': 'name = "pytest"\n', '.flake8': '' },
      {
        setup:
          'POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction --no-ansi && .venv/bin/python -m pip install --quiet flake8',
        test: '.venv/bin/python -m pytest --verbosity=0',
        lint: '.venv/bin/python -m flake8',
      },
    ],
    [
      'Python with nothing to install',
      { 'app.py': '', 'test_app.py': '' },
      { test: 'python3 -m unittest discover' },
    ],
    [
      'Python with a folder of tests',
      { 'setup.py': '', 'tests/app_test.py': '', 'tests/__init__.py': '' },
      {
        test: "python3 -m unittest discover --start-directory tests --top-level-directory . --pattern '*_test.py'",
      },
    ],
    [
      'Django',
      { 'manage.py': '', 'requirements.txt': 'django' },
      {
        setup: venv('-r requirements.txt'),
        test: '.venv/bin/python manage.py test',
      },
    ],
    [
      'tox alone',
      { 'setup.cfg': '', 'tox.ini': '[tox]\n' },
      {
        setup: `${venv('tox')} && .venv/bin/python -m tox run -e py --notest`,
        test: '.venv/bin/python -m tox run -e py --skip-pkg-install',
      },
    ],
    [
      'pytest that only tox names, with what tox would install',
      {
        'setup.cfg': '',
        'tox.ini':
          '[common]\ndeps =\n    pytest>=7 # newer\n    py3: attrs\n\n[testenv]\ndeps =\n    {[common]deps}\n    -rci/needs.txt\n    $(touch x)\ncommands = pytest\n',
        'ci/needs.txt': 'six',
      },
      {
        setup: `python3 -m venv .venv && { ${pip} 'pytest>=7' attrs || { ${pip} 'pytest>=7' && for each in attrs; do ${pip} "$each" || echo "left out: $each, which pip could not get"; done; }; }`,
        test: '.venv/bin/python -m pytest --verbosity=0',
      },
    ],
    [
      'tox with an environment for documents, whose needs are its own',
      {
        'setup.cfg': '[tool:pytest]\n',
        'tox.ini': '[testenv]\ncommands = pytest\n\n[testenv:docs-watch]\ndeps = watchfiles\n',
      },
      { test: 'python3 -m pytest --verbosity=0' },
    ],
    [
      'pytest that only nox names, with what its tests would install',
      {
        'pyproject.toml': '[project]\nname = "mine"\n',
        'noxfile.py':
          'import nox\n@nox.session\ndef tests(session):\n    session.install("-r", "requirements.txt", "--group", "x", "pytest", "a; b", "mine")\n\n@nox.session\ndef docs(session):\n    session.install("sphinx")\n',
        'requirements.txt': 'six',
      },
      { setup: venv('-r requirements.txt pytest'), test: '.venv/bin/python -m pytest --verbosity=0' },
    ],
    [
      'groups of dependencies',
      {
        'pyproject.toml':
          '[project]\nname = "a"\n[dependency-groups]\ndocs = ["sphinx"]\ntest = [\n  "pytest",\n]\n[tool.ruff]\n[tool.pytest.ini_options]\n',
      },
      {
        setup: `${venv('--upgrade pip')} && ${pip} --group test pytest ruff`,
        test: '.venv/bin/python -m pytest --verbosity=0',
        lint: '.venv/bin/python -m ruff check .',
      },
    ],
    [
      'requirements in a folder of the tests, and a script that runs them',
      {
        'setup.cfg': '',
        'tests/requirements/py3.txt': 'six',
        'tests/runtests.py': '',
        'tests/test_a.py': '',
      },
      { setup: venv('-r tests/requirements/py3.txt'), test: '.venv/bin/python tests/runtests.py' },
    ],
    [
      'Go',
      { 'go.mod': 'module x\n' },
      { build: 'go build ./...', test: 'go test -v ./...', lint: 'go vet ./...' },
    ],
    [
      'Go with modules and a linter of its own',
      { 'go.mod': 'module x\nrequire example.com/y v1.0.0\n', '.golangci.yml': '' },
      {
        setup: 'go mod download',
        build: 'go build ./...',
        test: 'go test -v ./...',
        lint: 'golangci-lint run',
      },
    ],
    [
      'Rust without crates',
      { 'Cargo.toml': '[package]\nname = "x"\n', 'Cargo.lock': 'version = 4\n' },
      { build: 'cargo build --workspace --all-targets', test: 'cargo test --workspace --no-fail-fast' },
    ],
    [
      'Rust with crates and its linters',
      {
        'Cargo.toml': '[workspace]\n',
        'Cargo.lock': 'source = "registry"\n',
        'clippy.toml': '',
        'rustfmt.toml': '',
      },
      {
        setup: 'cargo fetch --locked',
        build: 'cargo build --workspace --all-targets --offline',
        test: 'cargo test --workspace --no-fail-fast --offline',
        lint: 'cargo clippy --workspace --all-targets --offline',
        'lint-format': 'cargo fmt --all --check',
      },
    ],
    [
      'Maven',
      { 'pom.xml': '<project/>' },
      {
        setup: `mvn ${maven} ${noMavenTest}`,
        build: `mvn ${maven} --offline test-compile`,
        test: `mvn ${maven} --offline --fail-at-end test`,
      },
    ],
    [
      'Gradle with its wrapper',
      { 'build.gradle.kts': '', gradlew: '#!/bin/sh' },
      {
        setup: `sh ./gradlew ${gradle} testClasses && { sh ./gradlew ${gradle} test --tests slipway.NoSuchTest || true; }`,
        build: `sh ./gradlew ${gradle} --offline testClasses`,
        test: `sh ./gradlew ${gradle} --offline --continue test`,
      },
    ],
    ['Perl', { 't/basic.t': '', 'lib/A.pm': '' }, { test: 'prove -l -r -v t' }],
    [
      'Perl with modules',
      { 't/basic.t': '', cpanfile: "requires 'Moo';\n" },
      {
        setup: 'cpanm --notest --local-lib-contained local --installdeps .',
        test: 'prove -l -Ilocal/lib/perl5 -r -v t',
      },
    ],
    [
      'Make',
      { Makefile: '.PHONY: test\nall: x\nx:\n\tcc\ntest: x\n\t./x\nlint:\n\ttrue\n' },
      { build: 'make all', test: 'make test', lint: 'make lint' },
    ],
    ['Make with check', { GNUmakefile: 'check:\n\t./x\n' }, { test: 'make check' }],
    ['Bats', { 'tests/a.bats': '' }, { test: 'bats --tap --recursive tests' }],
    ['a shell script', { 'test.sh': '#!/usr/bin/env bash\n' }, { test: 'bash test.sh' }],
  ];

  test.each(cases)('are found: %s [E1]', async (_name, files, wanted) => {
    expect(await byName(files)).toEqual(wanted);
  });

  test('are named apart where there are several, setups first [E1]', async () => {
    const files = {
      'package.json': { scripts: { test: 'x' }, devDependencies },
      'package-lock.json': '{}',
      'requirements.txt': 'flask',
      'tests/test_a.py': '',
      Makefile: 'test:\n\ttrue\nbuild:\n\ttrue\n',
    };
    expect((await detected(files)).map(({ name, command }) => `${name}: ${command}`)).toEqual([
      'setup: npm ci --no-audit --no-fund',
      `setup-python: ${venv('-r requirements.txt')}`,
      'build: make build',
      'test: npm test --silent',
      'test-python: .venv/bin/python -m unittest discover --start-directory tests',
    ]);
    const { read, paths } = treeOf(files);
    expect((await detect(read, paths)).ecosystems).toEqual(['node', 'python', 'make']);
  });

  test('of a folder that is a project of its own are not taken for those of the root', async () => {
    const files = {
      'README.md': '',
      'backend/requirements.txt': 'pytest\n',
      'backend/tests/test_a.py': '',
      'frontend/package.json': { scripts: { test: 'node --test' } },
    };
    expect(await byName(files)).toEqual({
      setup: expect.stringMatching(/^cd backend && .*requirements\.txt/),
      test: expect.stringMatching(/^cd backend && .*pytest/),
      'test-frontend': 'cd frontend && npm test --silent',
    });
    expect(await byName({ ...files, 'tests/test_root.py': '' })).toEqual({
      test: expect.stringMatching(/^python3 -m unittest discover/),
    });
  });

  test('are none where discovery from the root would find no test', async () => {
    const node = { 'package.json': { scripts: { test: 'node --test' } } };
    expect(await byName({ ...node, 'tools/test_x.py': '' })).toEqual({ test: 'npm test --silent' });
    expect(await byName({ ...node, 'tools/test_x.py': '', 'tools/__init__.py': '' })).toHaveProperty(
      'test-python',
    );
    expect(await byName({ 'README.md': '', 'tools/test_x.py': '' })).toEqual({
      test: 'cd tools && python3 -m unittest discover',
    });
  });

  test('are those of the folders below where the root has none, and a folder with a strange name is left out', async () => {
    const files = {
      'api/go.mod': 'module x\n',
      'web/package.json': { scripts: { test: 'x' } },
      '$(id)/package.json': { scripts: { test: 'x' } },
      'a b/package.json': { scripts: { test: 'x' } },
    };
    expect(await byName(files)).toEqual({
      build: 'cd api && go build ./...',
      test: 'cd api && go test -v ./...',
      'test-web': 'cd web && npm test --silent',
      lint: 'cd api && go vet ./...',
    });
  });

  test('say who writes their summary where that is known', async () => {
    expect(await parsers({ 'test_a.py': '' })).toEqual(['unittest']);
    expect(await parsers({ 'go.mod': 'module x' })).toEqual(['-', 'go-test', '-']);
    expect(await parsers({ 'package.json': { scripts: { test: 'x' } } })).toEqual(['-']);
  });
});

describe('the programs of commands', () => {
  test.each([
    ['npm ci --no-audit', ['npm']],
    ['cd api && go test ./...', ['go']],
    ['POETRY_VIRTUALENVS_IN_PROJECT=true poetry install', ['poetry']],
    [venv('-r requirements.txt'), ['python3']],
    ['sh ./gradlew test && { sh ./gradlew x || true; }', ['java']],
    ['./own-script --fast; make test | tee log', ['make']],
    ['constructor', []],
  ])('are known by their words: %s', (command, names) => {
    expect(programsNamed([command]).map(({ name }) => name)).toEqual(names);
  });

  test.each([
    ['nosuchtest --all', ['nosuchtest']],
    ['cd api && CI=1 nosuchtest | tee log', ['nosuchtest', 'tee']],
    ['npm run x; nosuchtest', ['npm', 'nosuchtest']],
    ['./own-script && test -d x && echo done', []],
    ["nosuchtest 'a; b'", []],
    ['. env/bin/activate && nosuchtest', []],
    ['PATH=node_modules/.bin nosuchtest', []],
  ])('that nobody knows count where they stand in plain words: %s', (command, names) => {
    expect(programsNeeded([command]).map(({ name }) => name)).toEqual(names);
  });
});

const coverage = async (files: Files) => {
  const { read, paths } = treeOf(files);
  return (await detect(read, paths)).coverage;
};

describe('how coverage is measured', () => {
  test('is the script that is there for it, with whichever report it leaves', async () => {
    const all = { ...scripts, coverage: 'c8 node --test' };
    expect(await coverage({ 'package.json': { scripts: all }, 'pnpm-lock.yaml': '' })).toMatchObject({
      command: 'pnpm --silent run coverage',
      reports: expect.arrayContaining(['coverage/lcov.info', 'coverage/coverage-final.json']),
    });
  });

  test("is Go's own, across packages", async () => {
    expect(await coverage({ 'go.mod': 'module x\n', 'main.go': '' })).toEqual({
      command: 'go test -coverpkg=./... -coverprofile=coverage.out ./...',
      reports: ['coverage.out'],
      timeoutMs: 600_000,
    });
  });

  test('is looked for in the one folder that has the checks', async () => {
    expect(await coverage({ 'service/go.mod': 'module x\n', 'service/main.go': '' })).toEqual({
      command: 'cd service && go test -coverpkg=./... -coverprofile=coverage.out ./...',
      reports: ['service/coverage.out'],
      timeoutMs: 600_000,
      folder: 'service',
    });
  });

  test('is not guessed where nothing is certain', async () => {
    expect(await coverage({ 'package.json': { scripts } })).toBeUndefined();
    expect(await coverage({ 'one/go.mod': 'module x\n', 'two/go.mod': 'module y\n' })).toBeUndefined();
    expect(await coverage({ 'README.md': 'hello' })).toBeUndefined();
  });
});

const parts = async (scripts: Readonly<Record<string, string>>, more: Files = {}) =>
  (await detected({ 'package.json': { scripts }, ...more })).map(
    ({ name, kind, script }) => `${name} ${kind} ${script === undefined ? '-' : script.text}`,
  );

const workflow = (...lines: readonly string[]) => ({ '.github/workflows/ci.yml': lines.join('\n') });

describe('a script that joins several commands', () => {
  test('is as many checks', async () => {
    expect(
      await parts({ test: 'node --test && tsc -p types', lint: 'eslint . && prettier --check .' }),
    ).toEqual([
      'test test node --test',
      'test-tsc custom tsc -p types',
      'lint lint eslint .',
      'lint-prettier lint prettier --check .',
    ]);
  });

  test('leaves to other checks what they run, so that nothing runs twice (NODE-SCRIPTS-1)', async () => {
    const shared = { lint: 'eslint .', 'test:types': 'tstyche', unit: 'borp' };
    expect(await parts({ ...shared, test: 'npm run lint && npm run unit && npm run test:types' })).toEqual([
      'test test npm run unit',
      'lint lint -',
      'lint-types lint -',
    ]);
    expect(
      await parts({
        test: 'node --test && npm run check:type:ts',
        'check:type': 'npm run check:type:js && npm run check:type:ts',
        'check:type:js': 'tsc -p a',
        'check:type:ts': 'tsd',
      }),
    ).toEqual([
      'test test node --test',
      'lint lint npm run check:type:js',
      'lint-type-ts lint npm run check:type:ts',
    ]);
    expect(await parts({ build: 'tsc', pretest: 'npm run build', test: 'mocha' })).toEqual([
      'build build -',
      'test test mocha',
    ]);
    expect(await parts({ pretest: 'yarn lint', test: 'jest', lint: 'xo' }, { 'yarn.lock': '' })).toEqual([
      'test test jest',
      'lint lint -',
    ]);
    expect(await parts({ test: 'npm run lint; mocha', lint: 'eslint .' })).toEqual(['test test -']);
  });

  test('has what only judges before and after its tests as checks of their own, and what makes something not', async () => {
    expect(
      await parts({ pretest: 'eslint src && npm run typecheck', typecheck: 'tsc --noEmit', test: 'ava' }),
    ).toEqual(['test test ava', 'lint lint -', 'lint-eslint lint eslint src']);
    expect(await parts({ test: 'mocha', posttest: 'standard' })).toEqual(['test test mocha', 'lint lint -']);
    expect(await parts({ pretest: 'eslint . && tsc -p .', test: 'mocha' })).toEqual(['test test -']);
  });

  test('keeps its order, and what nobody knows runs by itself (NODE-SCRIPTS-2)', async () => {
    const found = await detected({
      'package.json': {
        scripts: { test: 'node generate.js && mocha && npm run size', size: 'node size.js' },
      },
    });
    expect(found.map(({ name, kind, alone }) => [name, kind, alone])).toEqual([
      ['test-generate', 'custom', true],
      ['test', 'test', true],
      ['test-size', 'custom', true],
    ]);
  });

  test('has a test among its parts, even where nobody knows which', async () => {
    expect(await parts({ test: 'node a.js && node b.js' })).toEqual([
      'test-a custom node a.js',
      'test test node b.js',
    ]);
  });

  test('stays whole where its manager cannot be told which shell to use', async () => {
    const one = { lint: 'eslint .', test: 'npm run lint && vitest run' };
    expect(await parts(one, { 'bun.lock': '{}' })).toEqual(['test test -']);
  });

  test('in a folder below the root is read there', async () => {
    const [check] = await detected({ 'web/package.json': { scripts: { test: 'mocha && xo' } } });
    expect(check).toMatchObject({ command: 'cd web && npm test --silent', script: { folder: 'web' } });
  });
});

describe('what a CI service is told to run', () => {
  test("names Rust's own tools, which run as they always do", async () => {
    const ci = workflow('  - run: cargo clippy -- -D warnings', '  - run: cargo fmt --all -- --check');
    const files = { 'Cargo.toml': '[package]\n' };
    expect(Object.keys(await byName(files))).toEqual(['build', 'test']);
    expect(Object.values(await byName({ ...files, ...ci })).slice(2)).toEqual([
      'cargo clippy --workspace --all-targets',
      'cargo fmt --all --check',
    ]);
  });

  test('and none of the checks runs, is told', async () => {
    const ci = workflow(
      '  - run: npm test',
      '  - run: npm run lint',
      '  - run: npm run docs',
      '  - run: ./scripts/smoke.sh',
      "  - run: 'echo hello'",
      '  - run: make ${{ matrix.x }}',
    );
    const { read, paths } = treeOf({
      'package.json': { scripts: { test: 'npm run lint && mocha', lint: 'xo' } },
      ...ci,
    });
    expect((await detect(read, paths)).elsewhere).toEqual(['./scripts/smoke.sh']);
  });

  const scripts = {
    'test:mine': 'mocha',
    'test:browser': 'karma',
    check: 'npm run check:format',
    'check:format': 'prettier -c .',
  };

  test('names the scripts that nobody would look for, and runs nothing by itself', async () => {
    const ci = workflow(
      '  - run: npm run check',
      '  - run: |',
      '      npm run test:browser',
      '      npm run test:mine',
      '      rm -rf /',
      '  - name: x',
    );
    expect(await byName({ 'package.json': { scripts }, ...ci })).toEqual({
      test: 'npm run --silent test:mine',
      lint: 'npm run --silent check:format',
    });
    expect(await byName({ 'package.json': { scripts } })).toEqual({});
  });
});

const setupWithout = async (tool: string, files: Files) => {
  const { read, paths } = treeOf(files);
  const { checks } = await detect(read, paths, (program) => Promise.resolve(program !== tool));
  return Object.fromEntries(checks.map(({ name, command }) => [name, command]));
};

describe('where the tool of a lockfile is not there', () => {
  test('pip installs what uv would, from the same groups', async () => {
    const files = {
      'pyproject.toml':
        '[project]\ndependencies = [\n  "click",\n]\n[dependency-groups]\ntests = ["pytest"]\n[tool.pytest.ini_options]\n',
      'uv.lock': 'name = "pytest"',
    };
    expect((await setupWithout('uv', files))['setup']).toBe(
      `${venv('--upgrade pip')} && ${pip} -e . --group tests pytest`,
    );
    expect((await setupWithout('poetry', files))['setup']).toBe('uv sync --frozen --group tests');
  });

  test('pip installs what Poetry would, by the names in its groups', async () => {
    const files = {
      'pyproject.toml':
        '[tool.poetry.dependencies]\npython = "^3.9"\n[tool.poetry.group.test.dependencies]\npytest = "^8"\n"a b" = "1"\n[tool.poetry.group.docs.dependencies]\nsphinx = "*"\n[tool.pytest.ini_options]\n',
      'poetry.lock': 'name = "pytest"',
    };
    expect((await setupWithout('poetry', files))['setup']).toBe(venv("-e . 'pytest>=8,<9'"));
  });

  test("Go's own tool looks for faults", async () => {
    const files = { 'go.mod': 'module a', '.golangci.yml': '' };
    expect((await setupWithout('golangci-lint', files))['lint']).toBe('go vet ./...');
    expect((await setupWithout('uv', files))['lint']).toBe('golangci-lint run');
  });
});
