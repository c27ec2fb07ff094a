// What a profile may change: pace and size freely; what looks at a change only upwards, or it names the key it lowers.

import { describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import { aPlan, aTask } from '../../test/support/core.ts';
import { auditsFor } from '../core/plan/when-audited.ts';
import type { Plan } from '../core/plan/plan.ts';
import { policyRows } from '../core/policy-keys.ts';
import { placedIn } from '../core/policy-values.ts';
import type { Policy } from '../core/policy.ts';
import { loadConfig } from './load.ts';
import type { ProfileName } from './profiles.ts';
import { profileNames, profileOf } from './profiles.ts';

/** Words of a guard from the weakest to the strongest; of numbers and flags, which way is stronger. */
const guards: Readonly<Record<string, 'more' | 'less' | readonly unknown[]>> = {
  'gates.plan': 'more',
  'gates.wave': 'more',
  'gates.redacted': 'more',
  'gates.delivery': 'more',
  'gates.merge': 'more',
  autoMerge: 'less',
  'mcp.decidesOwn': 'less',
  'gates.destructive': 'more',
  onBlocked: ['simplify', 'halt'],
  reproduction: ['off', 'prefer', 'require'],
  interpret: ['off', 'auto'],
  questions: ['recommended', 'person'],
  'coverage.enabled': 'more',
  'coverage.target': 'more',
  'coverage.require': 'more',
  'plan.auditTasks': 'less',
  'plan.auditConfidence': 'more',
  'plan.score': 'more',
  'plan.majors': 'less',
  'plan.confidence': 'more',
  'plan.walkConfidence': 'more',
};

/** Pace and size: they say how much is tried at a time, and look at nothing. */
const paces = [
  'slots',
  'plan.tasks',
  'plan.filesPerTask',
  'plan.linesPerTask',
  'retries.malformed',
  'retries.fixable',
  'limits.attempt',
  'limits.silence',
];

const defaults = new Map(placedIn(policyRows).map(({ key }) => [key.key, key.default]));

function isLower(key: string, value: unknown): boolean {
  const way = guards[key];
  if (way === undefined) return false;
  const rank = (one: unknown): number => (typeof way === 'string' ? Number(one) : way.indexOf(one));
  const gained = rank(value) - rank(defaults.get(key));
  return way === 'less' ? gained > 0 : gained < 0;
}

async function policyUnder(profile: ProfileName): Promise<Policy> {
  const read = (file: string) =>
    Promise.resolve(file === 'slipway.yaml' ? `profile: ${profile}\n` : undefined);
  return (await loadConfig({ read, cores: 4 })).policy;
}

const anyPlan: fc.Arbitrary<Plan> = fc
  .record({
    tasks: fc.integer({ min: 1, max: 10 }),
    tier: fc.constantFrom('TRIVIAL' as const, 'SMALL' as const, 'MEDIUM' as const, 'LARGE' as const),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    impact: fc.constantFrom('LOW' as const, 'HIGH' as const),
    resolved: fc.boolean(),
    file: fc.constantFrom('src/a.ts', 'src/auth/login.ts'),
  })
  .map(({ tasks, file, impact, resolved, tier, confidence }) =>
    aPlan(
      Array.from({ length: tasks }, (_, at) => aTask(`t${at}`, { files: [file] })),
      { tier, confidence, risks: [{ category: 'performance', impact, resolved }] },
    ),
  );

describe('a profile', () => {
  test.each(profileNames)('%s lowers no audit, gate or evidence but what it names (PROFILES-1)', (name) => {
    const { sets, lowers } = profileOf(name);
    expect(sets.filter(({ key, value }) => isLower(key, value)).map(({ key }) => key)).toEqual(lowers);
  });

  test.each(profileNames)('%s sets only keys of which it is known whether they guard anything', (name) => {
    const known = new Set([...Object.keys(guards), ...paces]);
    expect(profileOf(name).sets.filter(({ key }) => !known.has(key))).toEqual([]);
  });

  test('small-local has every audit of the default, whatever the plan (PROFILES-2)', async () => {
    const [policy, plain] = await Promise.all([policyUnder('small-local'), policyUnder('default')]);
    fc.assert(
      fc.property(anyPlan, (plan) => {
        expect(auditsFor(plan, policy)).toEqual(auditsFor(plan, plain));
      }),
    );
  });

  test('small-local lowers nothing and sets pace and size alone', () => {
    expect(profileOf('small-local').lowers).toEqual([]);
    expect(profileOf('small-local').sets.filter(({ key }) => !paces.includes(key))).toEqual([]);
  });

  test('strict audits every plan, and by everybody the default would ask', async () => {
    const [policy, plain] = await Promise.all([policyUnder('strict'), policyUnder('default')]);
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const roles = auditsFor(plan, policy);
        expect(roles).toContain('auditor');
        expect(roles).toEqual(expect.arrayContaining([...auditsFor(plan, plain)]));
      }),
    );
  });

  test('quick leaves out the audits of small plans without a HIGH risk, and no other', async () => {
    const [policy, plain] = await Promise.all([policyUnder('quick'), policyUnder('default')]);
    fc.assert(
      fc.property(anyPlan, (plan) => {
        const isSmall = plan.tier === 'TRIVIAL' || plan.tier === 'SMALL';
        const isOpen = plan.risks.some(({ impact, resolved }) => impact === 'HIGH' && !resolved);
        const expected = isSmall && !isOpen ? [] : auditsFor(plan, plain);
        expect(auditsFor(plan, policy)).toEqual(expected);
      }),
    );
  });
});
