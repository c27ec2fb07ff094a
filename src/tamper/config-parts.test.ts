import { describe, expect, test } from 'vitest';
import { partsOf } from './config-parts.ts';

const manifest = (scripts: object, more: object = {}): string => JSON.stringify({ scripts, ...more });
const inManifest = (before: string, after: string) => partsOf('package.json', before, after);
const inMakefile = (before: string, after: string) => partsOf('Makefile', before, after);
const other = (section: string): string => `the section [${section}] says something else than before`;

describe('package.json', () => {
  test.each([
    [{ test: 'b' }, ["the script 'test' of package.json was changed"]],
    [{}, ["the script 'test' of package.json was removed"]],
    [{ test: 'a', pretest: 'c' }, ["the script 'pretest' was added to package.json"]],
    [{ test: 'a', start: 'c' }, []],
  ])('with the scripts %j', (scripts, said) => {
    expect(inManifest(manifest({ test: 'a' }), manifest(scripts))).toEqual(said);
  });

  test('that gets its first scripts has lost nothing', () => {
    expect(inManifest('{}', manifest({ test: 'a' }))).toEqual([]);
    expect(inManifest('', manifest({ test: 'a' }))).toEqual([]);
  });

  test('that cannot be read any more says so', () => {
    expect(inManifest('{}', '{')).toEqual(['package.json can no longer be read as JSON']);
    expect(inManifest('{', '{}')).toEqual(['package.json can no longer be read as JSON']);
  });

  test('is looked at where it speaks of checks', () => {
    expect(inManifest(manifest({}, { jest: 1, name: 'a' }), manifest({}, { jest: 2, name: 'b' }))).toEqual([
      "package.json says something else under 'jest'",
    ]);
  });
});

describe('sections', () => {
  test.each([
    ['another value', '[tool.pytest.ini_options]\na = 1\n', '[tool.pytest.ini_options]\na = 2\n'],
    ['a line more', '[tool.pytest.ini_options]\na = 1\n', '[tool.pytest.ini_options]\na = 1\nb = 2\n'],
    ['it is gone', '[tool.pytest.ini_options]\na = 1\n', ''],
    ['it is new', '', '[tool.pytest.ini_options]\na = 1\n'],
    ['with quotes', '["tool.pytest.ini_options"]\na = 1\n', '["tool.pytest.ini_options"]\n'],
  ])('of pytest: %s', (_name, before, after) => {
    expect(partsOf('pyproject.toml', before, after)).toEqual([other('tool.pytest.ini_options')]);
  });

  test('are compared line by line, each with the lines of its name', () => {
    const before = '[project]\na = 1\n[tool.ruff]\nb = 1\nc = 1\n[tool.ruff]\nd = 1\n';
    expect(partsOf('pyproject.toml', before, before.replace('a = 1', 'a = 2'))).toEqual([]);
    expect(partsOf('pyproject.toml', before, '[tool.ruff] # as it was\n# d\nd = 1\nc = 1\n b = 1\n')).toEqual(
      [],
    );
    expect(partsOf('pyproject.toml', before, before.replace('d = 1', 'd = 2'))).toEqual([other('tool.ruff')]);
    expect(partsOf('pyproject.toml', '[tool.ruff]\nb = 1\nc = 1\n', '[tool.ruff]\nb = 1c = 1\n')).toEqual([
      other('tool.ruff'),
    ]);
  });

  test('of a package count by the lines that decide how it is tested', () => {
    const cargo = '[package]\nversion = "1"\nautotests = true\n';
    expect(partsOf('Cargo.toml', cargo, cargo.replace('"1"', '"2"'))).toEqual([]);
    expect(partsOf('Cargo.toml', cargo, cargo.replace('true', 'false'))).toEqual([other('package')]);
  });
});

describe('a Makefile', () => {
  const make = 'A = 1\nTESTS = all\n\ntest: build\n\tgo test\n\nbuild:\n\tgo build\n';

  test.each([
    ['nothing', make, []],
    ['how tests are run', make.replace('go test', 'true'), ["the rule 'test' of the Makefile was changed"]],
    [
      'what tests need',
      make.replace('test: build', 'test:'),
      ["the rule 'test' of the Makefile was changed"],
    ],
    [
      'no tests any more',
      make.replace(/test:[^]*?\n\n/, ''),
      ["the rule 'test' of the Makefile was changed"],
    ],
    ['how it is built', make.replace('go build', 'go build -v'), []],
    ['a new check', `${make}\nlint:\n\tlint .\n`, []],
    ['a setting of nobody', make.replace('A = 1', 'A = 2'), []],
    [
      'a setting of tests',
      make.replace('TESTS = all', 'TESTS = none'),
      ["a setting that holds for every rule of the Makefile was changed: 'TESTS = none'"],
    ],
    [
      'a setting of tests that is gone',
      make.replace('TESTS = all\n', ''),
      ["a setting that holds for every rule of the Makefile was changed: 'TESTS = all'"],
    ],
    [
      'a setting behind a rule',
      `${make}SHELL = /bin/true\n`,
      ["a setting that holds for every rule of the Makefile was changed: 'SHELL = /bin/true'"],
    ],
    [
      'nothing but rules',
      make.slice(make.indexOf('test:')),
      ["a setting that holds for every rule of the Makefile was changed: 'TESTS = all'"],
    ],
    ['.IGNORE', `${make}.IGNORE:\n`, ["the Makefile says '.IGNORE', which holds for every rule"]],
    ['.PHONY', `${make}.PHONY: test\n`, []],
  ])('that says %s', (_name, after, said) => {
    expect(inMakefile(make, after)).toEqual(said);
  });

  test('with rules that share a line is looked at for each of them', () => {
    expect(inMakefile('test check:\n\ta\n', 'test check:\n\tb\n')).toEqual([
      "the rule 'test' of the Makefile was changed",
      "the rule 'check' of the Makefile was changed",
    ]);
  });
});

test('other files are looked at line by line, comments left out', () => {
  expect(partsOf('go.mod', 'module a\n', 'module a\nreplace b => ../b\n')).toEqual([
    "what other modules are replaced by was changed: 'replace b => ../b'",
  ]);
  expect(partsOf('go.mod', 'module a\n', 'module a\n// replace b => ../b\n')).toEqual([]);
  expect(partsOf('justfile', 'test:\n  a\n', 'test:\n  a\n# test\n')).toEqual([]);
  expect(partsOf('README.md', 'test\n', 'test it\n')).toEqual([]);
  expect(partsOf('.cargo/config.toml', 'a\n', 'a\n')).toEqual([]);
});
