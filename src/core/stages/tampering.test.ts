// A change that weakens what it is checked with: who is told, who is asked, and what follows.

import { describe, expect, test } from 'vitest';
import { theRepository } from '../../../test/support/the-repository.ts';
import {
  aPlan,
  aTask,
  checkedAs,
  drive,
  dueNow,
  provenance,
  saying,
  taskOf,
} from '../../../test/support/core.ts';
import type { Driver, Options, Script } from '../../../test/support/core.ts';
import type { Effect, Outcome } from '../effects.ts';
import type { Evidence } from '../evidence/evidence.ts';
import { defaultPolicy } from '../policy.ts';
import { openGates } from '../run.ts';
import type { RecordedFinding, Weakened } from '../evidence/tamper.ts';

const gone: RecordedFinding = { kind: 'test-removed', file: 'src/a.ts', line: 3 };
const found = (findings: readonly RecordedFinding[] = [gone], blob = 'weakened'): Weakened => ({
  findings,
  blob,
});

const comparing =
  (weakened?: Weakened, tree?: string): Script =>
  (effect): Outcome | undefined =>
    effect.kind === 'compare'
      ? {
          type: 'done',
          kind: 'compare',
          result: { tree: tree ?? effect.input.tree, ...(weakened === undefined ? {} : { weakened }) },
        }
      : undefined;

/** At evaluation, with the checks passed and the change compared. */
function compared(script: Script, options: Options = {}): Driver {
  const driver = drive({ ...options, script }).to('evaluation');
  driver.perform('check');
  driver.perform('compare');
  return driver;
}

describe('a change that weakens what it is checked with', () => {
  test('is compared with the base of the run, knowing what was granted', () => {
    const driver = drive({ plans: [aPlan([aTask('a')], { grants: ['ci/'] })] }).to('evaluation');
    driver.perform('check');
    const { base, head } = theRepository(driver.run());
    expect(driver.begin('compare').input).toEqual({
      from: base.commit,
      to: head.commit,
      tree: head.tree,
      grants: ['ci/'],
    });
  });

  test('waits for a person, who is shown the files and the findings', () => {
    const driver = compared(comparing(found()));
    expect(driver.run().visit.stage).toBe('evaluation');
    expect(openGates(driver.run())).toMatchObject([
      {
        kind: 'waiver',
        subject: 'tampering',
        digest: 'tampering.weakened',
        blob: 'weakened',
        paths: ['src/a.ts'],
      },
    ]);
  });

  test('goes on where a person lets exactly these findings pass (TAMPERING-1)', () => {
    const driver = compared(comparing(found()));
    driver.decide('waiver');
    expect(driver.run().visit.stage).toBe('review');
    expect(theRepository(driver.run()).compared).toMatchObject({ weakened: { blob: 'weakened' } });
  });

  test('is asked about again where there are other findings (TAMPERING-1)', () => {
    let blob = 'weakened';
    const driver = compared((effect, run) => comparing(found([gone], blob))(effect, run));
    driver.decide('waiver', saying('revise', 'put it back'));
    blob = 'others';
    driver.to('evaluation');
    driver.perform('check');
    driver.perform('compare');
    expect(openGates(driver.run())).toMatchObject([{ digest: 'tampering.others' }]);
  });

  test('goes back to the task that may touch the file, with the findings and the words of the person', () => {
    const plans = [aPlan([aTask('a', { files: ['src/a.ts'] }), aTask('b', { files: ['src/b.ts'] })])];
    const driver = compared(comparing(found()), { plans });
    driver.decide('waiver', saying('revise', 'put it back'));
    const run = driver.run();
    expect(run.visit).toMatchObject({
      stage: 'implementation',
      because: 'a person wants back what was weakened',
    });
    expect([taskOf(run, 'a').at, taskOf(run, 'b').at]).toEqual(['todo', 'integrated']);
    expect(run.feedback['task/a']).toBe('weakened');
    expect(run.visit.carry).toHaveLength(1);
    expect(run.rounds.bug).toBe(1);
  });

  test('goes back to the last task where no task names the file', () => {
    const plans = [aPlan([aTask('a', { files: ['src/a.ts'] }), aTask('b', { files: ['src/b.ts'] })])];
    const driver = compared(comparing(found([{ kind: 'lockfile-touched', file: 'other.lock' }])), { plans });
    driver.decide('waiver', saying('revise'));
    expect([taskOf(driver.run(), 'a').at, taskOf(driver.run(), 'b').at]).toEqual(['integrated', 'todo']);
  });

  test('stops the run where a person says no', () => {
    const driver = compared(comparing(found()));
    driver.decide('waiver', saying('reject'));
    expect(driver.run().blocked).toBe('a person said no at a gate');
  });

  test('needs nobody where the plan granted it, or where only the reviewer can say', () => {
    const fine = found([
      { ...gone, granted: true },
      { kind: 'expectation-changed', file: 'src/a.ts' },
    ]);
    expect(compared(comparing(fine)).run().visit.stage).toBe('review');
    expect(compared(comparing()).run().visit.stage).toBe('review');
  });

  test('is asked about only once the checks pass: a red change is worked on anyway', () => {
    const driver = drive({ script: comparing(found()) }).to('evaluation');
    expect(dueNow(driver.run())).toEqual(['check run']);
    const check = driver.begin('check');
    driver.end(check, checkedAs('FAIL', check));
    expect(driver.run().visit).toMatchObject({ stage: 'analysis', because: 'bug round' });
  });

  test('is not believed to be fine because of another tree', () => {
    const driver = compared(comparing(undefined, 'another'));
    expect(driver.run().visit.stage).toBe('evaluation');
    expect(driver.run().blocked).toBeDefined();
  });
});

