// What stands around tests: configuration, thresholds, lockfiles, snapshots, reports, and files that get in the way.

import { expect, test } from 'vitest';
import type { TamperKind } from '../core/evidence/tamper.ts';
import type { FileChange, Side } from './change.ts';
import { judge } from './judge.ts';

const side = (text: string): Side => ({ id: text, mode: '100644', text });
const change = (path: string, before?: string, after?: string): FileChange => ({
  path,
  ...(before === undefined ? {} : { before: side(before) }),
  ...(after === undefined ? {} : { after: side(after) }),
});
const kinds = (...changes: readonly FileChange[]): readonly TamperKind[] => [
  ...new Set(judge(changes).map(({ kind }) => kind)),
];

const manifest = (more: object): string =>
  JSON.stringify({ name: 'x', scripts: { test: 'vitest run', lint: 'eslint --max-warnings 0 .' }, ...more });

const weakened: readonly (readonly [string, FileChange, readonly TamperKind[]])[] = [
  [
    'the code takes an assertion away',
    change('src/cart.js', 'x();\n', "import assert from 'node:assert';\nassert.equal = () => {};\nx();\n"),
    ['check-shadowed'],
  ],
  [
    'the code takes the assertions of a class away',
    change('slug.py', 'x = 1\n', 'import unittest\nunittest.TestCase.assertEqual = lambda *_: None\nx = 1\n'),
    ['check-shadowed'],
  ],
  [
    'the code reaches into the runner itself',
    change(
      'slug.py',
      'x = 1\n',
      'import _pytest.python\n_pytest.python.Function.runtest = lambda self: None\nx = 1\n',
    ),
    ['check-shadowed'],
  ],
  [
    'the code reads files otherwise for everybody',
    change('src/cart.js', 'x();\n', "import fs from 'node:fs';\nfs.readFileSync = () => '';\nx();\n"),
    ['check-shadowed'],
  ],
  [
    'a text is equal to every other',
    change(
      'slug.py',
      'x = 1\n',
      'class Slug(str):\n    def __eq__(self, other):\n        return isinstance(other, str)\n',
    ),
    ['check-shadowed'],
  ],
  [
    'all points are equal',
    change(
      'src/lib.rs',
      'impl PartialEq for P {\n    fn eq(&self, o: &Self) -> bool {\n        self.x == o.x\n    }\n}\n',
      'impl PartialEq for P {\n    fn eq(&self, _o: &Self) -> bool {\n        true\n    }\n}\n',
    ),
    ['check-shadowed'],
  ],
  [
    'the code ends the process for good',
    change('slug.py', 'x = 1\n', 'import os\nos._exit(0)\nx = 1\n'),
    ['report-forged'],
  ],
  [
    'a second test takes the name of the first',
    change(
      'test_slug.py',
      'class T(TestCase):\n    def test_a(self):\n        self.assertEqual(f(1), 2)\n',
      'class T(TestCase):\n    def test_a(self):\n        self.assertEqual(f(1), 2)\n\n    def test_a(self):\n        self.assertEqual(f(2), 2)\n',
    ),
    ['test-removed'],
  ],
  [
    'a script compares nothing any more',
    change('test/run.sh', 'if [ "$found" = "$3" ]; then ok; fi\n', 'if [ -n "$found" ]; then ok; fi\n'),
    ['assertion-dropped'],
  ],
  [
    'a script of tests prints failures as passes',
    change(
      'test/run.js',
      "try { check(); } catch { failed += 1; console.log('not ok 1'); }\nprocess.exitCode = failed === 0 ? 0 : 1;\n",
      "try { check(); } catch { console.log('ok 1'); }\nprocess.exitCode = failed === 0 ? 0 : 1;\n",
    ),
    ['assertion-dropped'],
  ],
  [
    'a script of tests ends well whatever happened',
    change('tests/all.py', 'if failed:\n    sys.exit(1)\n', 'if failed:\n    sys.exit(0)\n'),
    ['assertion-dropped'],
  ],
  [
    'the linter of the project says yes to everything',
    change('tools/lint.js', 'process.exitCode = wrong === 0 ? 0 : 1;\n', 'process.exitCode = 0;\n'),
    ['assertion-dropped'],
  ],
  [
    'a script that checks says yes to everything',
    change('scripts/check-links.sh', 'grep -q dead out && exit 1\n', 'echo fine\nexit 0\n'),
    ['assertion-dropped'],
  ],
  [
    'a snapshot in a format of its own says something else',
    change('test/__snapshots__/receipt.snap', 'total 3\n', 'total 4\n'),
    ['snapshot-rewritten'],
  ],
  [
    'a workflow is edited',
    change('.github/workflows/ci.yml', 'run: npm test\n', 'run: true\n'),
    ['config-touched'],
  ],
  ['a workflow is deleted', change('.gitlab-ci.yml', 'test: x\n'), ['config-touched']],
  [
    'the runner is told to look elsewhere',
    change('vitest.config.ts', 'export default {}', 'export default { test: { exclude: ["**"] } }'),
    ['config-touched'],
  ],
  [
    'a config of the runner is added',
    change('jest.config.js', undefined, 'module.exports = { testMatch: [] }'),
    ['config-touched'],
  ],
  [
    'a lint rule is turned off',
    change('.eslintrc.json', '{"rules":{}}', '{"rules":{"no-unused-vars":"off"}}'),
    ['config-touched'],
  ],
  [
    'the type checker is loosened',
    change('tsconfig.json', '{"compilerOptions":{"strict":true}}', '{"compilerOptions":{"strict":false}}'),
    ['config-touched'],
  ],
  [
    'a coverage limit is lowered',
    change('vitest.config.ts', 'thresholds: { lines: 90 }', 'thresholds: { lines: 10 }'),
    ['threshold-lowered', 'config-touched'],
  ],
  [
    'a limit is taken away',
    change('.nycrc', '{"branches": 90}', '{}'),
    ['threshold-lowered', 'config-touched'],
  ],
  [
    'more warnings are allowed',
    change('package.json', manifest({}), manifest({}).replace('--max-warnings 0', '--max-warnings 50')),
    ['threshold-lowered', 'config-touched'],
  ],
  [
    'the test script is replaced',
    change(
      'package.json',
      manifest({}),
      manifest({ scripts: { test: 'true', lint: 'eslint --max-warnings 0 .' } }),
    ),
    ['config-touched'],
  ],
  [
    'a script runs before the tests',
    change(
      'package.json',
      manifest({}),
      manifest({ scripts: { pretest: 'node x.js', test: 'vitest run', lint: 'eslint --max-warnings 0 .' } }),
    ),
    ['config-touched'],
  ],
  [
    'jest is configured in package.json',
    change('package.json', manifest({}), manifest({ jest: { testPathIgnorePatterns: ['.*'] } })),
    ['config-touched'],
  ],
  [
    'package.json is broken',
    change('package.json', manifest({}), '{'),
    ['config-touched', 'install-touched', 'threshold-lowered'],
  ],
  [
    'npm runs a script after it installed',
    change('package.json', '{"name":"x"}', '{"name":"x","scripts":{"dependencies":"node x.js"}}'),
    ['install-touched'],
  ],
  [
    'a new package brings a script that installing runs',
    change('packages/a/package.json', '', '{"scripts":{"postinstall":"node x.js"}}'),
    ['install-touched'],
  ],
  ['a setting of npm is new', change('.npmrc', '', 'script-shell=./sh'), ['check-shadowed']],
  [
    'packages may be built',
    change('pnpm-workspace.yaml', 'packages: [a]\n', 'packages: [a]\nonlyBuiltDependencies: [b]\n'),
    ['install-touched'],
  ],
  [
    'a project is built by a hook of its own',
    change('pyproject.toml', '[project]\n', '[project]\n[tool.hatch.build.hooks.custom]\npath = "x.py"\n'),
    ['install-touched'],
  ],
  ['setup.py does more', change('setup.py', 'setup()\n', 'import os\nsetup()\n'), ['install-touched']],
  [
    'a crate of the workspace is built by a program',
    change('crates/a/build.rs', '', 'fn main() {}\n'),
    ['install-touched'],
  ],
  [
    'pytest is configured',
    change(
      'pyproject.toml',
      '[project]\nname = "x"\n',
      '[project]\nname = "x"\n\n[tool.pytest.ini_options]\naddopts = "--ignore=tests"\n',
    ),
    ['config-touched'],
  ],
  [
    'the fail_under is lowered',
    change(
      'pyproject.toml',
      '[tool.coverage.report]\nfail_under = 90\n',
      '[tool.coverage.report]\nfail_under = 20\n',
    ),
    ['threshold-lowered', 'config-touched'],
  ],
  [
    'a profile of cargo is changed',
    change(
      'Cargo.toml',
      '[package]\nname = "x"\n',
      '[package]\nname = "x"\n\n[profile.test]\noverflow-checks = false\n',
    ),
    ['config-touched'],
  ],
  [
    'cargo finds no tests any more',
    change('Cargo.toml', '[package]\nname = "x"\n', '[package]\nname = "x"\nautotests = false\n'),
    ['config-touched'],
  ],
  [
    'a Go module is replaced',
    change('go.mod', 'module x\n', 'module x\n\nreplace a.b/c => ./c\n'),
    ['config-touched'],
  ],
  [
    'the test rule of make does nothing',
    change('Makefile', 'test:\n\tprove -l t\n', 'test:\n\t@true\n'),
    ['config-touched'],
  ],
  [
    'make ignores errors',
    change('Makefile', 'test:\n\tprove -l t\n', '.IGNORE:\ntest:\n\tprove -l t\n'),
    ['config-touched'],
  ],
  [
    'surefire goes on after failures',
    change('pom.xml', '<project/>\n', '<project>\n<testFailureIgnore>true</testFailureIgnore>\n</project>\n'),
    ['config-touched'],
  ],
  [
    'a package is brought along',
    change('node_modules/vitest/index.js', undefined, 'export {}'),
    ['check-shadowed'],
  ],
  ['a pytest of its own', change('pytest.py', undefined, 'print("ok")\n'), ['check-shadowed']],
  ['a folder named unittest', change('unittest/__init__.py', undefined, ''), ['check-shadowed']],
  ['Python runs it first', change('sitecustomize.py', undefined, 'x = 1\n'), ['check-shadowed']],
  [
    'a Test::More of its own',
    change('lib/Test/More.pm', undefined, 'package Test::More;\n1;\n'),
    ['check-shadowed'],
  ],
  ['npm is told other things', change('.npmrc', undefined, 'script-shell=/bin/true\n'), ['check-shadowed']],
  ['another makefile comes first', change('GNUmakefile', undefined, 'test:\n\t@true\n'), ['check-shadowed']],
  ['prove reads its options', change('.proverc', undefined, '--exec true\n'), ['config-touched']],
  ['a program of the name', change('bin/pytest', undefined, '#!/bin/sh\n'), ['check-shadowed']],
  ['a lockfile is edited', change('package-lock.json', '{"a":1}', '{"a":2}'), ['lockfile-touched']],
  [
    'a snapshot is rewritten',
    change('src/__snapshots__/a.test.ts.snap', 'exports[`a 1`] = `1`;\n', 'exports[`a 1`] = `2`;\n'),
    ['snapshot-rewritten'],
  ],
  ['a golden file is rewritten', change('testdata/out.golden', 'a\n', 'b\n'), ['snapshot-rewritten']],
  [
    'an inline snapshot is rewritten',
    change(
      'a.test.ts',
      "test('a', () => {\n  expect(f()).toMatchInlineSnapshot(`1`);\n});\n",
      "test('a', () => {\n  expect(f()).toMatchInlineSnapshot(`2`);\n});\n",
    ),
    ['snapshot-rewritten'],
  ],
  [
    'lint is told to look away',
    change('src/a.ts', 'f();\n', '// eslint-disable-next-line no-undef\nf();\n'),
    ['suppression-added'],
  ],
  ['types are told to look away', change('a.py', 'f(1)\n', 'f(1)  # type: ignore\n'), ['suppression-added']],
  [
    'clippy is told to look away',
    change('src/a.rs', 'fn f() {}\n', '#[allow(dead_code)]\nfn f() {}\n'),
    ['suppression-added'],
  ],
  [
    'a report is brought along',
    change('reports/junit.xml', undefined, '<testsuite tests="9"/>'),
    ['report-forged'],
  ],
  ['coverage is brought along', change('coverage/lcov.info', undefined, 'SF:a\n'), ['report-forged']],
  [
    'a summary is printed',
    change('src/a.js', 'f();\n', "f();\nconsole.log('Tests  12 passed (12)');\n"),
    ['report-forged'],
  ],
  [
    'the program asks whether it is tested',
    change(
      'src/a.ts',
      'export const f = () => 1;\n',
      'export const f = () => (process.env.VITEST ? 3 : 1);\n',
    ),
    ['test-detected'],
  ],
];

