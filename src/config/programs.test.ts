import { describe, expect, test } from 'vitest';

import type { AgentConfig } from './config.ts';
import { programDefaults, secretValues, tellsCost } from './programs.ts';

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

test('a program nobody said anything about is given the keys of its kind and nothing else', () => {
  const { env, ...rest } = programDefaults('codex');
  expect(env).toContain('OPENAI_API_KEY');
  expect(env).not.toContain('ANTHROPIC_API_KEY');
  expect(rest).toEqual({ type: 'codex', egress: [], mcp: {}, skills: [] });
});

test('what a launch costs is known where it is paid by use, and of a subscription it is unknown', () => {
  const claude = programDefaults('claude');
  expect(tellsCost(claude, { ANTHROPIC_API_KEY: 'dummy' })).toBe(true);
  expect(tellsCost(claude, { CLAUDE_CODE_OAUTH_TOKEN: 'dummy' })).toBe(false);
  expect(tellsCost({ ...claude, env: [] }, { ANTHROPIC_API_KEY: 'dummy' })).toBe(false);
  expect(tellsCost(programDefaults('codex'), { OPENAI_API_KEY: 'dummy' })).toBe(false);
  expect(tellsCost({ type: 'scripted', script: '' }, {})).toBe(true);
});
