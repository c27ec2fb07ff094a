import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { aPlan, approval, aTask, drive, dueNow, failing } from '../../../test/support/core.ts';
import type { Spend } from './budget.ts';
import { capNamed, capReached, capsOf, charged, launched, limitOf, nothingSpent, raised } from './budget.ts';
import { defaultPolicy } from '../policy.ts';
import { openGates } from '../run.ts';

const budget = { usd: 10, launches: 40, agentMs: 1_000, reserveUsd: 0.25 };
const spent = (change: Partial<Spend>): Spend => ({ ...nothingSpent, ...change });

describe('spend', () => {
  test('keeps money that nobody told apart from money that was not spent (BUDGET-1)', () => {
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

  test('counts a launch when it is intended, not when it ends (BUDGET-2)', () => {
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
    [{ tokens: 9_000 }, undefined],
  ] as const)('of %j is %s', (change, cap) => {
    expect(capReached(spent(change), budget, 0.25)).toBe(cap);
  });

  test('reserves for what is under way, so that launches cannot pass it together (BUDGET-2)', () => {
    expect(capReached(spent({ usd: 9, launches: 3 }), budget, 0.25)).toBeUndefined();
    expect(capReached(spent({ usd: 9, launches: 4 }), budget, 0.25)).toBe('usd');
    expect(capReached(spent({ usd: 9, launches: 4, ended: 1 }), budget, 0.25)).toBeUndefined();
  });

  test('is never passed by launches, whatever the cap (BUDGET-2)', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20, noNaN: true }), (launches) => {
        let spend = nothingSpent;
        for (let n = 0; n < 30; n += 1) {
          if (capReached(spend, { ...budget, launches }, 0.25) === undefined) {
            spend = charged(launched(spend, 'planner'), { usd: 0, agentMs: 0 });
          }
        }
        expect(spend.launches).toBe(Math.floor(launches));
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  test('is raised to what a person named, or to twice what it was', () => {
    expect(raised(budget, { cap: 'launches' }, 50)).toEqual({ ...budget, launches: 50 });
    expect(raised(budget, { cap: 'usd' }, undefined)).toEqual({ ...budget, usd: 20 });
    expect(raised({ ...budget, agentMs: 0 }, { cap: 'agentMs' }, undefined)).toEqual({
      ...budget,
      agentMs: 1,
    });
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

  test('finishes what is under way (BUDGET-3)', () => {
    const driver = drive({ policy: { budget: { launches: 1 } } }).to('analysis');
    driver.perform('check', 'baseline');
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

describe('a cap of a stage or a task (BUDGET-4)', () => {
  const two = [aPlan([aTask('a'), aTask('b')])];

  test('is told by a name that says whose it is', () => {
    expect(capNamed('usd')).toEqual({ cap: 'usd' });
    expect([capNamed('wallMs'), capNamed('wallMs@task/a')]).toEqual([{ cap: 'wallMs' }, undefined]);
    expect(capNamed('launches@task/a')).toEqual({ cap: 'launches', scope: 'task/a' });
    expect(capNamed('tokens@stage/plan-review')).toEqual({ cap: 'tokens', scope: 'stage/plan-review' });
    expect([capNamed('usd@stage/lunch'), capNamed('usd@run'), capNamed('patience')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('is raised for that one alone', () => {
    const each = { ...budget, task: { launches: 2, usd: 1 }, stages: { planning: { tokens: 5 } } };
    const more = raised(each, { cap: 'launches', scope: 'task/a' }, undefined);
    expect([capsOf(more, 'task/a'), capsOf(more, 'task/b')]).toEqual([
      { launches: 4, usd: 1 },
      { launches: 2, usd: 1 },
    ]);
    expect(limitOf(each, { cap: 'tokens', scope: 'stage/planning' })).toBe(5);
    expect(limitOf(each, { cap: 'tokens', scope: 'stage/review' })).toBe(Infinity);
    expect(limitOf(budget, { cap: 'tokens' })).toBe(Infinity);
  });

  test('of a task stops that task, while the others go on', () => {
    const driver = drive({ plans: two, policy: { slots: 2, budget: { task: { launches: 1 } } } });
    driver.to('implementation');
    driver.perform('attempt', 'a', failing('agent-failed'));
    driver.perform('wait-until', 'task-a');
    expect(openGates(driver.run())).toMatchObject([
      { kind: 'budget', subject: 'launches@task/a', digest: 'launches@task/a.1' },
    ]);
    expect(dueNow(driver.run())).toContain('attempt b');
    driver.decide('budget', { ...approval, choice: 5 });
    expect(dueNow(driver.run())).toContain('attempt a');
    expect(driver.run().budget.launches).toBe(defaultPolicy.budget.launches);
  });

  test('of a stage counts all its visits, and what ended after it was left', () => {
    const driver = drive({ policy: { budget: { stages: { analysis: { launches: 1 } } } } }).to('analysis');
    driver.perform('ask', 'investigator', failing('malformed-answer', { charge: { agentMs: 3, usd: 1 } }));
    expect(openGates(driver.run())).toMatchObject([{ subject: 'launches@stage/analysis' }]);
    expect(driver.run().spends['stage/analysis']).toMatchObject({
      launches: 1,
      ended: 1,
      usd: 1,
      agentMs: 3,
    });
    driver.decide('budget');
    expect(driver.go().run().ended).toBe('completed');
  });

  test('is not raised to less than it is', () => {
    const driver = drive({ policy: { budget: { stages: { analysis: { usd: 1, tokens: 10 } } } } }).to(
      'analysis',
    );
    driver.perform(
      'ask',
      'investigator',
      failing('malformed-answer', { charge: { agentMs: 3, tokens: 12 } }),
    );
    expect(openGates(driver.run())).toMatchObject([{ subject: 'tokens@stage/analysis' }]);
    expect(() => driver.decide('budget', { ...approval, choice: 10 })).toThrow('a cap above 10');
  });
});
