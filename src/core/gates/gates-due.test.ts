import { describe, expect, test } from 'vitest';
import { drive, question, saying } from '../../../test/support/core.ts';
import { gatesDue } from './gates-due.ts';
import { openGates } from '../run.ts';

describe('what a person is asked', () => {
  test('is asked once a visit for the same thing', () => {
    const driver = drive().to('plan-review');
    expect(openGates(driver.run())).toHaveLength(1);
    expect(gatesDue(driver.run())).toEqual([]);
  });

  test('is asked again in the next visit, where the answer was no', () => {
    const driver = drive().to('plan-review');
    driver.decide('plan', saying('reject'));
    driver.retry();
    expect(driver.run().gates.map((gate) => [gate.id, gate.digest])).toEqual([
      ['g1', 'plan of a.c0.policy'],
      ['g2', 'plan of a.c0.policy'],
    ]);
  });

  test('is not asked again where the same thing was approved (GATE-3)', () => {
    const driver = drive({ checks: [] });
    driver.perform('survey');
    driver.decide('waiver');
    const run = driver.run();
    expect(gatesDue({ ...run, visit: { ...run.visit, n: 9 } })).toEqual([]);
  });

  test('is nothing once the run has ended or is blocked', () => {
    const { gates: _gates, ...run } = drive().to('plan-review').run();
    expect(gatesDue({ ...run, gates: [] })).toHaveLength(1);
    expect(gatesDue({ ...run, gates: [], ended: 'cancelled' })).toEqual([]);
    expect(gatesDue({ ...run, gates: [], blocked: 'so' })).toEqual([]);
  });

  test('is a role’s question, with its words and its options', () => {
    const driver = drive().to('analysis');
    driver.perform('ask', 'investigator', question('ask', 'which'));
    expect(openGates(driver.run())).toMatchObject([
      { kind: 'question', subject: '2/ask/investigator', digest: 'which.1', blob: 'which', options: 3 },
    ]);
  });
});
