import { expect, test } from 'vitest';
import type { Config } from '../../config/config.ts';
import { specialitiesTold } from './specialities-told.ts';

const players = [{ agent: 'a' }];
const roles: Config['roles'] = {
  default: { players, tiers: {}, specialities: { docs: players } },
  implementer: { players, tiers: {}, specialities: { ui: players, platform: players } },
};

test('whoever cuts tasks is told the specialities that somebody is configured for', () => {
  for (const role of ['planner', 'splitter'] as const) {
    const [told] = specialitiesTold({ roles }, role);
    expect(told?.text).toContain('- implementer: ui, platform\n- tester: docs\n- documenter: docs');
  }
});

test('nobody is told of any where there are none, and whoever cuts no tasks is told of none', () => {
  expect(specialitiesTold({ roles: { default: { players, tiers: {} } } }, 'planner')).toEqual([]);
  expect(specialitiesTold({ roles }, 'implementer')).toEqual([]);
});
