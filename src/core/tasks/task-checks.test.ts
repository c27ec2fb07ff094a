import { describe, expect, test } from 'vitest';
import { aPlan, aTask, drive, testCheck } from '../../../test/support/core.ts';
import type { Driver, Options } from '../../../test/support/core.ts';
import type { Effect } from '../effects.ts';
import type { Plan, Task } from '../plan/plan.ts';
import { queueWants } from '../stages/integration-queue.ts';
import { checksFor } from './task-checks.ts';

const audit = { ...testCheck, name: 'audit', kind: 'security', when: 'run' } as const;
const slow = { ...testCheck, name: 'slow', when: 'run' } as const;
const checks = [testCheck, audit, slow];

function begunChecks(driver: Driver, subject: string): readonly (readonly string[])[] {
  return driver
    .events()
    .flatMap((event) => (event.type === 'effect.begun' ? [event.effect] : []))
    .filter((effect): effect is Effect<'check'> => effect.kind === 'check' && effect.subject === subject)
    .map((effect) => effect.input.checks.map((check) => check.name));
}

function driven(tasks: readonly Task[], change: Partial<Plan> = {}, options: Options = {}): Driver {
  return drive({ ...options, checks, plans: [aPlan(tasks, change)] }).go();
}

const perTask = (...checksPerTask: readonly string[]) => ({
  validation: { workingDirectory: '.', checksPerTask, knownFailures: [] },
});

describe('a task [P2][M10]', () => {
  test('is decided by the checks of every task, whatever its plan leaves out', () => {
    const driver = driven([aTask('a', { verification: ['test'] })], perTask());
    expect(begunChecks(driver, 'task-a')).toEqual([['test']]);
    expect(begunChecks(driver, 'run')).toEqual([['test', 'audit', 'slow']]);
  });

  test('is decided by what it names beside them, and its plan names for all', () => {
    const tasks = [aTask('a', { verification: ['test', 'slow'] }), aTask('b')];
    const driver = driven(tasks, perTask('audit'));
    expect(begunChecks(driver, 'task-a')).toEqual([['test', 'audit', 'slow']]);
    expect(begunChecks(driver, 'task-b')).toEqual([['test', 'audit']]);
    const chain = ['a', 'b'].map((task) => ({ task, commit: `c ${task}`, tree: `t ${task}` }));
    const [check] = queueWants({ ...driver.run(), queue: chain }); // together, what each of them is held to
    expect(check?.input).toMatchObject({ checks });
  });

  test('is not held against checks about files it may not change; the whole change is held against all (TASK-CHECKS-3)', () => {
    const api = { ...testCheck, name: 'api', paths: ['api/'] };
    const web = { ...testCheck, name: 'web', paths: ['web/'] };
    const style = { ...testCheck, name: 'style', kind: 'lint', paths: ['web/'] } as const;
    const tasks = [
      aTask('a', { files: ['api/x.ts'], tests: ['api/x.test.ts'], verification: ['api'] }),
      aTask('b', { files: ['web/y.ts'], tests: ['web/y.test.ts'], verification: ['api'] }),
    ];
    const driver = drive({ checks: [api, web, style], plans: [aPlan(tasks)] }).go();
    expect(begunChecks(driver, 'task-a')).toEqual([['api']]);
    expect(begunChecks(driver, 'task-b')).toEqual([['api', 'web', 'style']]); // its plan names the other one
    expect(begunChecks(driver, 'run')).toEqual([['api', 'web', 'style']]);
    expect(driver.run().ended).toBe('completed');
    // Somebody has to judge what nobody is about.
    const elsewhere = { task: aTask('c', { files: ['docs/z.md'], tests: [], verification: [] }), grants: [] };
    expect(checksFor(driver.run(), [elsewhere])).toEqual([api, web, style]);
    expect(checksFor(driver.run(), [{ ...elsewhere, grants: ['api/z.ts'] }])).toEqual([api]);
  });

  test('is held against what its plan names as against any other check', () => {
    const driver = driven([aTask('a')], perTask('audit'), {
      script: (effect) =>
        effect.kind === 'check' && effect.subject === 'task-a'
          ? {
              type: 'done',
              kind: 'check',
              result: {
                evidence: effect.input.checks.map((spec) => ({
                  check: spec.name,
                  kind: spec.kind,
                  tree: effect.input.tree,
                  verdict: spec.name === 'audit' ? 'FAIL' : 'PASS',
                  because: 'exit',
                  ms: 1,
                  log: `log of ${spec.name}`,
                })),
              },
            }
          : undefined,
    });
    expect(driver.run()).toMatchObject({
      blocked: 'a task used up its attempts',
      feedback: { 'task/a': 'log of audit' },
    });
  });
});
