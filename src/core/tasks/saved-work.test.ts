// Work of an attempt that is not done, as the core keeps it.

import { describe, expect, test } from 'vitest';
import { drive, failing, me, taskOf } from '../../../test/support/core.ts';
import { defaultPolicy, saveMsOf } from '../policy.ts';
import type { SavedWork } from './saved-work.ts';

const half: SavedWork = { commit: 's1', why: 'periodic', changed: 1, files: ['src/a.ts'] };

describe('what an attempt has done so far [M8]', () => {
  test('is saved while it goes on, and is where the next attempt begins', () => {
    const driver = drive().to('implementation');
    const attempt = driver.begin('attempt', 'a');
    const events = driver.send({ type: 'task.save', key: attempt.key, work: half });
    expect(events).toEqual([{ type: 'task.saved', task: 'a', ...half }]);
    driver.send({ type: 'task.save', key: attempt.key, work: { ...half, commit: 's2' } });
    expect(driver.run().inFlight).toContain(attempt);
    driver.end(attempt, failing('agent-killed'));
    driver.perform('wait-until');
    expect(driver.begin('attempt', 'a').input).toMatchObject({ ordinal: 2, saved: 's2' });
  });

  test('is forgotten once it is delivered', () => {
    const driver = drive().to('implementation');
    const attempt = driver.begin('attempt', 'a');
    driver.send({ type: 'task.save', key: attempt.key, work: half });
    driver.end(attempt);
    expect(taskOf(driver.run(), 'a').saved).toBeUndefined();
  });

  test('is recorded with what is known of it when the attempt is stopped', () => {
    const driver = drive().to('implementation');
    const { commit, ...work } = half;
    const [, saved] = driver.perform('attempt', 'a', {
      type: 'stopped',
      saved: commit,
      work: { ...work, why: 'stop' },
    });
    expect(saved).toEqual({ type: 'task.saved', task: 'a', ...half, why: 'stop' });
  });

  test('is not taken from what is no attempt, or is over', () => {
    const driver = drive().to('implementation');
    const refused = (key: string) => expect(driver.refused({ type: 'task.save', key, work: half }));
    refused('main/1/attempt/a/1').toEqual({ refused: 'not-begun', key: 'main/1/attempt/a/1' });
    const attempt = driver.begin('attempt', 'a');
    driver.end(attempt);
    refused(attempt.key).toMatchObject({ refused: 'not-begun' });
    refused(driver.begin('check').key).toMatchObject({ refused: 'not-begun' });
  });

  test('is not taken once a person has the task', () => {
    const driver = drive().to('implementation');
    const attempt = driver.begin('attempt', 'a');
    driver.send({ type: 'task.take', by: me, task: 'a' });
    expect(driver.refused({ type: 'task.save', key: attempt.key, work: half })).toMatchObject({
      refused: 'not-begun',
    });
  });

  test('is nothing where an agent that made room for a person had done nothing', () => {
    const driver = drive().to('implementation');
    const attempt = driver.begin('attempt', 'a');
    driver.send({ type: 'task.take', by: me, task: 'a' });
    expect(driver.end(attempt, { type: 'stopped' }).map(({ type }) => type)).not.toContain('task.saved');
    expect(taskOf(driver.run(), 'a').saved).toBeUndefined();
  });

  test('is saved every five minutes, also in runs of older versions, or as often as policy says', () => {
    const { saveMs: _saveMs, ...older } = defaultPolicy.limits;
    const often = { ...defaultPolicy.limits, saveMs: 1_000 };
    const all = [defaultPolicy.limits, older, often].map((limits) => saveMsOf({ ...defaultPolicy, limits }));
    expect(all).toEqual([300_000, 300_000, 1_000]);
  });
});
