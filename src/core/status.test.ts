import { describe, expect, test } from 'vitest';
import { drive, failing, me, question, saying } from '../../test/support/core.ts';
import { isStuck, statusOf } from './status.ts';

describe('a run is', () => {
  test('running while something is due', () => {
    expect(statusOf(drive().run())).toBe('running');
  });

  test('waiting at a gate', () => {
    expect(statusOf(drive().to('plan-review').run())).toBe('waiting');
  });

  test('waiting for a time to come', () => {
    const driver = drive().to('analysis');
    driver.perform('check', 'baseline');
    driver.perform('ask', 'investigator', failing('network'));
    expect(statusOf(driver.run())).toBe('waiting');
  });

  test('waiting while a person paused it', () => {
    const driver = drive();
    driver.send({ type: 'run.pause', by: me });
    expect(statusOf(driver.run())).toBe('waiting');
  });

  test('blocked when only a person can move it', () => {
    const driver = drive().to('plan-review');
    driver.decide('plan', saying('reject'));
    expect(statusOf(driver.run())).toBe('blocked');
  });

  test.each([
    ['cancelled', { type: 'run.cancel', by: me }],
    ['failed', { type: 'run.fail', because: 'a bug' }],
  ] as const)('%s for ever', (status, command) => {
    const driver = drive();
    driver.send(command);
    expect(statusOf(driver.run())).toBe(status);
  });

  test('completed in the end', () => {
    expect(statusOf(drive().go().run())).toBe('completed');
  });
});

/** Without slots no task can start, and nobody is asked. */
const withoutSlots = () => drive({ policy: { slots: 0 } });

describe('a run is stuck', () => {
  test('when nothing is in flight, nothing is due and nobody is asked, and then it is blocked', () => {
    const driver = withoutSlots().go();
    expect(driver.run().blocked).toBe('nothing is in flight, nothing is due and nobody is asked');
  });

  test('whatever is being written about it', () => {
    const { blocked: _blocked, ...run } = withoutSlots().go().run();
    expect(isStuck(run)).toBe(true);
  });

  test.each([
    ['blocked', { blocked: 'so' }],
    ['paused', { paused: true }],
    ['ended', { ended: 'cancelled' as const }],
  ])('but not while it is %s', (_name, change) => {
    const { blocked: _blocked, ...run } = withoutSlots().go().run();
    expect(isStuck({ ...run, ...change })).toBe(false);
  });

  test('but not while somebody is asked', () => {
    const driver = drive().to('analysis');
    driver.perform('ask', 'investigator', question('ask'));
    expect(isStuck(driver.run())).toBe(false);
  });
});
