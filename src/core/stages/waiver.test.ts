import { describe, expect, test } from 'vitest';
import type { Driver } from '../../../test/support/core.ts';
import {
  aPlan,
  aTask,
  checkedAs,
  drive,
  dueNow,
  evidenceOf,
  saying,
  taskOf,
  testCheck,
} from '../../../test/support/core.ts';
import type { Effect, Outcome } from '../effects.ts';
import { openGates } from '../run.ts';

const lint = { ...testCheck, name: 'lint', kind: 'lint' as const };
const whole = { ...testCheck, when: 'run' as const };

/** Every test check ran and found nothing. */
function nothingFound(effect: Effect): Outcome {
  if (effect.kind !== 'check') throw new Error(`${effect.key} is no check`);
  const { checks, tree } = effect.input;
  const evidence = checks.map((spec) =>
    spec.kind === 'test'
      ? { ...evidenceOf(spec, tree, 'FAIL'), because: 'no-tests' as const }
      : evidenceOf(spec, tree),
  );
  return { type: 'done', kind: 'check', result: { evidence } };
}

function untested(options: Parameters<typeof drive>[0] = {}): Driver {
  const retries = { ...drive().run().policy.retries, fixable: 0 };
  return drive({ policy: { retries }, ...options }).to('implementation');
}

function attemptIn(driver: Driver, task = 'a'): Driver {
  driver.perform('attempt', task);
  const check = driver.begin('check', `task-${task}`);
  driver.end(check, nothingFound(check));
  return driver;
}

const gatesOf = (driver: Driver): readonly string[] => openGates(driver.run()).map((gate) => gate.kind);

describe('a test check that finds no test', () => {
  test('is first told to the implementer, and a person is asked when that was of no use [E1]', () => {
    const driver = attemptIn(drive().to('implementation'));
    expect(taskOf(driver.run(), 'a').at).toBe('todo');
    expect(gatesOf(driver)).toEqual([]);
    attemptIn(driver);
    expect(taskOf(driver.run(), 'a').at).toBe('checking');
    expect(gatesOf(driver)).toEqual(['waiver']);
    expect(dueNow(driver.run())).toEqual([]);
  });

  test('is a warning once a person waived it, without another run of the check', () => {
    const driver = attemptIn(untested({ checks: [testCheck, lint] }));
    driver.decide('waiver');
    expect(taskOf(driver.run(), 'a')).toMatchObject({
      at: 'accepted',
      evidence: [
        { check: 'test', verdict: 'WARN', because: 'waived' },
        { check: 'lint', verdict: 'PASS' },
      ],
    });
    expect(driver.run().visit.ended['check/task-a']).toMatchObject({ done: 1 });
  });

  test('is waived once for the whole run: no later task asks again, and each is still reviewed', () => {
    const driver = untested({ plans: [aPlan([aTask('a'), aTask('b')])] });
    attemptIn(driver);
    attemptIn(driver, 'b');
    expect(gatesOf(driver)).toEqual(['waiver']);
    driver.decide('waiver');
    expect(['a', 'b'].map((id) => taskOf(driver.run(), id).at)).toEqual(['reviewing', 'reviewing']);
    driver.to('evaluation');
    const check = driver.begin('check');
    driver.end(check, nothingFound(check));
    driver.perform('compare');
    expect(driver.run().visit.stage).toBe('review');
    expect(driver.run().gates.filter((gate) => gate.kind === 'waiver')).toHaveLength(1);
  });

  test('is waived for the tasks that wait, and no evidence of the whole change is made up for it', () => {
    const driver = attemptIn(untested());
    const events = driver.decide('waiver');
    expect(events.flatMap((event) => (event.type === 'evidence.recorded' ? [event.subject] : []))).toEqual([
      'task/a',
    ]);
  });

  test('is no matter for a waiver where something else failed too', () => {
    const driver = untested({ checks: [testCheck, lint] });
    driver.perform('attempt', 'a');
    const check = driver.begin('check');
    const red = checkedAs('FAIL', check);
    driver.end(check, red);
    expect(gatesOf(driver)).toEqual([]);
    expect(driver.run().blocked).toBe('a task used up its attempts');
  });

  test('stops the run where a person says no, and after a retry it is a failure like any other (WAIVER-1)', () => {
    const driver = attemptIn(untested());
    driver.decide('waiver', saying('reject'));
    expect(driver.run().blocked).toBe('a person said no at a gate');
    driver.retry('write one');
    expect(dueNow(driver.run())).toEqual(['attempt a']);
    attemptIn(driver);
    expect(gatesOf(driver)).toEqual([]);
    expect(driver.run().blocked).toBe('a task used up its attempts');
  });

  test('is asked about at evaluation where only the whole change has a test check', () => {
    const driver = untested({ checks: [lint, whole] }).to('evaluation');
    const found = driver.begin('check');
    driver.end(found, nothingFound(found));
    expect(driver.run().visit.stage).toBe('evaluation');
    expect(gatesOf(driver)).toEqual(['waiver']);
    driver.decide('waiver');
    driver.perform('compare');
    expect(driver.run().visit.stage).toBe('review');
    expect(driver.run().evidence).toMatchObject([{ verdict: 'PASS' }, { because: 'waived' }]);
  });

  test('begins a bug round at evaluation after a person said no (WAIVER-1)', () => {
    const driver = untested({ checks: [lint, whole] }).to('evaluation');
    const found = driver.begin('check');
    driver.end(found, nothingFound(found));
    driver.decide('waiver', saying('reject'));
    driver.retry();
    const again = driver.begin('check');
    driver.end(again, nothingFound(again));
    expect(driver.run().visit).toMatchObject({ stage: 'analysis', because: 'bug round' });
  });
});
