// A change that destroys something nobody marked: who is asked, how often, and what follows.

import { describe, expect, test } from 'vitest';
import { answered, aPlan, aTask, drive, saying, taskOf, verdictAnswer } from '../../../test/support/core.ts';
import type { Driver, Options, Script } from '../../../test/support/core.ts';
import { theRepository } from '../../../test/support/the-repository.ts';
import type { Outcome } from '../effects.ts';
import type { Destroyed, Destruction } from '../evidence/destruction.ts';
import { defaultPolicy } from '../policy.ts';
import { openGates } from '../run.ts';
import { destructionGates, isSpared } from './destroying.ts';

const used: Destruction = { kind: 'file-deleted', file: 'src/a.ts', what: 'the file' };
const dropped: Destruction = { kind: 'data-deleted', file: 'src/b.ts', line: 3, what: 'DROP users' };

const comparing =
  (destroyed: () => Destroyed | undefined, tree?: string): Script =>
  (effect): Outcome | undefined => {
    if (effect.kind !== 'compare') return undefined;
    const found = destroyed();
    return {
      type: 'done',
      kind: 'compare',
      result: { tree: tree ?? effect.input.tree, ...(found === undefined ? {} : { destroyed: found }) },
    };
  };

const found = (findings: readonly Destruction[], blob = 'destroys'): Destroyed => ({ findings, blob });

function evaluated(driver: Driver): Driver {
  driver.to('evaluation');
  driver.perform('check');
  driver.perform('compare');
  return driver;
}

const compared = (destroyed: Destroyed | undefined, options: Options = {}): Driver =>
  evaluated(drive({ ...options, script: comparing(() => destroyed) }));

/** The reviewer finds something else, so that the change is evaluated once more. */
function sentBack(driver: Driver): Driver {
  const point = { severity: 'MAJOR', title: 'So', file: 'src/a.ts', validation: 'confirmed' } as const;
  driver.perform('ask', 'reviewer', answered(verdictAnswer({ conclusion: 'revise', findings: [point] })));
  return driver;
}

const two = [aPlan([aTask('a', { files: ['src/a.ts'] }), aTask('b', { files: ['src/b.ts'] })])];

describe('a change that destroys something', () => {
  test('waits for a person though no task is marked, and says what and where', () => {
    const driver = compared(found([used, dropped]));
    expect(driver.run().visit.stage).toBe('evaluation');
    expect(openGates(driver.run())).toMatchObject([
      {
        kind: 'destructive',
        subject: 'the change',
        digest: 'destruction.destroys',
        blob: 'destroys',
        paths: ['src/a.ts', 'src/b.ts'],
        about: ['file-deleted src/a.ts the file', 'data-deleted src/b.ts DROP users'],
      },
    ]);
    driver.decide('destructive');
    expect(driver.run().visit.stage).toBe('review');
  });

  test('needs nobody where it destroys nothing, or where policy asks nobody about destruction', () => {
    expect(compared(undefined).run().visit.stage).toBe('review');
    const policy = { gates: { ...defaultPolicy.gates, destructive: false } };
    expect(compared(found([used]), { policy }).run().visit.stage).toBe('review');
  });

  test('needs nobody where a person let the marked task begin that may touch it (DESTROYING-1)', () => {
    const plans = [aPlan([aTask('a', { files: ['src/a.ts', 'old/'], destructive: true })])];
    const many: Destruction = {
      kind: 'many-deleted',
      file: 'old',
      what: '10 files',
      files: ['old/1.ts', 'old/2.ts'],
    };
    const marked = (findings: readonly Destruction[]): Driver => {
      const driver = drive({ plans, script: comparing(() => found(findings)) }).to('implementation');
      driver.decide('destructive');
      return evaluated(driver);
    };
    expect(marked([used, many]).run().visit.stage).toBe('review');
    expect(openGates(marked([used, dropped]).run())).toMatchObject([
      { about: ['data-deleted src/b.ts DROP users'] },
    ]);
    const outside = { ...many, files: ['old/1.ts', 'new/2.ts'] };
    expect(openGates(marked([outside]).run())).toMatchObject([{ paths: ['old'] }]);
  });

  test('is asked about once: less of it, or on other lines, is not asked again, more of it is (DESTROYING-2)', () => {
    let now = found([used, dropped]);
    const policy = { rounds: { ...defaultPolicy.rounds, fix: 2 } };
    const driver = evaluated(drive({ plans: two, policy, script: comparing(() => now) }));
    driver.decide('destructive');
    now = found([{ ...dropped, line: 30 }], 'less');
    evaluated(sentBack(driver));
    expect(driver.run().visit.stage).toBe('review');
    expect(openGates(driver.run())).toEqual([]);
    now = found([used, { ...dropped, what: 'DROP orders' }], 'more');
    evaluated(sentBack(driver));
    expect(openGates(driver.run())).toMatchObject([
      { digest: 'destruction.more', about: ['data-deleted src/b.ts DROP orders'] },
    ]);
  });

  test('goes back to the task that may touch the file, with what it destroys and the words of the person', () => {
    const driver = compared(found([dropped]), { plans: two });
    driver.decide('destructive', saying('revise', 'keep it'));
    const run = driver.run();
    expect(run.visit).toMatchObject({
      stage: 'implementation',
      because: 'a person wants back what was destroyed',
    });
    expect([taskOf(run, 'a').at, taskOf(run, 'b').at]).toEqual(['integrated', 'todo']);
    expect(run.feedback['task/b']).toBe('destroys');
    expect(run.visit.carry).toHaveLength(1);
  });

  test('blocks the run where a person says no, or wants it back and no round is left', () => {
    const no = compared(found([used]));
    no.decide('destructive', saying('reject'));
    expect(no.run().blocked).toBe('a person said no at a gate');
    const policy = { rounds: { ...defaultPolicy.rounds, bug: 0 } };
    const back = compared(found([used]), { policy });
    back.decide('destructive', saying('revise'));
    expect(back.run().blocked).toBe('what was destroyed is not back, and bug rounds are used up');
  });

  test('is not believed to destroy nothing because of another tree', () => {
    const driver = evaluated(drive({ script: comparing(() => undefined, 'another') }));
    expect(driver.run().visit.stage).toBe('evaluation');
    expect(theRepository(driver.run()).compared).toMatchObject({ tree: 'another' });
  });
});

test('nothing is known to be spared before somebody looked', () => {
  expect(isSpared(drive().to('evaluation').run())).toBe(false);
});

test('what a person let a marked task destroy opens no gate with nothing in it', () => {
  const plans = [aPlan([aTask('a', { files: ['src/a.ts'], destructive: true })])];
  const driver = compared(found([used]), { plans });
  expect(driver.run().visit.stage).toBe('review');
  const evaluating = driver.steps().findLast(({ event }) => event.type === 'stage.entered')?.before;
  expect(evaluating?.visit.stage).toBe('evaluation');
  expect(evaluating === undefined ? undefined : destructionGates(evaluating)).toEqual([]);
});
