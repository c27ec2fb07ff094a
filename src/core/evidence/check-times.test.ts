import { expect, test } from 'vitest';
import { checkMsOf } from './check-times.ts';
import type { CheckKind } from './evidence.ts';

const ms = (kind: CheckKind, command: string, name: string = kind): number =>
  checkMsOf({ name, kind, command }, 600_000);

test('a check may take what the policy gives to one, and linting five minutes of it at most', () => {
  expect(ms('test', 'npm test')).toBe(600_000);
  expect(ms('lint', 'npm run lint')).toBe(300_000);
  expect(checkMsOf({ name: 'lint', kind: 'lint', command: 'npm run lint' }, 60_000)).toBe(60_000);
});

test.each([
  ['test', 'npm run test:unit', 'test'],
  ['test', 'pytest tests/unit', 'test'],
  ['custom', 'make quick', 'test-unit'],
  ['custom', 'make quick', 'unit'],
] as const)('unit tests may take five minutes: %s `%s` called %s', (kind, command, name) => {
  expect(ms(kind, command, name)).toBe(300_000);
});

test('a part of a script of unit tests is one', () => {
  const script = { name: 'test:unit', part: 1, parts: 2, text: 'node --test', besides: [] };
  expect(checkMsOf({ name: 'test', kind: 'test', command: 'npm test', script }, 600_000)).toBe(300_000);
});

test.each([
  ['test', 'python -m unittest', 'test'],
  ['test', 'vendor/bin/phpunit', 'test'],
  ['test', 'make unit integration', 'test'],
  ['test', 'npm run test:unit && npm run test:e2e', 'test'],
  ['build', 'make unit', 'build'],
] as const)('what only sounds like them, or holds more, may take it all: %s `%s`', (kind, command, name) => {
  expect(ms(kind, command, name)).toBe(600_000);
});
