import { describe, expect, test } from 'vitest';
import {
  aPlan,
  aTask,
  drive,
  dueNow,
  failing,
  me,
  question,
  saying,
  taskOf,
} from '../../../test/support/core.ts';
import type { Options } from '../../../test/support/core.ts';
import { isRefusal } from '../commands.ts';
import { decide } from '../decide.ts';
import { evolve } from '../evolve/evolve.ts';
import type { Task } from '../plan/plan.ts';
import { openGates } from '../run.ts';
import { startable, waveOf } from './schedule.ts';

const working = (tasks: readonly Task[], options: Options = {}) =>
  drive({ plans: [aPlan(tasks)], ...options }).to('implementation');
const starting = (driver: ReturnType<typeof drive>) => startable(driver.run()).map((state) => state.task.id);

describe('a task starts', () => {
  test('when what it depends on is integrated, and not when that is only accepted (SCHEDULE-1)', () => {
    const driver = working([aTask('a'), aTask('b', { dependsOn: ['a'] })]);
    expect(starting(driver)).toEqual(['a']);
    driver.perform('attempt', 'a');
    driver.perform('check', 'task-a');
    driver.perform('ask', 'reviewer-a');
    expect(taskOf(driver.run(), 'a').at).toBe('accepted');
    expect(starting(driver)).toEqual([]);
    driver.perform('integrate');
    expect(starting(driver)).toEqual(['b']);
  });

  test('when no task at work shares a file with it (SCHEDULE-2)', () => {
    const driver = working([aTask('a', { files: ['src/'] }), aTask('b', { files: ['src/b.ts'] })]);
    expect(starting(driver)).toEqual(['a']);
    driver.begin('attempt', 'a');
    expect(starting(driver)).toEqual([]);
  });

  test('when no path is one of its globs and one of a task at work (SCHEDULE-2)', () => {
    const tasks = [
      aTask('a', { files: ['src/**/*.test.ts'], tests: [] }),
      aTask('b', { files: ['src/cart/*'], tests: [] }),
      aTask('c', { files: ['docs/*.md'], tests: [] }),
      aTask('d', { files: ['src/**/*.css'], tests: ['docs/'] }),
    ];
    expect(starting(working(tasks, { policy: { slots: 4 } }))).toEqual(['a', 'c']);
  });

  test('when nobody at work may change the same lock file (SCHEDULE-2)', () => {
    const tasks = [
      aTask('a', { files: ['package.json'] }),
      aTask('b', { files: ['x/package.json'] }),
      aTask('c'),
    ];
    const plans = [aPlan(tasks, { grants: ['package-lock.json'] })];
    expect(starting(working(tasks, { plans, policy: { slots: 3 } }))).toEqual(['a', 'c']);
  });

  test('when nobody the run has left behind is still at work on its files (SCHEDULE-2)', () => {
    const driver = working([aTask('a'), aTask('b', { destructive: true })], { policy: { gateMs: 1 } });
    const left = driver.begin('attempt', 'a');
    const retry = { type: 'run.retry', by: me } as const;
    const events = decide(driver.run(), retry, 10_000); // the gate of b was open for too long
    if (isRefusal(events)) throw new Error('an overdue gate can be asked again');
    const run = events.reduce((state, event) => evolve(state, event, 10_000), driver.run());
    expect(run.visit.n).toBe(left.visit + 1);
    expect(startable(run)).toEqual([]);
    const late = { type: 'effect.ended', key: left.key, how: 'stopped' } as const;
    expect(startable(evolve(run, late, 10_000)).map((state) => state.task.id)).toEqual(['a']);
  });

  test('when its tests are nobody else’s either (SCHEDULE-2)', () => {
    const tasks = [aTask('a', { tests: ['test/x'] }), aTask('b', { tests: ['test/x'] }), aTask('c')];
    expect(starting(working(tasks))).toEqual(['a', 'c']);
  });

  test('when a slot is free (SCHEDULE-3)', () => {
    const tasks = [aTask('a'), aTask('b'), aTask('c')];
    expect(starting(working(tasks, { policy: { slots: 2 } }))).toEqual(['a', 'b']);
    expect(starting(working(tasks, { policy: { slots: 9 } }))).toEqual(['a', 'b', 'c']);
  });

  test('in the slot of a task that is checked and reviewed, but not before (SCHEDULE-3)', () => {
    const driver = working([aTask('a'), aTask('b')], { policy: { slots: 1 } });
    driver.perform('attempt', 'a');
    driver.perform('check', 'task-a');
    expect(starting(driver)).toEqual([]);
    driver.perform('ask', 'reviewer-a');
    expect(starting(driver)).toEqual(['b']);
  });

  test('before others when more tasks wait behind it (SCHEDULE-4)', () => {
    const tasks = [
      aTask('alone'),
      aTask('first'),
      aTask('second', { dependsOn: ['first'] }),
      aTask('third', { dependsOn: ['second', 'first'] }),
    ];
    expect(starting(working(tasks))).toEqual(['first', 'alone']);
  });

  test('in the place of one that has to wait for a shared file (SCHEDULE-4)', () => {
    const tasks = [aTask('a', { files: ['x'] }), aTask('b', { files: ['x'] }), aTask('c')];
    expect(starting(working(tasks, { policy: { slots: 2 } }))).toEqual(['a', 'c']);
  });
});

