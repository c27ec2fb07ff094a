import { describe, expect, test } from 'vitest';
import { coverageDefaults } from '../../../test/support/core.ts';
import type { CheckKind, CheckSpec } from './evidence.ts';
import { commandWords } from './evidence.ts';
import { defaultPolicy } from '../policy.ts';
import { coverageNamed, withNamed } from './named-checks.ts';

const check = (name: string, kind: CheckKind, more: Partial<CheckSpec> = {}): CheckSpec => ({
  name,
  kind,
  command: `run ${name}`,
  timeoutMs: 1_000,
  when: 'task',
  ...more,
});
const part = (at: number, folder?: string): Partial<CheckSpec> => ({
  script: {
    name: 'test',
    part: at,
    parts: 2,
    text: 'tsc',
    besides: [],
    ...(folder === undefined ? {} : { folder }),
  },
});
const found = [
  check('setup', 'setup'),
  check('build', 'build'),
  check('test', 'test'),
  check('lint', 'lint'),
];
const names = (...args: Parameters<typeof withNamed>): readonly string[] =>
  withNamed(...args).map(({ name, command }) => (command === `run ${name}` ? name : `${name}: ${command}`));

describe('what a person wrote about checks', () => {
  test('is nothing where they wrote nothing', () => {
    expect(withNamed(found, {})).toEqual(found);
  });

  test('replaces the check of that name, in its place, and leaves the others (NAMED-CHECKS-1)', () => {
    expect(names(found, { checks: [check('test', 'test', { command: 'make test' })] })).toEqual([
      'setup',
      'build',
      'test: make test',
      'lint',
    ]);
  });

  test('switches off the check of that name alone (NAMED-CHECKS-1)', () => {
    expect(names(found, { checksOff: ['lint', 'security'] })).toEqual(['setup', 'build', 'test']);
  });

  test('adds what was not found, setups first and builds after them (NAMED-CHECKS-3)', () => {
    const checks = [check('api', 'test'), check('docs', 'build'), check('tools', 'setup')];
    expect(names(found, { checks })).toEqual(['setup', 'tools', 'build', 'docs', 'test', 'lint', 'api']);
  });

  test('about a script in parts is about all of them, or about one (NAMED-CHECKS-2)', () => {
    const parts = [
      check('test', 'test', part(1)),
      check('test-tsc', 'custom', part(2)),
      check('test-web', 'test', part(2, 'web')),
      check('lint', 'lint'),
    ];
    expect(names(parts, { checks: [check('test', 'test', { command: 'x' })] })).toEqual([
      'test: x',
      'test-web',
      'lint',
    ]);
    expect(names(parts, { checksOff: ['test-tsc'] })).toEqual(['test', 'test-web', 'lint']);
  });
});

describe('what a check runs, in words', () => {
  test('is its command', () => {
    expect(commandWords({ command: 'npm test' })).toBe('npm test');
  });

  test('names the part of a script, and that it is read from each tree', () => {
    const script = { name: 'test', part: 2, parts: 3, text: 'tsc -p .', besides: [] };
    expect(commandWords({ command: 'npm test', script })).toBe(
      'npm test (part 2 of 3, `tsc -p .` as the script "test" of each tree has it)',
    );
    expect(commandWords({ command: 'npm test', script: { ...script, part: 1, parts: 1 } })).toBe(
      'npm test (only `tsc -p .` as the script "test" of each tree has it)',
    );
  });
});

describe('how coverage is measured', () => {
  const spec = { command: 'make cover', reports: ['lcov.info'], timeoutMs: 1 };
  const measuring = { ...defaultPolicy, coverage: { ...coverageDefaults, enabled: true } };

  test('is as a person wrote it, else as it was found, with the time of the policy', () => {
    expect(coverageNamed(spec, { coverage: { ...spec, command: 'mine' } }, measuring)?.command).toBe('mine');
    expect(coverageNamed(spec, {}, measuring)).toEqual({ ...spec, timeoutMs: defaultPolicy.limits.checkMs });
    expect(coverageNamed(undefined, {}, measuring)).toBeUndefined();
  });

  test('is not at all where a person or the policy switched it off, or an older policy does not know of it', () => {
    expect(coverageNamed(spec, { coverage: false }, measuring)).toBeUndefined();
    const off = { ...measuring, coverage: { ...coverageDefaults, enabled: false } };
    expect(coverageNamed(spec, { coverage: spec }, off)).toBeUndefined();
    const { coverage: _coverage, ...old } = measuring;
    expect(coverageNamed(spec, { coverage: spec }, old)).toBeUndefined();
  });
});
