import { describe, expect, test } from 'vitest';
import { theRepository } from '../../test/support/the-repository.ts';
import {
  aPlan,
  aTask,
  drive,
  dueKeys,
  dueNow,
  failing,
  me,
  question,
  saying,
} from '../../test/support/core.ts';
import { isRefusal } from './commands.ts';
import { endOf } from './course.ts';
import { courseAfter } from './decide.ts';
import { capsInTheWay, effectsDue, isUnwanted } from './effects-due.ts';
import { must } from './run.ts';
import { spreadOut } from './failures/jitter.ts';

const two = [aPlan([aTask('a'), aTask('b')])];

describe('what is due', () => {
  test('has a key that says repository, visit, kind, subject and number', () => {
    expect(dueKeys(drive().run())).toEqual([
      'main/1/reserve/run/1',
      'main/1/fetch-ticket/ticket/1',
      'main/1/survey/repository/1',
      'main/1/write-artifacts/visit/1',
    ]);
  });

  test('has another number when it is done again (EFFECTS-DUE-1)', () => {
    const driver = drive().to('analysis');
    driver.perform('ask', 'investigator', { type: 'stopped' });
    expect(driver.begin('ask').key).toBe('main/2/ask/investigator/2');
  });

  test('stays due, whole, once it is begun', () => {
    const driver = drive();
    const effect = driver.begin('survey');
    expect(dueKeys(driver.run()).filter((key) => key === effect.key)).toHaveLength(1);
  });

  test('is nothing new while the run is paused, and what is begun is unwanted (EFFECTS-DUE-2)', () => {
    const driver = drive();
    const effect = driver.begin('survey');
    driver.send({ type: 'run.pause', by: me });
    expect(dueNow(driver.run())).toEqual([]);
    expect(isUnwanted(driver.run(), effect)).toBe(true);
    driver.send({ type: 'run.resume', by: me });
    expect(dueNow(driver.run())).toEqual(['survey repository', 'reserve run', 'fetch-ticket ticket']);
  });

  test('is the handing out of a task that a person takes in a pause, and stays wanted (EFFECTS-DUE-2)', () => {
    const driver = drive({ plans: [aPlan([aTask('a')])] }).to('implementation');
    driver.send({ type: 'run.pause', by: me });
    driver.send({ type: 'task.take', by: me, task: 'a' });
    expect(dueNow(driver.run())).toEqual(['hand-out a']);
    expect(isUnwanted(driver.run(), driver.begin('hand-out', 'a'))).toBe(false);
    driver.send({ type: 'run.cancel', by: me, discard: false });
    expect(dueNow(driver.run())).not.toContain('hand-out a');
  });

  test('is nothing new while the run is blocked, but what is begun goes on (EFFECTS-DUE-2)', () => {
    const driver = drive({ plans: [aPlan([aTask('a'), aTask('b', { destructive: true }), aTask('c')])] });
    driver.to('implementation');
    driver.begin('attempt', 'a');
    driver.decide('destructive', saying('reject'));
    expect(dueNow(driver.run())).toEqual(['attempt a']);
  });

  test.each(['cancelled', 'failed'] as const)('is nothing but artifacts once the run is %s', (ended) => {
    const driver = drive();
    const effect = driver.begin('survey');
    driver.send(ended === 'cancelled' ? { type: 'run.cancel', by: me } : { type: 'run.fail', because: 'x' });
    expect(dueKeys(driver.run())).toEqual([`main/1/write-artifacts/${ended}/1`]);
    expect(isUnwanted(driver.run(), effect)).toBe(true);
  });

  test('is the wait, where a line waits for a time (EFFECTS-DUE-3)', () => {
    const driver = drive().to('analysis');
    driver.perform('check', 'baseline');
    driver.perform('ask', 'investigator', failing('network'));
    expect(driver.begin('wait-until')).toMatchObject({
      subject: '2-ask-investigator',
      line: '2/ask/investigator',
      input: { waitMs: spreadOut(2_000, 'r1', 'main/2/ask/investigator/1') },
    });
    expect(dueNow(driver.run())).toEqual(['wait-until 2-ask-investigator']);
  });

  test('is the wait again, when it was stopped before its time', () => {
    const driver = drive().to('analysis');
    driver.perform('check', 'baseline');
    driver.perform('ask', 'investigator', failing('network'));
    driver.perform('wait-until', undefined, { type: 'stopped' });
    expect(dueNow(driver.run())).toEqual(['wait-until 2-ask-investigator']);
  });

  test('is nothing on a line that asked a person (EFFECTS-DUE-3)', () => {
    const driver = drive().to('analysis');
    driver.perform('check', 'baseline');
    driver.perform('ask', 'investigator', question('ask'));
    expect(dueNow(driver.run())).toEqual([]);
    driver.decide('question', saying('approve', 'the second'));
    expect(driver.begin('ask').input).toMatchObject({
      ordinal: 1,
      inputs: [
        { name: 'ticket', blob: 'ticket' },
        { name: 'question', blob: 'question' },
        { name: 'answer', blob: 'the second' },
      ],
    });
  });

  test('is no launch that the budget cannot pay for, but everything else (EFFECTS-DUE-4)', () => {
    const driver = drive({ plans: two, policy: { budget: { launches: 3 } } }).to('implementation');
    expect(dueNow(driver.run())).toEqual(['attempt a']);
    expect(capsInTheWay(driver.run())).toEqual([]);
    driver.begin('attempt', 'a');
    expect(dueNow(driver.run())).toEqual(['attempt a']);
    expect(capsInTheWay(driver.run())).toEqual([{ cap: 'launches' }]);
  });

  test('holds up no cap while no launch is wanted', () => {
    const driver = drive({ policy: { budget: { launches: 2 } } }).to('plan-review');
    expect(capsInTheWay(driver.run())).toEqual([]);
  });
});

