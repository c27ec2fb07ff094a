import { describe, expect, test } from 'vitest';

import type { CheckSpec } from '../core/evidence/evidence.ts';
import type { Config } from './config.ts';
import { starterConfig } from './init.ts';
import { loadConfig } from './load.ts';

const checks: readonly CheckSpec[] = [
  { name: 'setup', kind: 'setup', command: 'npm ci', timeoutMs: 600_000, when: 'task' },
  {
    name: 'test',
    kind: 'test',
    command: 'npm test -- --grep "a: #b" \'c\'',
    timeoutMs: 90_500,
    when: 'task',
  },
  { name: 'e2e', kind: 'custom', command: 'make e2e', timeoutMs: 1_800_000, when: 'run' },
];

const script = (path: string) => (path.endsWith('.yaml') ? 'script' : undefined);

function load(text: string | undefined): Promise<Config> {
  const read = (path: string) => Promise.resolve(path === 'slipway.yaml' ? text : script(path));
  return loadConfig({ read, cores: 2 });
}

describe('a first configuration', () => {
  test('means the defaults and the checks that were found', async () => {
    const { checks: _, ...defaults } = await load(undefined);
    expect(await load(starterConfig(checks))).toEqual({ ...defaults, checks });
  });

  test('names how coverage is measured, where that was found', async () => {
    const { checks: _, ...defaults } = await load(undefined);
    const coverage = { command: 'npm run "coverage"', reports: ['a/lcov.info', 'b.xml'], timeoutMs: 600_000 };
    expect(await load(starterConfig(checks, coverage))).toEqual({ ...defaults, checks, coverage });
  });

  test('means the defaults where no check was found, and asks for one', async () => {
    expect(await load(starterConfig([]))).toEqual(await load(undefined));
    expect(starterConfig([])).toContain('None were found in this repository.');
  });

  test('shows examples that can be used as they are', async () => {
    const text = starterConfig([]).replaceAll(/^# (?=[a-zA-Z]+:|  )/gm, '');
    const config = await load(text);
    expect(Object.keys(config.agents)).toEqual(['claude', 'codex', 'mine', 'rehearsal']);
    expect(config.checks?.map((check) => check.name)).toEqual(['setup', 'test', 'lint']);
    const { policy } = await load(undefined);
    expect(config.policy).toEqual({
      ...policy,
      alternatives: expect.objectContaining({ planner: 1 }),
      protectedPaths: [...policy.protectedPaths, 'deploy/'],
    });
  });
});
