import { expect, test } from 'vitest';
import { factsOf, kinds, placedAgent } from './kinds.ts';

const roots = { root: '/src/shop', homedir: '/home/ada' };

test('paths of an agent begin at the checkout or at the home of its user, and bare names stay on the PATH', () => {
  const agent = {
    ...kinds.claude.found('~/.local/bin/claude'),
    mcp: { near: ['./tools/near.sh', './data'], far: ['searx'] },
    skills: ['docs/skills', '/opt/skills', '~/skills'],
  };
  expect(placedAgent(agent, roots)).toEqual({
    ...agent,
    program: '/home/ada/.local/bin/claude',
    mcp: { near: ['/src/shop/tools/near.sh', './data'], far: ['searx'] },
    skills: ['/src/shop/docs/skills', '/opt/skills', '/home/ada/skills'],
  });
  const named = kinds.codex.found('codex-nightly');
  expect(placedAgent(named, roots)).toEqual(named);
});

test('a program nobody said anything about is given the keys of its kind and nothing else', () => {
  const { env, ...rest } = kinds.codex.found();
  expect(env).toContain('OPENAI_API_KEY');
  expect(env).not.toContain('ANTHROPIC_API_KEY');
  expect(rest).toEqual({ type: 'codex', egress: [], mcp: {}, skills: [] });
});

test('what a launch costs is known where it is paid by use, and of a subscription it is unknown', () => {
  const claude = kinds.claude.found();
  expect(factsOf(claude).tellsCost({ ANTHROPIC_API_KEY: 'dummy' })).toBe(true);
  expect(factsOf(claude).tellsCost({ CLAUDE_CODE_OAUTH_TOKEN: 'dummy' })).toBe(false);
  expect(factsOf({ ...claude, env: [] }).tellsCost({ ANTHROPIC_API_KEY: 'dummy' })).toBe(false);
  expect(factsOf(kinds.codex.found()).tellsCost({ OPENAI_API_KEY: 'dummy' })).toBe(false);
  expect(factsOf({ type: 'scripted', script: '' }).tellsCost({})).toBe(true);
});
