// The real programs, driven by Slipway from a ticket to a landed branch, with a model that follows a script.

import { afterEach, describe, expect, test } from 'vitest';
import type { ModelRequest } from '../../support/model-server/request.ts';
import type { Turn } from '../../support/model-server/turn.ts';
import { programNames } from '../programs.ts';
import { newText, obedient, roleIn } from './obedient.ts';
import { type AgentWorld, worldWith } from './world.ts';

const worlds: AgentWorld[] = [];

afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function start(...given: Parameters<typeof worldWith>): Promise<AgentWorld> {
  const world = await worldWith(...given);
  worlds.push(world);
  return world;
}

const ticket = 'Add the world to the greeting';

async function landed(world: AgentWorld): Promise<void> {
  const { sample } = world;
  const said = await sample.decides('land');
  expect([said.exit, said.err]).toEqual([0, expect.stringContaining('in your repository as branch')]);
  const branches = await sample.repository.git('branch', '--list', '--format=%(refname:short)', 'feature/*');
  expect(await sample.repository.git('show', `${branches.split('\n')[0] ?? ''}:greet.js`)).toBe(
    newText.trim(),
  );
  expect(world.model.problems).toEqual([]);
}

describe.each(programNames)('%s', (name) => {
  test('takes a ticket from text to a landed branch', async () => {
    const world = await start(name, { script: obedient });
    const said = await world.sample.slipway('run', ticket, '--trust', '--level', 'open');
    expect([said.exit, said.out, said.err]).toEqual([
      7,
      expect.stringContaining('waiting: the merge gate'),
      expect.any(String),
    ]);
    const run = await world.sample.json('status');
    expect(run).toMatchObject({ launches: 4 });
    expect(world.model.requests.map(roleIn)).toEqual(
      expect.arrayContaining(['investigator', 'planner', 'implementer', 'reviewer']),
    );
    await landed(world);
  });

  test('waits at a quota until it comes back, and goes on by itself', async () => {
    let refused = 0;
    const script = (request: ModelRequest): Turn => {
      // opencode asks seven times by itself before it says anything.
      if (roleIn(request) !== 'planner' || refused >= (name === 'opencode' ? 7 : 1)) return obedient(request);
      refused += 1;
      return quotaFault(name);
    };
    const world = await start(name, {
      script,
      config: 'profile: quick\nlimits: { quotaWait: 2s }\n',
      // Only a subscription tells claude when it may go on.
      ...(name === 'claude' ? { env: { CLAUDE_CODE_OAUTH_TOKEN: 'dummy' } } : {}),
    });
    const said = await world.sample.slipway('run', ticket, '--trust', '--level', 'open');
    expect([said.exit, said.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
    expect(said.err).toMatch(/quota/);
    await landed(world);
  });

  test('stops at a cap and goes on when it is raised', async () => {
    const world = await start(name, {
      script: obedient,
      config: 'profile: quick\nbudget: { launches: 1 }\n',
    });
    const said = await world.sample.slipway('run', ticket, '--trust', '--level', 'open');
    expect([said.exit, said.out]).toEqual([8, expect.stringContaining('budget gate')]);
    const raised = await world.sample.decides('approve', '--raise', '10');
    expect([raised.exit, raised.out]).toEqual([7, expect.stringContaining('waiting: the merge gate')]);
    await landed(world);
  });
});

/** As the vendor of each program says it, with a time that is near. */
function quotaFault(name: (typeof programNames)[number]): Turn {
  const soon = Math.ceil(Date.now() / 1_000) + 3;
  switch (name) {
    case 'claude':
      return {
        type: 'status',
        status: 429,
        error: { message: 'This request would exceed your rate limit.' },
        headers: {
          'retry-after': '3600',
          'anthropic-ratelimit-unified-status': 'rejected',
          'anthropic-ratelimit-unified-reset': String(soon),
          'anthropic-ratelimit-unified-representative-claim': 'five_hour',
          'anthropic-ratelimit-unified-5h-status': 'rejected',
          'anthropic-ratelimit-unified-5h-reset': String(soon),
        },
      };
    case 'codex':
      return {
        type: 'status',
        status: 429,
        error: {
          type: 'usage_limit_reached',
          message: 'The usage limit has been reached',
          resets_at: soon,
          resets_in_seconds: 3,
        },
      };
    case 'opencode':
      return {
        type: 'status',
        status: 429,
        error: { message: 'Rate limit reached' },
        headers: { 'retry-after-ms': '10', 'retry-after': '3' },
      };
  }
}
