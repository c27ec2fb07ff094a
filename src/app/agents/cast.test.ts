import { describe, expect, test } from 'vitest';
import type { AgentConfig } from '../../agents/kinds.ts';
import type { Config } from '../../config/config.ts';
import { defaultPolicy } from '../../core/policy.ts';
import { drive } from '../../../test/support/core.ts';
import type { Effect, Kind } from '../../core/effects.ts';
import { effectsDue } from '../../core/effects-due.ts';
import { launchedAgent, playerOf } from './cast.ts';

const claude: AgentConfig = { type: 'claude', env: [], egress: [], mcp: {}, skills: [] };
const command: AgentConfig = { type: 'command', command: ['x'], env: [], egress: [] };

function configOf(agents: Config['agents'], roles: Config['roles']): Config {
  return { policy: defaultPolicy, agents, roles, chosen: {} };
}

const players = (...names: readonly string[]) => ({ players: names.map((agent) => ({ agent })), tiers: {} });
const free = { rank: 0, avoid: [] };

const config = configOf(
  { one: claude, two: claude, three: claude, tool: command },
  {
    default: players('one', 'two'),
    planner: { ...players('two'), tiers: { LARGE: [{ agent: 'three', model: 'big', effort: 'high' }] } },
  },
);

const judge = (...avoid: readonly string[]) => playerOf(config, 'reviewer', { rank: 0, avoid })?.agent;

describe('a role', () => {
  test('is played by its own player, or by the usual one', () => {
    expect(playerOf(config, 'planner', free)).toEqual({ agent: 'two' });
    expect(playerOf(config, 'implementer', free)).toEqual({ agent: 'one' });
  });

  test('is played by another for a change of another size', () => {
    const large = playerOf(config, 'planner', { ...free, tier: 'LARGE' });
    expect(large).toEqual({ agent: 'three', model: 'big', effort: 'high' });
    expect(playerOf(config, 'planner', { ...free, tier: 'SMALL' })).toEqual({ agent: 'two' });
  });

  test('of a task with a speciality is played by whoever is configured for that, whatever the size (CAST-3)', () => {
    const special = configOf(
      { one: claude, two: claude },
      {
        default: players('one'),
        implementer: {
          players: [{ agent: 'one' }],
          tiers: { LARGE: [{ agent: 'one', model: 'big' }] },
          specialities: { ui: [{ agent: 'two', model: 'eye' }, { agent: 'one' }] },
        },
      },
    );
    const played = (speciality: string, rank = 0) =>
      playerOf(special, 'implementer', { rank, avoid: [], tier: 'LARGE', speciality });
    expect(played('ui')).toEqual({ agent: 'two', model: 'eye' });
    expect(played(' UI ')).toEqual({ agent: 'two', model: 'eye' });
    expect(played('ui', 1)).toEqual({ agent: 'one' });
    expect(played('platform')).toEqual({ agent: 'one', model: 'big' });
    expect(played('constructor')).toEqual({ agent: 'one', model: 'big' });
    expect(playerOf(special, 'tester', { ...free, speciality: 'ui' })).toEqual({ agent: 'one' });
  });

  test('goes to the next player by rank, and stays with the last (CAST-2)', () => {
    const ranks = [0, 1, 2, 9].map((rank) => playerOf(config, 'implementer', { ...free, rank })?.agent);
    expect(ranks).toEqual(['one', 'two', 'two', 'two']);
  });

  test('of a judge is played by somebody who did not write, where there is one (CAST-1)', () => {
    expect(judge('one')).toBe('two');
    expect(judge('one', 'two')).toBe('three');
    expect(judge('one', 'two', 'three')).toBe('one');
    const second = playerOf(config, 'reviewer', { rank: 1, avoid: ['two'] });
    expect(second).toEqual({ agent: 'three' });
  });

  test('of a judge is never played by a script or a command that was made for something else', () => {
    const small = configOf({ one: claude, tool: command }, { default: players('one') });
    expect(playerOf(small, 'reviewer', { rank: 0, avoid: ['one'] })).toEqual({ agent: 'one' });
  });

  test('of a judge falls to whoever wrote only where nobody else is left', () => {
    const pair = configOf({ one: claude, two: claude }, { default: players('one', 'two') });
    const ranks = [0, 1].map((rank) => playerOf(pair, 'reviewer', { rank, avoid: ['two'] })?.agent);
    expect(ranks).toEqual(['one', 'two']);
  });

  test('nobody is configured for is played by nobody', () => {
    expect(playerOf(configOf({}, {}), 'planner', free)).toBeUndefined();
  });
});

describe('who would be launched', () => {
  const start = drive().to('implementation').run();
  const launched = launchedAgent({ configOf: () => Promise.resolve(config) });
  const due = (kind: Kind): Effect => {
    const [effect] = effectsDue(start).filter((item) => item.kind === kind);
    if (effect === undefined) throw new Error(`${kind} is due`);
    return effect;
  };

  test('is the player of the role, and nobody for what launches none', async () => {
    expect(await launched(start, due('attempt'))).toBe('one');
    expect(await launched(start, due('write-artifacts'))).toBeUndefined();
  });

  test('is not known where the configuration cannot be read', async () => {
    const lost = launchedAgent({ configOf: () => Promise.reject(new Error('gone')) });
    expect(await lost(start, due('attempt'))).toBeUndefined();
  });
});
