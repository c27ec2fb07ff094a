import { describe, expect, test } from 'vitest';
import { aPlan, aTask, checkedAs, drive, failing, happy } from '../../../test/support/core.ts';
import type { Driver } from '../../../test/support/core.ts';
import type { Effect, Outcome } from '../effects.ts';
import { effectsDue } from '../effects-due.ts';
import type { Run, TaskState } from '../run.ts';
import { standsAsItWas } from './standing.ts';

/** Delivered work says which files it is about. */
function delivering(run: Run, effect: Effect): Outcome | undefined {
  const outcome = happy(run, effect);
  if (outcome.type !== 'done' || outcome.kind !== 'attempt') return undefined;
  return outcome.result.answer === 'delivered'
    ? { ...outcome, result: { ...outcome.result, touched: ['src/a.ts'] } }
    : undefined;
}

function redOnce(): Driver {
  const driver = drive({
    plans: [aPlan([aTask('a')])],
    script: (effect, run) => delivering(run, effect),
  }).to('implementation');
  driver.perform('attempt', 'a');
  const check = driver.begin('check', 'task-a');
  driver.end(check, checkedAs('FAIL', check));
  return driver;
}

describe('an attempt that changes nothing', () => {
  test('after its checks failed lets what was delivered stand, and it is checked once more', () => {
    const driver = redOnce();
    const first = driver.run().tasks[0]?.delivered;
    expect(driver.perform('attempt', 'a', failing('no-change'))).toContainEqual(
      expect.objectContaining({ type: 'task.delivered', task: 'a', again: true }),
    );
    expect(driver.run().tasks[0]).toMatchObject({ at: 'checking', delivered: first });
    driver.perform('check', 'task-a');
    expect(driver.run().tasks[0]?.at).not.toBe('checking');
    expect(driver.go().run().ended).toBe('completed');
  });

  test('leaves a person to hear of the check that is red, not of an attempt that did nothing (STANDING-1)', () => {
    const driver = redOnce();
    driver.perform('attempt', 'a', failing('no-change'));
    const check = driver.begin('check', 'task-a');
    const events = driver.end(check, checkedAs('FAIL', check));
    expect(events).toContainEqual(
      expect.objectContaining({ type: 'task.failed', task: 'a', reason: 'checks-failed' }),
    );
    expect(driver.run().blocked).toBe('a task used up its attempts');
  });

  test('where nothing was delivered before is a failure like any other', () => {
    const driver = drive({ plans: [aPlan([aTask('a')])] }).to('implementation');
    expect(driver.perform('attempt', 'a', failing('no-change'))).toContainEqual(
      expect.objectContaining({ type: 'failure.recorded', reason: 'no-change' }),
    );
  });

  test('is none where something else went wrong with it', () => {
    expect(redOnce().perform('attempt', 'a', failing('fence-breach'))).toContainEqual(
      expect.objectContaining({ type: 'failure.recorded', reason: 'fence-breach' }),
    );
  });

  test('does not stand for what was asked to be other: by a reviewer, or by what others did', () => {
    const run = redOnce().run();
    const effect = effectsDue(run).find(({ kind }) => kind === 'attempt');
    if (effect === undefined) throw new Error('the task is tried again');
    const failed = { type: 'failed', reason: 'no-change' } as const;
    const having = (change: Partial<TaskState>): Run => ({
      ...run,
      tasks: run.tasks.map((state) => ({ ...state, ...change })),
    });
    expect(standsAsItWas(run, effect, failed)).toHaveLength(1);
    expect(standsAsItWas(having({ collided: true }), effect, failed)).toBeUndefined();
    expect(standsAsItWas(having({ evidence: [] }), effect, failed)).toBeUndefined();
  });
});