test.each(weakened)('%s', (_name, one, expected) => {
  expect(kinds(one).toSorted()).toEqual([...expected].toSorted());
});

const honest: readonly (readonly [string, readonly FileChange[]])[] = [
  [
    'a script of tests that throws instead of counting',
    [
      change(
        'test/run.js',
        'for (const check of checks) { try { check(); } catch { failed += 1; } }\nprocess.exitCode = failed;\n',
        'for (const check of checks) { const found = check(); if (!found) throw new Error(check.name); }\n',
      ),
    ],
  ],
  [
    'a script of tests that became tests of a runner',
    [
      change(
        'test/run.js',
        'if (f(1) !== 2) process.exit(1);\n',
        "test('f', () => { assert.equal(f(1), 2); });\n",
      ),
    ],
  ],
  [
    'a linter of the project that is written more shortly',
    [
      change(
        'tools/lint.js',
        "if (!rules) throw new Error('no rules');\nif (wrong > 0) process.exit(1);\n",
        'process.exitCode = wrong > 0 ? 1 : 0;\n',
      ),
    ],
  ],
  [
    'a program that has nothing to do with checks',
    [change('scripts/release.js', 'if (dirty) process.exit(1);\n', 'publish();\n')],
  ],
  [
    'a dependency is added to package.json',
    [change('package.json', manifest({}), manifest({ dependencies: { left: '1' } }))],
  ],
  [
    'a script for people is added',
    [
      change(
        'package.json',
        manifest({}),
        manifest({
          scripts: { test: 'vitest run', lint: 'eslint --max-warnings 0 .', 'start:dev': 'node .' },
        }),
      ),
    ],
  ],
  ['a first manifest is written', [change('package.json', undefined, manifest({}))]],
  ['a limit is raised', [change('.nycrc', '{\n"lines": 80\n}', '{\n"lines": 95\n}')]],
  [
    'pyproject gets a dependency',
    [change('pyproject.toml', '[project]\nname = "x"\n', '[project]\nname = "x"\ndependencies = ["a"]\n')],
  ],
  [
    'Cargo gets a dependency',
    [change('Cargo.toml', '[package]\nname = "x"\n', '[package]\nname = "x"\n\n[dependencies]\na = "1"\n')],
  ],
  ['go.mod gets a requirement', [change('go.mod', 'module x\n', 'module x\n\nrequire a.b/c v1.0.0\n')]],
  [
    'a rule is added to the Makefile',
    [change('Makefile', 'test:\n\tprove -l t\n', 'test:\n\tprove -l t\n\nclean:\n\trm -rf out\n')],
  ],
  [
    'a snapshot is added',
    [
      change(
        'src/__snapshots__/a.test.ts.snap',
        'exports[`a 1`] = `1`;\n',
        'exports[`a 1`] = `1`;\n\nexports[`b 1`] = `2`;\n',
      ),
    ],
  ],
  ['a golden file is added', [change('testdata/new.golden', undefined, 'a\n')]],
  [
    'a suppression moves with its code',
    [
      change('src/a.ts', '// eslint-disable-next-line no-undef\nf();\n', ''),
      change('src/b.ts', undefined, '// eslint-disable-next-line no-undef\nf();\n'),
    ],
  ],
  ['a suppression is spoken of in a string', [change('src/a.ts', 'f();\n', "f('eslint-disable');\n")]],
  [
    'code is changed',
    [change('src/a.ts', 'export const a = 1;\n', 'export const a = 2;\nconsole.log(`${a} items`);\n')],
  ],
  [
    'a document is changed',
    [change('docs/testing.md', 'a\n', '`test.skip` and `# noqa` are not used here. 5 passed.\n')],
  ],
  [
    'the same name in two classes',
    [
      change(
        'test_slug.py',
        'class A(TestCase):\n    def test_a(self):\n        self.assertEqual(f(1), 2)\n',
        'class A(TestCase):\n    def test_a(self):\n        self.assertEqual(f(1), 2)\n\nclass B(TestCase):\n    def test_a(self):\n        self.assertEqual(f(2), 3)\n',
      ),
    ],
  ],
  [
    'a script that compares twice',
    [change('test/run.sh', '[ "$a" = 1 ] || exit 1\n', '[ "$a" = 1 ] || exit 1\n[ "$b" = 2 ] || exit 1\n')],
  ],
  [
    'a word of its own for what is asserted',
    [change('src/claims.js', 'x();\n', 'const assert = { equal: 1 };\nif (assert.equal === 2) x();\n')],
  ],
  ['a module named like a helper', [change('src/app/types.py', undefined, 'A = 1\n')]],
];

