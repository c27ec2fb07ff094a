import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Driver } from '../../../test/support/core.ts';
import {
  aPlan,
  aTask,
  checkedAs,
  drive,
  dueNow,
  evidenceOf,
  failing,
  taskOf,
  testCheck,
} from '../../../test/support/core.ts';
import type { Effect } from '../effects.ts';
import { mergingOf } from '../tasks/queue.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** So many tasks, each made on the base and accepted, and none of them integrated. */
function accepted(count: number): Driver {
  const tasks = ids.slice(0, count).map((id) => aTask(id));
  const driver = drive({ policy: { slots: count }, plans: [aPlan(tasks)] }).to('implementation');
  for (const { id } of tasks) driver.perform('attempt', id);
  const [first, ...others] = tasks.map((task) => task.id);
  for (const id of others) driver.perform('check', `task-${id}`);
  for (const id of others) driver.perform('ask', `reviewer-${id}`);
  driver.perform('check', `task-${first ?? ''}`);
  driver.perform('ask', `reviewer-${first ?? ''}`);
  return driver;
}

const at = (driver: Driver) => driver.run().tasks.map((state) => state.at);

/** The same, merged into a chain. */
function chained(count: number): Driver {
  const driver = accepted(count);
  driver.perform('integrate');
  return driver;
}

/** Checks of the queue until it is gone: red from the point of this task on. Their count comes back. */
function checkedWhile(driver: Driver, isRed: (commit: string) => boolean): number {
  let checks = 0;
  while (driver.run().queue !== undefined) {
    const effect: Effect<'check'> = checkOf(driver.begin('check', 'queue'));
    driver.end(effect, checkedAs(isRed(effect.input.commit) ? 'FAIL' : 'PASS', effect));
    checks += 1;
  }
  return checks;
}

function checkOf(effect: Effect): Effect<'check'> {
  if (effect.kind !== 'check') throw new Error(`${effect.key} is no check`);
  return effect;
}

const has = (task: string) => (commit: string) => commit.includes(`+${task}.`);

