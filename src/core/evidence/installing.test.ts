import { describe, expect, test } from 'vitest';
import { installChange, installScripts, isInstallInput } from './installing.ts';

const pack = (value: unknown): string => JSON.stringify(value);

describe('what an installer runs was changed', () => {
  test.each([...installScripts])('by the script %s, new, other or gone', (name) => {
    const [none, one, other] = [
      pack({ name: 'x' }),
      pack({ scripts: { [name]: 'a' } }),
      pack({ scripts: { [name]: 'b' } }),
    ];
    for (const [before, after] of [
      ['', one],
      [none, one],
      [one, other],
      [one, none],
    ] as const) {
      expect(installChange({ path: 'packages/a/package.json', before, after })).toContain(`'${name}'`);
    }
  });

  test.each([
    ['.npmrc', '', 'script-shell=./sh'],
    ['a/.yarnrc.yml', 'yarnPath: a', 'yarnPath: b'],
    ['.pnpmfile.cjs', '', 'module.exports = {}'],
    ['.yarn/plugins/one.cjs', '', 'x'],
    ['.cargo/config.toml', '', '[build]'],
    ['build.rs', 'fn main() {}', 'fn main() { x() }'],
    ['crates/a/build.rs', '', 'fn main() {}'],
    ['setup.py', 'setup()', 'import os; setup()'],
    ['Makefile.PL', 'a', 'b'],
    ['pnpm-workspace.yaml', 'packages:\n  - a\n', 'packages:\n  - a\nonlyBuiltDependencies:\n  - a\n'],
    ['package.json', pack({}), pack({ trustedDependencies: ['a'] })],
    ['package.json', pack({ packageManager: 'pnpm@9' }), pack({ packageManager: 'pnpm@10' })],
    ['package.json', pack({}), '{'],
    ['package.json', '[', pack({})],
    ['package.json', '1', pack({})],
    ['composer.json', '{', pack({ scripts: { 'post-install-cmd': 'a' } })],
    ['composer.json', pack({ scripts: { 'post-install-cmd': 'a' } }), '{'],
    [
      'pyproject.toml',
      '[project]\nname = "a"\n',
      '[project]\nname = "a"\n[tool.hatch.build.hooks.custom]\n\n',
    ],
    [
      'pyproject.toml',
      '[build-system]\nrequires = ["a"]',
      '[build-system]\nrequires = ["a"]\nbackend-path = ["."]',
    ],
    ['setup.cfg', '[options]\n', '[options]\nsetup_requires = a\n'],
    ['Cargo.toml', '[package]\nname = "a"\n', '[package]\nname = "a"\nbuild = "x.rs"\n'],
    ['Cargo.toml', '[build-dependencies]\ncc = "1"\n', '[build-dependencies]\ncc = "2"\n'],
    ['requirements.txt', 'a==1\n', '--index-url https://x\na==1\n'],
    ['Gemfile', 'gem "a"\n', 'source "https://x"\ngem "a"\n'],
  ])('by %s', (path, before, after) => {
    expect(isInstallInput(path)).toBe(true);
    expect(installChange({ path, before, after })).toBeDefined();
  });
});

describe('nothing that an installer runs was changed', () => {
  test.each([
    [
      'package.json',
      pack({ scripts: { test: 'a' } }),
      pack({ scripts: { test: 'b' }, dependencies: { x: '1' } }),
    ],
    ['pnpm-workspace.yaml', 'packages:\n  - a\n', '# more\npackages:\n  - a\n  - b\n\ncatalog:\n  x: 1\n'],
    ['composer.json', pack({}), pack({ require: { a: '1' } })],
    ['pyproject.toml', '[project]\ndependencies = []\n', '[project]\ndependencies = ["a"]\n'],
    ['setup.cfg', '[options]\n', '[options]\ninstall_requires = a\n'],
    ['Cargo.toml', '[dependencies]\n', '[dependencies]\na = "1"\n'],
    ['requirements.txt', 'a==1\n', 'a==2\nb==1\n'],
    ['Gemfile', 'gem "a"\n', 'gem "a"\ngem "b"\n'],
    ['src/setup.ts', 'a', 'b'],
    ['.npmrc', 'a', 'a'],
  ])('by %s', (path, before, after) => {
    expect(installChange({ path, before, after })).toBeUndefined();
  });
});