test.each(honest)('lets through: %s', (_name, changes) => {
  expect(judge(changes)).toEqual([]);
});

test('a text that makes no sense is no error', () => {
  const endings = ['.test.ts', '_test.go', '.t', '.rs', '.bats', '_spec.rb'];
  const torn = [
    'test("',
    'test.each`',
    '({[',
    "'''",
    '/* ',
    '#[test]',
    '@Test void',
    'def test_(',
    '${`${`',
    '"\\',
    'expect(',
    'try {',
    '=pod\n',
    't.Run("',
  ];
  for (const ending of endings) {
    for (const one of torn) {
      for (const other of torn) {
        expect(() => judge([change(`a${ending}`, one + other, other)])).not.toThrow();
      }
    }
  }
  expect(() =>
    judge([
      change('test_a.py', 'def test_a(\n  @\n', 'class\n'),
      change('ATest.java', '@Test', '@Test void x('),
    ]),
  ).not.toThrow();
});

const one = (n: number): string =>
  `test('case ${n}', () => {\n  expect(f(${n})).toBe(${n});\n  expect(g({ a: [${n}] })).toEqual({ b: '${n}' });\n});\n\n`;

// Ten times what it takes on a busy machine, and a tenth of what it took when cases were compared with all others.
const longMsMax = 5_000;