describe('artifacts', () => {
  test('are written when a stage is entered, and once', () => {
    const driver = drive();
    driver.perform('write-artifacts', 'visit');
    expect(dueKeys(driver.run()).some((key) => key.includes('write-artifacts'))).toBe(false);
  });

  test('are written when a person is asked, and when the run is blocked', () => {
    const driver = drive().to('plan-review');
    driver.perform('write-artifacts', 'g1');
    driver.decide('plan', saying('reject'));
    driver.perform('write-artifacts', 'blocked');
    expect(dueKeys(driver.run())).toEqual([]);
  });

  test('are given up on with a warning, and stop nothing', () => {
    const driver = drive({
      script: (effect) => (effect.kind === 'write-artifacts' ? failing('disk-full') : undefined),
    });
    expect(driver.go().run()).toMatchObject({ ended: 'completed' });
  });

  test('stay wanted when the run moves on', () => {
    const driver = drive();
    const effect = driver.begin('write-artifacts');
    driver.perform('reserve');
    driver.perform('fetch-ticket');
    driver.perform('survey');
    expect(isUnwanted(driver.run(), effect)).toBe(false);
    driver.end(effect);
    expect(dueKeys(driver.run())).toContain('main/2/write-artifacts/visit/1');
  });
});

const completed = () => drive().go();

describe('landing', () => {
  const land = { type: 'run.land', by: me, head: '', how: 'branch' } as const;

  test('is due after the run is completed and somebody ordered it', () => {
    const driver = completed();
    expect(dueNow(driver.run())).toEqual([]);
    driver.send(land);
    expect(driver.begin('land').input).toEqual({
      how: 'branch',
      branch: 'feature/T-1_add_thing',
      target: 'trunk',
      commit: expect.stringMatching(/^merged head /),
    });
  });

  test('is due at once where it was ordered together with the merge', () => {
    const driver = drive()
      .to('merge')
      .go((run) => run.gates.some((gate) => gate.kind === 'merge'));
    driver.send({ ...land, head: theRepository(driver.run()).head.commit });
    driver.go();
    expect(driver.run().landed).toMatchObject({ branch: 'feature/T-1_add_thing' });
    expect(driver.events().at(-1)).toMatchObject({
      type: 'effect.ended',
      key: expect.stringMatching('landed'),
    });
  });

  test('that was refused is not tried again until it is ordered again', () => {
    const driver = completed();
    driver.send(land);
    driver.perform('land', 'branch', failing('git'));
    expect(dueNow(driver.run())).toEqual([]);
    driver.send({ ...land, how: 'fast-forward' });
    driver.perform('land', 'fast-forward');
    expect(driver.run().landed).toBeDefined();
    expect(dueNow(driver.run())).toEqual([]);
  });
});

test('what begins takes nothing away from what else is due', () => {
  const { run } = drive({ plans: two }).to('implementation');
  const key = must(effectsDue(run())[0], 'an attempt is due').key;
  const course = courseAfter(run(), { type: 'effect.begin', key }, 1);
  if (isRefusal(course)) throw new Error('what is due can begin');
  const after = endOf(run(), course);
  expect(dueNow(after)).toEqual(['attempt a', 'attempt b']);
  expect(effectsDue(after)).toEqual(effectsDue({ ...after }));
});

test('where documents are kept, what begins leaves them the room that is left (EFFECTS-DUE-4)', () => {
  const docs = { refresh: 'stale', deliver: 'off' } as const;
  const policy = { docs, slots: 2, budget: { launches: 4 }, gates: { plan: false } };
  const driver = drive({ policy }).to('analysis');
  const key = must(
    effectsDue(driver.run()).find(({ subject }) => subject === 'investigator'),
    'an investigator is due',
  ).key;
  const course = courseAfter(driver.run(), { type: 'effect.begin', key }, 1);
  if (isRefusal(course)) throw new Error('what is due can begin');
  const after = endOf(driver.run(), course);
  expect(effectsDue(after)).toEqual(effectsDue({ ...after }));
});
