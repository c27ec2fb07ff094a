import { expect, test } from 'vitest';
import { programDefaults } from '../config/programs.ts';
import { placedAgents } from './placed-agents.ts';

const roots = { root: '/src/shop', homedir: '/home/ada' };

test('paths of an agent begin at the checkout or at the home of its user, and bare names stay on the PATH', () => {
  const agent = {
    ...programDefaults('claude'),
    program: '~/.local/bin/claude',
    mcp: { near: ['./tools/near.sh', './data'], far: ['searx'] },
    skills: ['docs/skills', '/opt/skills', '~/skills'],
  };
  expect(placedAgents({ agent }, roots)['agent']).toEqual({
    ...agent,
    program: '/home/ada/.local/bin/claude',
    mcp: { near: ['/src/shop/tools/near.sh', './data'], far: ['searx'] },
    skills: ['/src/shop/docs/skills', '/opt/skills', '/home/ada/skills'],
  });
  const named = { ...programDefaults('codex'), program: 'codex-nightly' };
  expect(placedAgents({ named }, roots)).toEqual({ named });
});
