import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import { checkedAs, drive, dueNow, failing, happy, saying } from '../../../test/support/core.ts';
import { checksAtOnceOf, defaultPolicy, rerunsOf, reuseMsOf } from '../policy.ts';
import type { Effect, Outcome } from '../effects.ts';
import { againstBaseline, asksForBase } from './baseline.ts';
import { queueChecked } from './integration-queue.ts';

/** Every check is red, and says by which tests. */
function redByName(effect: Effect): Outcome {
  const red = checkedAs('FAIL', effect);
  if (red.type !== 'done' || red.kind !== 'check') throw new Error('checks bring evidence');
  const counts = { passed: 1, failed: 1, skipped: 0 };
  return { ...red, result: { evidence: red.result.evidence.map((item) => ({ ...item, counts })) } };
}

describe('[E2] the baseline', () => {
  test('is taken beside the investigator, by every check, on the base commit', () => {
    const driver = drive().to('analysis');
    expect(dueNow(driver.run())).toEqual(['check baseline', 'ask investigator']);
    expect(driver.begin('check', 'baseline').input).toMatchObject({
      commit: 'c0',
      tree: 'tree c0',
      checks: driver.run().checks,
    });
  });

  test('is waited for before anybody plans (BASELINE-2)', () => {
    const driver = drive().to('analysis');
    driver.perform('ask', 'investigator');
    expect(driver.run().visit.stage).toBe('analysis');
    expect(dueNow(driver.run())).toEqual(['check baseline']);
    driver.perform('check', 'baseline');
    expect(driver.run().visit.stage).toBe('planning');
  });

  test('is taken beside the planner where nobody analyses', () => {
    const driver = drive({ policy: { profile: 'quick' } }).to('planning');
    expect(dueNow(driver.run())).toEqual(['check baseline', 'ask planner']);
    driver.perform('ask', 'planner');
    expect(dueNow(driver.run())).toEqual(['check baseline']);
    driver.perform('check', 'baseline');
    expect(driver.run().visit.stage).toBe('plan-review');
  });

  test('stops nothing where it is red (BASELINE-1), and is what every change is held against', () => {
    const driver = drive({
      script: (effect, run) => (effect.subject === 'baseline' ? redByName(effect) : happy(run, effect)),
      person: (gate) => (asksForBase(gate) ? saying('reject') : undefined),
    }).to('implementation');
    const evidence = theRepository(driver.run()).baseline?.evidence;
    expect(evidence?.map((item) => item.verdict)).toEqual(['FAIL']);
    driver.perform('attempt');
    expect(driver.begin('check').input).toMatchObject({ against: evidence });
  });

  test('is taken once a run, however often the run comes back to analysis', () => {
    const driver = drive({
      script: (effect, run) =>
        effect.kind === 'check' && effect.subject === 'run' ? checkedAs('FAIL', effect) : happy(run, effect),
    });
    driver.to('evaluation').to('analysis');
    expect(driver.run().rounds.bug).toBe(1);
    expect(dueNow(driver.run())).toEqual(['ask investigator']);
  });

  test('is tried again where the world failed it', () => {
    const driver = drive().to('analysis');
    driver.perform('check', 'baseline', failing('io'));
    driver.perform('wait-until');
    expect(dueNow(driver.run())).toContain('check baseline');
  });

  test('is nothing where there are no checks, and in runs of before there were baselines', () => {
    const run = drive().to('analysis').run();
    expect(againstBaseline(theRepository(run))).toEqual({});
    expect(dueNow({ ...run, checks: [] })).toEqual(['ask investigator']);
  });

  test('is of one tree: where the base is another one, it is taken anew', () => {
    const run = drive().to('planning').run();
    const { base } = theRepository(run);
    const moved = {
      ...run,
      repositories: run.repositories.map((one) => ({ ...one, base: { ...base, tree: 'x' } })),
    };
    expect(dueNow(moved)).toContain('check baseline');
  });
});

test('a policy of before there were reruns asks for none, nor for a check of before to stand, nor for two at once', () => {
  const { reruns: _reruns, reuseMs: _reuseMs, checksAtOnce: _checksAtOnce, ...older } = defaultPolicy;
  expect(checksAtOnceOf(older)).toBe(1);
  expect(checksAtOnceOf({ ...older, checksAtOnce: 3 })).toBe(3);
  expect(reuseMsOf(older)).toBe(0);
  expect(reuseMsOf({ ...older, reuseMs: 5 })).toBe(5);
  expect(rerunsOf(older)).toEqual({ failed: 0, timeout: 0 });
  expect(rerunsOf(defaultPolicy)).toEqual({ failed: 1, timeout: 0 });
});

test('evidence for a chain that broke up meanwhile says nothing any more', () => {
  const driver = drive().to('analysis');
  const effect = driver.begin('check', 'baseline');
  if (effect.kind !== 'check') throw new Error('the baseline is taken by checks');
  const done = { type: 'done', kind: 'check', result: { evidence: [] } } as const;
  expect(queueChecked(driver.run(), effect, done)).toEqual([]);
});