/** With so many transient failures of each task before it is done. */
const worked = (driver: ReturnType<typeof working>, troubles: Readonly<Record<string, number>>) => {
  for (const [id, count] of Object.entries(troubles)) {
    for (let n = 0; n < count; n += 1) {
      driver.perform('attempt', id, failing('network'));
      driver.perform('wait-until', `task-${id}`);
    }
    driver.perform('attempt', id);
    driver.perform('check', `task-${id}`);
    driver.perform('ask', `reviewer-${id}`);
    driver.perform('integrate');
    if (driver.run().queue !== undefined) driver.perform('check', 'queue');
  }
  return starting(driver);
};

describe('slots', () => {
  const tasks = [
    aTask('a'),
    aTask('b'),
    ...['c', 'd', 'e', 'f'].map((id) => aTask(id, { dependsOn: ['a'] })),
    ...['g', 'h', 'i', 'j'].map((id) => aTask(id, { dependsOn: ['c'] })),
  ];
  test('are halved for the next wave by two transient failures, rounded up (SCHEDULE-3)', () => {
    expect(worked(working(tasks, { policy: { slots: 3 } }), { b: 1, a: 0 })).toHaveLength(3);
    expect(worked(working(tasks, { policy: { slots: 3 } }), { b: 1, a: 1 })).toHaveLength(2);
    expect(worked(working(tasks, { policy: { slots: 1 } }), { a: 2 })).toHaveLength(1);
  });

  test('are all there again behind a wave without trouble (SCHEDULE-3)', () => {
    const driver = working(tasks, { policy: { slots: 4 } });
    expect(worked(driver, { b: 2, a: 0 })).toEqual(['c', 'd']);
    expect(worked(driver, { c: 0, d: 0, e: 0, f: 0 })).toHaveLength(4);
  });

  test('are halved once more by a second wave of trouble (SCHEDULE-3)', () => {
    const driver = working(tasks, { policy: { slots: 4 } });
    worked(driver, { b: 2, a: 0 });
    expect(worked(driver, { c: 2, d: 0, e: 0, f: 0 })).toEqual(['g']);
  });
});

describe('a task waits', () => {
  test('for its question to be answered, without taking a slot (SCHEDULE-5)', () => {
    const driver = working([aTask('a')]);
    driver.perform('attempt', 'a', question('attempt'));
    expect(starting(driver)).toEqual([]);
    driver.decide('question', saying('approve', 'do it so'));
    expect(starting(driver)).toEqual(['a']);
  });

  test('for its time to come, without taking a slot (SCHEDULE-5)', () => {
    const driver = working([aTask('a'), aTask('b')], { policy: { slots: 1 } });
    driver.perform('attempt', 'a', failing('network'));
    expect(dueNow(driver.run())).toEqual(['wait-until task-a', 'attempt b']);
    driver.perform('wait-until');
    driver.begin('attempt', 'a');
    expect(dueNow(driver.run())).toEqual(['attempt a']);
  });

  test('for leave, where it is destructive and policy asks [M2]', () => {
    const driver = working([aTask('a', { destructive: true }), aTask('b')]);
    expect(starting(driver)).toEqual(['b']);
    expect(openGates(driver.run())).toMatchObject([{ kind: 'destructive', subject: 'a' }]);
    driver.decide('destructive');
    expect(starting(driver)).toEqual(['a', 'b']);
  });

  test('for nobody, where it is destructive and policy does not ask', () => {
    const driver = working([aTask('a', { destructive: true })], {
      policy: { gates: { destructive: false } },
    });
    expect(starting(driver)).toEqual(['a']);
  });

  test('for leave again, when it is planned anew', () => {
    const tasks = [aTask('a', { destructive: true }), aTask('b')];
    const driver = working(tasks, { plans: [aPlan(tasks)] });
    driver.decide('destructive');
    driver.perform('attempt', 'b', failing('replan-asked'));
    driver.to('planning').to('implementation');
    expect(openGates(driver.run())).toMatchObject([{ kind: 'destructive', subject: 'a' }]);
  });

  test('for a person, after it touched a protected path', () => {
    const driver = working([aTask('a')]);
    driver.perform('attempt', 'a', failing('protected-path', { paths: ['CODEOWNERS'] }));
    expect(starting(driver)).toEqual([]);
    driver.decide('widen-scope');
    expect(startable(driver.run())).toMatchObject([{ grants: ['CODEOWNERS'] }]);
  });
});

test('a task of an earlier plan is in no wave of this one', () => {
  const driver = drive({ plans: [aPlan([aTask('a'), aTask('b')])] }).to('implementation');
  const [state] = driver.run().tasks;
  if (state === undefined) throw new Error('a plan has tasks');
  expect(waveOf(driver.run(), state)).toBe(1);
  expect(waveOf(driver.run(), { ...state, task: aTask('old') })).toBeUndefined();
});

test('what depends on a task of an earlier plan alone is in the first wave of this one', () => {
  const run = drive({ plans: [aPlan([aTask('a'), aTask('b', { dependsOn: ['a'] })])] })
    .to('implementation')
    .run();
  const [, state] = run.tasks;
  if (state === undefined || run.accepted === undefined) throw new Error('a plan has tasks');
  expect(waveOf(run, state)).toBe(2);
  expect(waveOf({ ...run, accepted: { ...run.accepted, tasks: [state.task] } }, state)).toBe(1);
});