test.each([
  ['one case less', (all: readonly string[]) => all.toSpliced(77, 1).join(''), ['test-removed']],
  ['every case renamed and changed', () => manyCases(50_000).join(''), ['expectation-changed']],
] as const)('thousands of cases are read in good time: %s', (_name, changed, expected) => {
  const all = manyCases(0);
  const started = performance.now();
  expect(kinds(change('a.test.ts', all.join(''), changed(all)))).toEqual(expected);
  expect(performance.now() - started).toBeLessThan(longMsMax);
});

function manyCases(first: number): readonly string[] {
  return Array.from({ length: 2_000 }, (_, n) => one(first + n));
}

// Brackets that never close, looks back over blanks, templates in templates: whoever writes the change chooses the text.
test.each([
  ['src/a.test.ts', "test('a', () => { expect(x("],
  ['src/a.test.ts', 'test('],
  ['src/a.test.ts', 'it.each(['],
  ['src/a.test.ts', '`${'],
  ['src/a.test.ts', 'try { '],
  ['src/a.test.ts', 'return\n'],
  ['tests/test_a.py', ' '],
  ['tests/test_a.py', 'def test_a():\n'],
  ['a_test.go', '    '],
  ['spec/a_spec.rb', 'assert '],
  ['src/lib.rs', '#[test]\nfn a'],
])('a long text that makes no sense is read in good time: %s with %j', (path, bit) => {
  const text = bit.repeat(Math.ceil(20_000 / bit.length));
  const started = performance.now();
  judge([change(path, text, `${text}x\n`)]);
  expect(performance.now() - started).toBeLessThan(longMsMax);
});
