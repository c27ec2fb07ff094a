import { describe, expect, test } from 'vitest';
import { areInstallers, bringsOwnCode, isManifest, toolsNamed } from './layer-inputs.ts';
import { areFree } from './layer-key.ts';

const names = (...commands: readonly string[]): readonly string[] =>
  toolsNamed(commands).map((tool) => tool.join(' '));

const scripts = (name: string): string => JSON.stringify({ scripts: { [name]: 'x' } });

const free = (file: string): boolean =>
  areFree([{ mode: '100644', id: '0', path: file }], ['node_modules', 'packages/a/node_modules']);

test.each([
  'package.json',
  'a/b/package-lock.json',
  'requirements.txt',
  'requirements-dev.in',
  'deep/requirements/base.txt',
  'constraints.txt',
  'patches/left-pad.patch',
  '.yarn/releases/yarn-4.0.0.cjs',
  'x.gemspec',
  'go.work.sum',
])('%s decides what is installed', (file) => {
  expect(isManifest(file)).toBe(true);
});

test.each([
  'src/package.json.ts',
  'my-package.json',
  'docs/requirements.md',
  'requirements/notes.md',
  'lock',
  '',
])('%s does not', (file) => {
  expect(isManifest(file)).toBe(false);
});

test('a command names its tools, each once, whatever the order', () => {
  expect(names('npm ci && npx playwright install', 'node x.js')).toEqual(['node --version', 'npm --version']);
  expect(names('go mod download')).toEqual(['go version']);
  expect(names('./setup.sh; constructor; toString')).toEqual([]);
});

describe('a command', () => {
  test.each([
    'npm ci',
    'npm ci --no-audit --no-fund',
    'npm  ci && npm install --prefix=web',
    'pnpm install --frozen-lockfile',
    'yarn',
    'yarn install --immutable',
    'bundle install',
  ])('that only installs: %s', (command) => {
    expect(areInstallers([command])).toBe(true);
  });

  test.each([
    'make setup',
    './setup.sh',
    'npm ci && ./setup.sh',
    'npm ci || true',
    'npm run setup',
    'npm install left-pad',
    'npm ci --script-shell=./x.sh',
    'npm ci | cat',
    'npm ci $(./x.sh)',
    'npm ci & ./x.sh',
    'pip install -e .',
  ])('that may do more: %s', (command) => {
    expect(areInstallers(['npm ci', command])).toBe(false);
  });
});

describe('a package', () => {
  test.each(['preinstall', 'install', 'postinstall', 'prepare'])(
    'with the script %s runs its own code',
    (name) => {
      expect(bringsOwnCode(scripts(name), ['npm ci'])).toBe(true);
      expect(bringsOwnCode(scripts(name), ['npm ci --ignore-scripts'])).toBe(false);
      expect(bringsOwnCode(scripts(name), ['npm ci --ignore-scripts', 'npm ci'])).toBe(true);
    },
  );

  test('with other scripts, or none, does not', () => {
    expect(bringsOwnCode(scripts('test'), ['npm ci'])).toBe(false);
    expect(bringsOwnCode('{}', ['yarn'])).toBe(false);
  });

  test('that takes a folder of the repository is linked by npm and copied by others', () => {
    const text = JSON.stringify({ dependencies: { a: 'file:a' } });
    expect(bringsOwnCode(text, ['npm ci'])).toBe(false);
    expect(bringsOwnCode(text, ['pnpm install'])).toBe(true);
  });

  test.each(['', '{', '[]', '{"scripts": 3}'])('that cannot be read may do anything: %s', (text) => {
    expect(bringsOwnCode(text, ['npm ci'])).toBe(true);
  });
});

test('folders are free where a tree has nothing at, in or across the way to them', () => {
  expect(['node_modules2', 'packages/a/x', 'packages/b', 'x/node_modules/y'].map(free)).toEqual([
    true,
    true,
    true,
    true,
  ]);
  expect(['node_modules', 'node_modules/x', 'packages/a', 'packages'].map(free)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
