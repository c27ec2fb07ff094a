import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { approval, drive, dueNow, failing } from '../../test/support/core.ts';
import type { Spend } from './budget.ts';
import { capReached, charged, launched, nothingSpent, raised } from './budget.ts';
import { defaultPolicy } from './policy.ts';
import { openGates } from './run.ts';

const budget = { usd: 10, launches: 40, agentMs: 1_000, reserveUsd: 0.25 };
const spent = (change: Partial<Spend>): Spend => ({ ...nothingSpent, ...change });

describe('spend', () => {
  test('keeps money that nobody told apart from money that was not spent (B1)', () => {
    const spend = charged(charged(nothingSpent, { agentMs: 5 }), { usd: 0.5, tokens: 7, agentMs: 6 });
    expect(spend).toEqual({
      launches: 0,
      ended: 2,
      usd: 0.5,
      launchesWithoutUsd: 1,
      tokens: 7,
      agentMs: 11,
      roles: {},
    });
  });

  test('counts a launch when it is intended, not when it ends (B2)', () => {
    const once = launched(nothingSpent, 'planner');
    expect(once).toEqual(spent({ launches: 1, roles: { planner: 1 } }));
    expect(launched(once, 'planner').roles).toEqual({ planner: 2 });
    const driver = drive().to('analysis');
    driver.begin('ask', 'investigator');
    expect(driver.run().spend.launches).toBe(1);
  });

  test('charges a launch that was stopped, and nothing that is no launch', () => {
    const driver = drive().to('analysis');
    driver.perform('ask', 'investigator', { type: 'stopped', charge: { usd: 1, agentMs: 10 } });
    driver.perform('write-artifacts', 'visit', {
      type: 'done',
      kind: 'write-artifacts',
      result: {},
      charge: { usd: 5, agentMs: 5 },
    });
    expect(driver.run().spend).toEqual(
      spent({ launches: 1, ended: 1, usd: 1, agentMs: 10, roles: { investigator: 1 } }),
    );
  });
});

describe('a cap', () => {
  test.each([
    [{}, undefined],
    [{ launches: 39, ended: 39 }, undefined],
    [{ launches: 40, ended: 40 }, 'launches'],
    [{ usd: 9.75 }, undefined],
    [{ usd: 9.76 }, 'usd'],
    [{ agentMs: 999 }, undefined],
    [{ agentMs: 1_000 }, 'agentMs'],
  ] as const)('of %j is %s', (change, cap) => {
    expect(capReached(spent(change), budget)).toBe(cap);
  });

  test('reserves for what is under way, so that launches cannot pass it together (B2)', () => {
    expect(capReached(spent({ usd: 9, launches: 3 }), budget)).toBeUndefined();
    expect(capReached(spent({ usd: 9, launches: 4 }), budget)).toBe('usd');
    expect(capReached(spent({ usd: 9, launches: 4, ended: 1 }), budget)).toBeUndefined();
  });

  test('is never passed by launches, whatever the cap (B2)', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20, noNaN: true }), (launches) => {
        let spend = nothingSpent;
        for (let n = 0; n < 30; n += 1) {
          if (capReached(spend, { ...budget, launches }) === undefined) {
            spend = charged(launched(spend, 'planner'), { usd: 0, agentMs: 0 });
          }
        }
        expect(spend.launches).toBe(Math.floor(launches));
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  test('is raised to what a person named, or to twice what it was', () => {
    expect(raised(budget, 'launches', 50)).toEqual({ ...budget, launches: 50 });
    expect(raised(budget, 'usd', undefined)).toEqual({ ...budget, usd: 20 });
    expect(raised({ ...budget, agentMs: 0 }, 'agentMs', undefined)).toEqual({ ...budget, agentMs: 1 });
  });
});

describe('a run at its cap [C8]', () => {
  test('starts nothing more, and asks', () => {
    const driver = drive({ policy: { budget: { launches: 1 } } }).to('planning');
    expect(dueNow(driver.run())).toEqual([]);
    expect(openGates(driver.run())).toMatchObject([
      { kind: 'budget', subject: 'launches', digest: 'launches.1' },
    ]);
  });

  test('finishes what is under way (B3)', () => {
    const driver = drive({ policy: { budget: { launches: 1 } } }).to('analysis');
    const effect = driver.begin('ask', 'investigator');
    driver.end(effect);
    expect(driver.run().visit.stage).toBe('planning');
  });

  test('goes on when the cap is raised', () => {
    const driver = drive({ policy: { budget: { launches: 1 } } }).to('planning');
    driver.decide('budget', { ...approval, choice: 50 });
    expect(driver.run().budget).toEqual({ ...defaultPolicy.budget, launches: 50 });
    expect(driver.go().run().ended).toBe('completed');
  });

  test('stops when the person does not raise it', () => {
    const driver = drive({ policy: { budget: { launches: 1 } } }).to('planning');
    driver.decide('budget', { ...approval, answer: 'revise', choice: 50 });
    expect(driver.run()).toMatchObject({ blocked: 'a person said no at a gate', budget: { launches: 1 } });
  });

  test('asks about time as about launches', () => {
    const driver = drive({ policy: { budget: { agentMs: 5 } } }).to('analysis');
    driver.perform('ask', 'investigator', failing('malformed-answer', { charge: { agentMs: 6 } }));
    expect(openGates(driver.run())).toMatchObject([{ kind: 'budget', subject: 'agentMs' }]);
    driver.decide('budget', { ...approval, choice: 5_000_000 });
    expect(driver.go().run().ended).toBe('completed');
  });

  test('asks about money as about launches', () => {
    const driver = drive({ policy: { budget: { usd: 0.3 } } }).to('analysis');
    driver.perform('ask', 'investigator', failing('malformed-answer', { charge: { usd: 1, agentMs: 1 } }));
    expect(openGates(driver.run())).toMatchObject([{ kind: 'budget', subject: 'usd' }]);
    driver.decide('budget');
    expect(openGates(driver.run())).toMatchObject([{ kind: 'budget', digest: 'usd.1' }]);
    expect(driver.go().run().ended).toBe('completed');
  });
});
