import { describe, expect, test } from 'vitest';
import { detectChecks } from './detect.ts';

const found = async (files: Readonly<Record<string, unknown>>): Promise<readonly string[]> => {
  const read = (file: string): Promise<string | undefined> => {
    const content = files[file];
    return Promise.resolve(
      content === undefined || typeof content === 'string' ? content : JSON.stringify(content),
    );
  };
  return (await detectChecks(read)).map(
    (check) => `${check.kind} ${String(check.timeoutMs / 1000)}s: ${check.command}`,
  );
};
const scripts = { build: 'tsc', test: 'node --test', lint: 'eslint .' };
const devDependencies = { typescript: '6' };

describe('the checks of a repository', () => {
  test('are its scripts, after its setup', async () => {
    expect(await found({ 'package.json': { scripts, devDependencies }, 'package-lock.json': '{}' })).toEqual([
      'setup 600s: npm ci --no-audit --no-fund',
      'build 600s: npm run --silent build',
      'test 600s: npm test --silent',
      'lint 300s: npm run --silent lint',
    ]);
  });

  test('need no setup without dependencies or without a lockfile', async () => {
    const test = ['test 600s: npm test --silent'];
    const only = { scripts: { test: 'node --test' } };
    expect(await found({ 'package.json': { ...only, dependencies: {} }, 'package-lock.json': '{}' })).toEqual(
      test,
    );
    expect(await found({ 'package.json': { ...only, devDependencies } })).toEqual(test);
  });

  test.each([
    ['pnpm', { 'pnpm-lock.yaml': '' }, ['pnpm install --frozen-lockfile', 'pnpm --silent run test']],
    ['yarn', { 'yarn.lock': '# yarn v1' }, ['yarn install --frozen-lockfile', 'yarn --silent run test']],
    ['yarn, newer', { 'yarn.lock': '__metadata:' }, ['yarn install --immutable', 'yarn run test']],
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
    ).toEqual(['setup 600s: pnpm install --frozen-lockfile', 'test 600s: pnpm --silent run test']);
  });

  test('leave out the test script that npm init writes', async () => {
    const placeholder = 'echo "Error: no test specified" && exit 1';
    expect(await found({ 'package.json': { scripts: { test: placeholder } } })).toEqual([]);
  });

  test.each([
    ['there is no package.json', {}],
    ['package.json is broken', { 'package.json': '{"scripts": ' }],
    ['package.json is no object', { 'package.json': '"text"' }],
    ['scripts are no table', { 'package.json': { scripts: ['test'] } }],
    ['scripts are no text', { 'package.json': { scripts: { test: 1, build: '' } } }],
  ])('are none where %s', async (_name, files) => {
    expect(await found(files)).toEqual([]);
  });
});