describe('the integration queue', () => {
  test('asks for no check where the task is on top of the head it was made on', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt');
    driver.perform('check');
    driver.perform('integrate');
    expect(at(driver)).toEqual(['integrated']);
    expect(driver.run().queue).toBeUndefined();
  });

  test('checks all accepted tasks at once, and all are integrated where that is green', () => {
    const driver = accepted(5);
    expect(driver.begin('integrate').input).toMatchObject({
      tasks: ids.slice(0, 5).map((task) => ({ task })),
    });
  });

  test('moves the branch over every task of a green chain, after one check', () => {
    const driver = chained(5);
    const top = driver.run().queue?.at(-1);
    expect(checkedWhile(driver, () => false)).toBe(1);
    expect(at(driver)).toEqual(ids.slice(0, 5).map(() => 'integrated'));
    expect(theRepository(driver.run()).head).toEqual({ commit: top?.commit, tree: top?.tree });
  });

  test.each([
    ['b', 1],
    ['c', 2],
    ['e', 4],
    ['h', 7],
  ])(
    'finds the culprit %s by halving; %i before it are integrated, those behind it stay',
    (culprit, good) => {
      const driver = chained(8);
      expect(checkedWhile(driver, has(culprit))).toBeLessThanOrEqual(1 + Math.log2(8));
      const states = [
        ...ids.slice(0, good).map(() => 'integrated'),
        'todo',
        ...ids.slice(good + 1).map(() => 'accepted'),
      ];
      expect(at(driver)).toEqual(states);
      expect(driver.run().failures).toEqual({ [`task/${culprit}`]: { fixable: 1 } });
      expect(dueNow(driver.run())).toContain(`attempt ${culprit}`);
    },
  );

  test('tells the culprit what failed, what it did and what it met', () => {
    const driver = chained(2);
    checkedWhile(driver, has('b'));
    expect(driver.begin('attempt', 'b').input).toMatchObject({
      ordinal: 2,
      parent: theRepository(driver.run()).head.commit,
      inputs: expect.arrayContaining([{ name: 'last failure', blob: 'log of test' }]),
      collision: { base: 'c0', mine: 'b.5.1', others: theRepository(driver.run()).head.commit },
    });
  });

  test('keeps what its point of the chain was red with, for whoever does it again', () => {
    const driver = chained(8);
    const point = driver.run().queue?.find((item) => item.task === 'e');
    checkedWhile(driver, has('e'));
    const evidence = driver.run().tasks.find((state) => state.task.id === 'e')?.evidence;
    expect(evidence).toMatchObject([{ verdict: 'FAIL', tree: point?.tree }]);
  });

  test('has nothing to tell where a conflict was claimed before anything was delivered', () => {
    const driver = drive().to('implementation');
    driver.perform('attempt', 'a', failing('conflict'));
    expect(driver.begin('attempt').input).not.toHaveProperty('collision');
  });

  test('sees that a later task mends what an earlier one broke', () => {
    const driver = chained(3);
    checkedWhile(driver, (commit) => has('b')(commit) && !has('c')(commit));
    expect(at(driver)).toEqual(['integrated', 'integrated', 'integrated']);
  });

  test('believes no evidence that lacks a check or is about another tree', () => {
    for (const evidence of [[], [evidenceOf(testCheck, 'another tree')]]) {
      const driver = chained(2);
      driver.perform('check', 'queue', { type: 'done', kind: 'check', result: { evidence } });
      expect(at(driver)).toEqual(['integrated', 'todo']);
    }
  });

  test('gives up on a task that is red with the others every time, and keeps what is good', () => {
    const driver = chained(2);
    checkedWhile(driver, has('b'));
    driver.perform('attempt', 'b', failing('agent-missing'));
    expect(at(driver)).toEqual(['integrated', 'failed']);
    expect(driver.run().blocked).toBe('a task used up its attempts');
  });

  test('ends with the retries where a task conflicts every time', () => {
    const driver = drive().to('implementation');
    const conflict = { task: 'a', detail: 'both sides', paths: ['src/a.ts'] };
    for (let times = 0; times < 2; times += 1) {
      driver.perform('attempt');
      driver.perform('check');
      driver.perform('integrate', 'queue', {
        type: 'done',
        kind: 'integrate',
        result: { chain: [], conflict },
      });
    }
    expect(taskOf(driver.run(), 'a').at).toBe('failed');
    expect(driver.run().blocked).toBe('a task used up its attempts');
  });

  test('lets the others go on where one of them conflicts', () => {
    const driver = accepted(3);
    const effect = driver.begin('integrate');
    const chain = [{ task: 'b', commit: 'c0+b', tree: 'tree b.5.1' }];
    const conflict = { task: 'a', detail: 'both sides', paths: ['src/a.ts'] };
    driver.end(effect, { type: 'done', kind: 'integrate', result: { chain, conflict } });
    expect(at(driver)).toEqual(['todo', 'integrated', 'accepted']);
    expect(dueNow(driver.run())).toEqual(['integrate queue', 'attempt a']);
  });

  test('knows the tasks of an integration, also of one that a journal of before began', () => {
    const one = { task: 'a', commit: 'c1', parent: 'c0' };
    expect(mergingOf({ onto: 'c0', tasks: [one] })).toEqual([one]);
    expect(mergingOf({ onto: 'c0', ...one })).toMatchObject([one]);
  });

  test('is made anew after a person asked to go on', () => {
    const driver = chained(2);
    driver.perform('check', 'queue', failing('setup-failed'));
    expect(driver.run().blocked).toBe('nothing is left to try');
    driver.retry();
    expect(driver.run().queue).toBeUndefined();
    expect(dueNow(driver.run())).toEqual(['integrate queue']);
    expect(driver.go().run().ended).toBe('completed');
  });

  test('has one chain at a time: whoever is accepted meanwhile waits for the next', () => {
    const driver = drive({ policy: { slots: 3 }, plans: [aPlan(ids.slice(0, 3).map((id) => aTask(id)))] });
    driver.to('implementation');
    for (const id of ['a', 'b', 'c']) driver.perform('attempt', id);
    for (const id of ['a', 'b']) driver.perform('check', `task-${id}`);
    const last = driver.begin('check', 'task-c');
    driver.perform('ask', 'reviewer-a');
    const first = driver.begin('integrate');
    driver.perform('ask', 'reviewer-b');
    driver.end(last);
    driver.perform('ask', 'reviewer-c');
    expect(dueNow(driver.run())).toEqual(['integrate queue']);
    driver.end(first);
    driver.perform('integrate');
    expect(dueNow(driver.run())).toEqual(['check queue']);
    expect(driver.go().run().ended).toBe('completed');
  });
});

test('a culprit is told the log of the check that failed, not of one that passed before it', () => {
  const tasks = [aTask('a'), aTask('b')];
  const lint = { ...testCheck, name: 'lint', kind: 'lint' as const };
  const driver = drive({ checks: [lint, testCheck], policy: { slots: 2 }, plans: [aPlan(tasks)] });
  driver.to('implementation');
  for (const id of ['a', 'b']) driver.perform('attempt', id);
  for (const id of ['b', 'a']) driver.perform('check', `task-${id}`);
  for (const id of ['b', 'a']) driver.perform('ask', `reviewer-${id}`);
  driver.perform('integrate');
  while (driver.run().queue !== undefined) {
    const effect = checkOf(driver.begin('check', 'queue'));
    const { checks, tree, commit } = effect.input;
    const evidence = checks.map((spec) =>
      evidenceOf(spec, tree, spec.kind === 'test' && has('b')(commit) ? 'FAIL' : 'PASS'),
    );
    driver.end(effect, { type: 'done', kind: 'check', result: { evidence } });
  }
  expect(driver.begin('attempt', 'b').input).toMatchObject({
    inputs: expect.arrayContaining([{ name: 'last failure', blob: 'log of test' }]),
  });
});
