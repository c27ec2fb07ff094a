import { describe, expect, test } from 'vitest';
import { ownParts, partsOf, scriptCalled, scriptsBelow } from './parts.ts';

describe('the parts of a script', () => {
  test.each([
    ['node --test && npm run types', ['node --test', 'npm run types']],
    ['NODE_ENV=test mocha "a && b" && tsc', ['NODE_ENV=test mocha "a && b"', 'tsc']],
    ["tape 'test/*.js' | tap-spec && eslint .", ["tape 'test/*.js' | tap-spec", 'eslint .']],
    [
      'prettier --check "src/**/*.{js,ts}" && jest test/{a,b}',
      ['prettier --check "src/**/*.{js,ts}"', 'jest test/{a,b}'],
    ],
    ['run-s lint unit', ['npm run lint', 'npm run unit']],
    ['npm-run-all lint unit', ['npm run lint', 'npm run unit']],
  ])('%s are its commands', (script, parts) => {
    expect(partsOf(script)).toEqual(parts);
  });

  test.each([
    'jest',
    'cd packages/a && jest',
    'export A=1 && jest',
    'A=1 && jest',
    'NODE_ENV=test cd a && jest',
    'mocha > out.txt && node check.js out.txt',
    'sort < a && jest',
    '(cd a && b) && jest',
    '{ a; } && jest',
    'a && b || c',
    'a && b; c',
    'a & b && c',
    'a && b # c',
    'a `b` && c',
    'a $(b) && c',
    'a "$(b)" && c',
    'a ${b} && c',
    String.raw`a \&& b`,
    'a "b && c',
    'a && && b',
    'a\n&& b',
    'run-s lint:* unit',
    'run-s -c lint unit',
    `a && ${'b'.repeat(5_000)}`,
  ])('%s stay whole (PARTS-2)', (script) => {
    expect(partsOf(script)).toEqual([script]);
  });
});

const scripts = {
  test: 'npm run check && mocha',
  check: 'npm run lint && npm run types',
  lint: 'eslint .',
  types: 'tsc --noEmit',
  'test:a': 'x',
  all: 'run-p test:* -- --x; npm -s run types && pnpm run -r lint',
  posted: 'npm run lint && mocha',
  postlint: '',
};

test.each([
  ['npm run lint', 'lint'],
  ['npm run -s lint', 'lint'],
  ['npm --silent run lint', 'lint'],
  ['npm test', 'test'],
  ['npm t --silent', 'test'],
  ['yarn lint', 'lint'],
  ['pnpm run lint', 'lint'],
  ['bun run lint', 'lint'],
  ['npm run lint -- --fix', undefined],
  ['npm run -r lint', undefined],
  ['npm lint', undefined],
  ['yarn install', undefined],
  ['npm run toString', undefined],
])('%s calls the script %s', (part, name) => {
  expect(scriptCalled(part, scripts)).toBe(name);
});

describe("a script's own parts", () => {
  test('are those that no other check runs, through scripts that only call others', () => {
    const { test: whole, check, lint, types } = scripts;
    const plain = { test: whole, check, lint, types };
    expect(ownParts(plain, 'test', [])).toEqual(['npm run lint', 'npm run types', 'mocha']);
    expect(ownParts(plain, 'test', ['lint'])).toEqual(['npm run types', 'mocha']);
    expect(ownParts({ ...plain, precheck: 'x' }, 'test', ['lint'])).toEqual(['npm run check', 'mocha']);
  });

  test('are none where there is no such script', () => {
    expect(ownParts({}, 'test', [])).toEqual(['']);
  });

  test('end where scripts call one another', () => {
    expect(ownParts({ a: 'npm run b && npm run c', b: 'npm run a && npm run c', c: 'x' }, 'a', [])).toContain(
      'npm run c',
    );
  });
});

test('what a script runs is told by its text, and by those of the scripts it runs', () => {
  expect([...scriptsBelow(scripts, 'test')].toSorted()).toEqual(['check', 'lint', 'types']);
  expect([...scriptsBelow(scripts, 'all')].toSorted()).toEqual(['test:a', 'types']);
  expect([...scriptsBelow({ test: 'jest', pretest: 'npm run build', build: 'tsc' }, 'test')]).toEqual([
    'build',
  ]);
});