const delivering = (driver: Driver, weakened: Weakened, commit = 'c9'): void => {
  const attempt = driver.begin('attempt', 'a');
  driver.end(attempt, {
    type: 'done',
    kind: 'attempt',
    result: {
      ...provenance,
      answer: 'delivered',
      commit,
      tree: 't9',
      parent: 'c0',
      files: 1,
      weakened,
    },
  });
};

describe('an attempt that weakens what it is checked with', () => {
  test('is told once, and the next attempt goes on from its work (TAMPERING-2)', () => {
    const driver = drive().to('implementation');
    delivering(driver, found());
    const run = driver.run();
    expect(taskOf(run, 'a')).toMatchObject({ at: 'todo', saved: 'c9' });
    expect(run.feedback['task/a']).toBe('weakened');
    expect(dueNow(run)).toEqual(['attempt a']);
    delivering(driver, found([gone], 'still'));
    expect(taskOf(driver.run(), 'a').at).toBe('checking');
  });

  test('is not told the same twice, however many retries there are (TAMPERING-2)', () => {
    const driver = drive({ policy: { retries: { ...defaultPolicy.retries, fixable: 3 } } }).to(
      'implementation',
    );
    delivering(driver, found());
    delivering(driver, found());
    expect(taskOf(driver.run(), 'a').at).toBe('checking');
  });

  test('is taken as it is where nothing of it stops', () => {
    const driver = drive().to('implementation');
    delivering(driver, found([{ ...gone, granted: true }]));
    expect(taskOf(driver.run(), 'a').at).toBe('checking');
  });
});

function ranFewer(effect: Effect, change: Partial<Evidence> = {}): Outcome | undefined {
  if (effect.kind !== 'check' || effect.subject !== 'run') return undefined;
  const evidence = effect.input.checks.map((spec): Evidence => ({
    check: spec.name,
    kind: spec.kind,
    tree: effect.input.tree,
    verdict: 'PASS',
    because: 'ok',
    ms: 1,
    log: 'log',
    fewer: { base: 5, now: 3 },
    ...change,
  }));
  return { type: 'done', kind: 'check', result: { evidence } };
}

const evaluated = (weakened?: Weakened, leave?: number): Driver =>
  compared((effect, run) => {
    const outcome = comparing(weakened)(effect, run);
    if (outcome?.type !== 'done' || outcome.kind !== 'compare' || leave === undefined) {
      return outcome ?? ranFewer(effect);
    }
    return { ...outcome, result: { ...outcome.result, leave } };
  });

describe('a change with which fewer tests run than at the base', () => {
  test('waits for a person, whatever keeps them from running', () => {
    const driver = evaluated();
    expect(openGates(driver.run())).toMatchObject([
      { kind: 'waiver', subject: 'tampering', digest: 'tampering.test-5-3', paths: [] },
    ]);
    driver.decide('waiver');
    expect(driver.run().visit.stage).toBe('review');
  });

  test('goes back to its last task where the person wants the tests back', () => {
    const driver = evaluated();
    driver.decide('waiver', saying('revise', 'put them back'));
    expect(driver.run().visit.stage).toBe('implementation');
    expect(taskOf(driver.run(), 'a')).toMatchObject({ at: 'todo' });
  });

  test('goes on where the files it was given leave to touch have lost as many, and no further', () => {
    const granted: RecordedFinding = { ...gone, granted: true };
    expect(evaluated(found([granted]), 2).run().visit.stage).toBe('review');
    for (const leave of [1, undefined]) {
      expect(openGates(evaluated(found([granted]), leave).run())).toMatchObject([{ kind: 'waiver' }]);
    }
  });

  test('is looked up name by name where its tests are named, however many there are now', () => {
    const vanished = { tests: 3, skipped: 0, blob: 'names' };
    const named: Script = (effect) => ranFewer(effect, { vanished, fewer: { base: 5, now: 3, named: true } });
    const driver = drive({ script: named }).to('evaluation');
    driver.perform('check');
    const compare = driver.begin('compare');
    expect(compare.input).toMatchObject({ vanished: ['names'] });
    driver.end(compare);
    expect(driver.run().visit.stage).toBe('review');
  });

  test('names no path for a test whose file nobody knows, and gives it back to the last task', () => {
    const nowhere: RecordedFinding = { kind: 'test-removed', file: '' };
    const driver = compared(comparing(found([nowhere, gone])));
    expect(openGates(driver.run())).toMatchObject([{ paths: ['src/a.ts'] }]);
  });
});
