// Live fire: what is fired at, with what, and what comes of it.

import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import { aPlan, aTask, checkedAs, drive, dueNow, saying } from '../../../test/support/core.ts';
import type { Driver, Options } from '../../../test/support/core.ts';
import { defaultPolicy, liveFireOf } from '../policy.ts';
import { openGates } from '../run.ts';

/** At evaluation, with the checks passed. */
function checked(options: Options = {}): Driver {
  const driver = drive(options).to('evaluation');
  driver.perform('check');
  return driver;
}

function ofKind(kind: 'behaviour' | 'refactoring'): object {
  const driver = checked({ plans: [aPlan([aTask('a')], { kind })] });
  driver.perform('fire', 'old-tests');
  return driver.begin('fire', 'new-tests').input;
}

describe('[E9] live fire at a change', () => {
  test('is three shots, one after the other, and nothing is compared before the last of them (STAGE-LIVE-FIRE-2, STAGE-LIVE-FIRE-3)', () => {
    const driver = checked();
    for (const shot of ['old-tests', 'new-tests', 'canary']) {
      expect(dueNow(driver.run())).toEqual([`fire ${shot}`]);
      driver.perform('fire', shot);
    }
    expect(dueNow(driver.run())).toEqual(['compare run']);
  });

  test('knows what was granted and announced, and what the checks said on both sides', () => {
    const plan = aPlan([aTask('a')], {
      grants: ['ci/'],
      announces: [{ file: 'test/a.js', test: 'it adds' }],
    });
    const driver = checked({ plans: [plan] });
    const { base, head } = theRepository(driver.run());
    expect(driver.begin('fire', 'old-tests').input).toMatchObject({
      from: base.commit,
      to: head.commit,
      tree: head.tree,
      grants: ['ci/'],
      announced: [{ file: 'test/a.js', test: 'it adds' }],
      now: driver.run().visit.evidence,
    });
  });

  test('asks for no red test where the plan says that nothing behaves otherwise', () => {
    expect(ofKind('behaviour')).not.toHaveProperty('proven');
    expect(ofKind('refactoring')).toHaveProperty('proven', true);
  });

  test('is not opened where policy says no, or where nothing tests', () => {
    const off = { enabled: false, unproven: 'tell', noCanary: 'tell' } as const;
    expect(dueNow(checked({ policy: { liveFire: off } }).run())).toEqual(['compare run']);
    const lint = { name: 'lint', kind: 'lint', command: 'lint', timeoutMs: 1, when: 'task' } as const;
    const untested = drive({ checks: [lint], plans: [aPlan([aTask('a', { verification: ['lint'] })])] }).go();
    expect(untested.events().filter(({ type }) => type === 'change.compared')).toHaveLength(1);
    expect(untested.events().filter(({ type }) => type === 'change.fired')).toEqual([]);
  });

  test('is not opened at a change that is worked on anyway (STAGE-LIVE-FIRE-1)', () => {
    const driver = drive({
      script: (effect) =>
        effect.kind === 'check' && effect.subject === 'run' ? checkedAs('FAIL', effect) : undefined,
    }).go(({ rounds }) => rounds.bug > 0);
    expect(driver.taken().length).toBeGreaterThan(0);
    expect(driver.events().filter(({ type }) => type === 'change.fired')).toEqual([]);
  });

  test('hands what it found to the comparison, which tells it at its gate', () => {
    const driver = checked();
    const { tree = '' } = theRepository(driver.run()).head;
    const fired = { shot: 'old-tests', tree, findings: 'red', ms: 1 } as const;
    driver.perform('fire', 'old-tests', { type: 'done', kind: 'fire', result: fired });
    const compare = driver.begin('compare');
    expect(compare.input).toHaveProperty('fired', ['red']);
    driver.end(compare, {
      type: 'done',
      kind: 'compare',
      result: { tree, weakened: { findings: [{ kind: 'old-test-red', file: 'test/a.js' }], blob: 'told' } },
    });
    expect(openGates(driver.run())).toMatchObject([{ kind: 'waiver', subject: 'tampering', blob: 'told' }]);
    driver.decide('waiver', saying('approve'));
    expect(driver.run().visit.stage).toBe('review');
  });

  test('says nothing about another tree', () => {
    const driver = checked();
    const fired = { shot: 'old-tests', tree: 'another', findings: 'red', ms: 1 } as const;
    driver.perform('fire', 'old-tests', { type: 'done', kind: 'fire', result: fired });
    expect(driver.begin('compare').input).not.toHaveProperty('fired');
  });

  test('is not opened in a run that is older than it', () => {
    const { liveFire: _later, ...older } = defaultPolicy;
    expect(liveFireOf(older)).toEqual({ enabled: false, unproven: 'tell', noCanary: 'tell' });
    expect(liveFireOf(defaultPolicy)).toEqual({ enabled: true, unproven: 'ask', noCanary: 'ask' });
  });
});
