import { describe, expect, test } from 'vitest';
import type { AgentConfig } from './kinds.ts';
import { secretValues } from './secret-values.ts';

const agents: Readonly<Record<string, AgentConfig>> = {
  mine: { type: 'command', command: ['x'], env: ['MY_VALUE', 'MY_PIN_TOKEN', 'VERBOSE', 'HOME'], egress: [] },
  rehearsal: { type: 'scripted', script: '' },
};

describe('the values that must not turn up in anything that is kept', () => {
  test('are those of the variables agents are given by name', () => {
    expect(secretValues(agents, { MY_VALUE: 'a-long-value', OTHER_KEY: 'another-value' })).toEqual([
      'a-long-value',
    ]);
  });

  test('are those of the usual keys, also where no agent is configured', () => {
    expect(secretValues({}, { ANTHROPIC_API_KEY: 'dummy-key-1', CODEX_API_KEY: '' })).toEqual([
      'dummy-key-1',
    ]);
  });

  test('are short only where the name says that it is a secret, because a switch is none', () => {
    expect(secretValues(agents, { MY_PIN_TOKEN: '1234', VERBOSE: 'true' })).toEqual(['1234']);
  });

  test('are no plain facts: a path or an address stays readable', () => {
    const env = { HOME: '/home/ada/somewhere', ANTHROPIC_BASE_URL: 'http://127.0.0.1:8701' };
    expect(secretValues(agents, env)).toEqual([]);
  });
});
